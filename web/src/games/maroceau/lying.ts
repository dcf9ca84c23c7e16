// Which card is which. A scene says what lies where, and cards have no names; so that a card can be
// seen going from one place to another, this follows it: what vanished here and appeared there, with
// the same face, is the same card.
import type { MaroceauScene } from "./scene";

export interface Lying {
  id: number;
  spot: string;
  value: number | null; // null: its back
  moved: number; // the count of scenes when it last moved or was turned
}

interface Seen {
  spot: string;
  value: number | null;
}

/** Every card that lies by itself, in the order of the table. */
function seenIn(scene: MaroceauScene): Seen[] {
  const seen: Seen[] = [];
  for (const grid of scene.grids) {
    for (const place of grid.places) {
      if (place.lies !== "gone") seen.push({ spot: `${grid.seat}${place.name}`, value: place.value });
    }
  }
  if (scene.top !== null) seen.push({ spot: "discard", value: scene.top });
  if (scene.leaving !== null) seen.push({ spot: "leaving", value: null });
  if (scene.hand !== null) seen.push({ spot: "hand", value: scene.hand.value });
  return seen;
}

let nextId = 1;

/** The cards of the next scene, the oldest first. */
export function follow(before: Lying[], scene: MaroceauScene, count: number): Lying[] {
  const free = new Map(before.map((card) => [card.spot, card]));
  const claim = (card: Lying | undefined) => {
    if (card) free.delete(card.spot);
    return card;
  };
  const rest: Seen[] = [];
  const still: Lying[] = [];
  for (const one of seenIn(scene)) {
    const was = free.get(one.spot);
    if (was && was.value === one.value) still.push(claim(was)!);
    else rest.push(one);
  }
  const moved = rest.map((one) => {
    const twin = [...free.values()].find(
      (card) =>
        card.value === one.value &&
        (card.spot !== "hand" || card.value !== null) && // a back in hand is laid face up, below
        (card.spot !== "discard" || one.spot === "hand"), // otherwise it is only covered
    );
    const held = free.get("hand")?.value === null ? free.get("hand") : undefined;
    const from = claim(twin) ?? claim(one.value === null ? undefined : (held ?? free.get("leaving"))) ?? claim(turned(free, one));
    return { id: from?.id ?? nextId++, spot: one.spot, value: one.value, moved: count };
  });
  return [...still, ...moved].sort((one, other) => one.id - other.id);
}

/** The card that lay there face down and is turned now. */
function turned(free: Map<string, Lying>, one: Seen): Lying | undefined {
  const was = free.get(one.spot);
  return was && was.value === null ? was : undefined;
}
