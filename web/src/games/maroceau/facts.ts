// The table in words: everything that is drawn, as headings and lists.
import type { MaroceauPlace, MaroceauScene } from "./scene";
import { counted, say } from "../../lib/words.svelte";
import type { Fact } from "../contract";
import { printed } from "./cards/card";

const NAMES = [
  "desalination", "well", "farm", "vine", "olive", "grape", "cherry", "apricot",
  "carrot", "melon", "peach", "sorghum", "fodder", "plum", "apple",
];

/** A card by its number and what is drawn on it. */
export function named(value: number): string {
  return say("web_maroceau.card", { value: printed(value), plant: say(`web_maroceau.plant_${NAMES[value + 2]}`) });
}

const everyone = (seats: number[]) => ({ each: seats.map((seat) => ({ seat })) });

/** Which round it is, and when the game ends. */
export function roundLines(scene: MaroceauScene): [string, string] {
  if (scene.rounds) return [say("web_maroceau.round_of", { round: scene.round, rounds: scene.rounds }), ""];
  return [say("web_maroceau.round", { round: scene.round }), say("web_maroceau.up_to", { target: scene.target })];
}

/** What is special now: who has ended the round, who may begin. */
export function newsOf(scene: MaroceauScene, names: string[]): string {
  if (scene.winners.length) return say("web_maroceau.winners", { seats: everyone(scene.winners) }, names);
  if (scene.tied.length) return say("web_maroceau.tied", { seats: everyone(scene.tied) }, names);
  return scene.last_turns.length ? say("web_maroceau.ended", { seat: { seat: scene.ended_by } }, names) : "";
}

/** Why the points of the last round were doubled, or not. */
export function doubling(scene: MaroceauScene, names: string[]): string {
  const last = scene.last;
  if (!last) return say("web_maroceau.no_round");
  const ender = last.seats.find((one) => one.seat === last.ended_by);
  if (!ender) return say("web_maroceau.ended_by_nobody");
  const values = { seat: { seat: ender.seat }, points: printed(ender.points), fewest: printed(last.fewest) };
  const key = ender.doubled ? "doubled" : ender.points > 0 ? "fewest" : "not_positive";
  return say(`web_maroceau.${key}`, values, names);
}

/** The whole scene as lists. */
export function facts(scene: MaroceauScene, names: string[], over = false): Fact[] {
  return [
    { heading: say("web_maroceau.table"), items: tableItems(scene, names, over) },
    ...scene.grids.map((grid) => ({
      heading: say("web_maroceau.garden", { seat: { seat: grid.seat } }, names),
      items: gardenItems(scene, grid.seat),
    })),
    { heading: say("web_maroceau.sheet"), items: sheetItems(scene, names) },
    { heading: say("web_maroceau.unseen"), items: kindItems(scene, "unseen") },
    ...(scene.reshuffled ? [{ heading: say("web_maroceau.in_pile"), items: kindItems(scene, "pile") }] : []),
  ];
}

function tableItems(scene: MaroceauScene, names: string[], over: boolean): string[] {
  const top = scene.top === null ? "" : say("maroceau.on_top", { card: named(scene.top) });
  const items = [
    ...roundLines(scene),
    newsOf(scene, names),
    scene.last_turns.length ? say("web_maroceau.last_turns", { seats: everyone(scene.last_turns) }, names) : "",
    say("maroceau.draw_pile", { cards: scene.stock }),
    say("maroceau.discard_pile", { cards: scene.discards }) + top,
  ];
  if (scene.hand) {
    const key = scene.hand.value === null ? "holds_hidden" : scene.hand.source === "draw" ? "holds_drawn" : "holds_taken";
    const card = scene.hand.value === null ? "" : named(scene.hand.value);
    items.push(say(`web_maroceau.${key}`, { seat: { seat: scene.hand.seat }, card }, names));
  }
  if (scene.leaving) items.push(say("web_maroceau.leaving", { place: scene.leaving }));
  if (scene.turn && !over) items.push(say("web_maroceau.turn", { seat: { seat: scene.turn } }, names));
  if (scene.turns_left <= 5 * scene.grids.length) items.push(say("web_maroceau.turns_left", { turns: scene.turns_left }));
  return items.filter(Boolean);
}

function gardenItems(scene: MaroceauScene, seat: number): string[] {
  const grid = scene.grids[seat - 1]!;
  const columns = [0, 1, 2, 3].map((column) => {
    const places = grid.places.slice(column * 3, column * 3 + 3);
    const cards = places[0]!.lies === "gone" ? [say("web_maroceau.gone")] : places.map(placeWords);
    return say("web_maroceau.column", { column: "abcd".charAt(column), cards: cards.join(", ") });
  });
  const values = { open: counted("points", grid.open_points), hidden: grid.face_down, total: printed(grid.total) };
  return [...columns, say("web_maroceau.worth", values)];
}

function placeWords(place: MaroceauPlace): string {
  const card = place.value === null ? say("web_maroceau.face_down") : named(place.value);
  return place.awaited ? say("web_maroceau.awaited", { card }) : card;
}

function sheetItems(scene: MaroceauScene, names: string[]): string[] {
  const lines = (scene.last?.seats ?? []).map((one) =>
    say(one.doubled ? "web_maroceau.line_doubled" : "web_maroceau.line", {
      seat: { seat: one.seat },
      points: printed(one.points),
      counted: printed(one.counted),
    }, names),
  );
  return [...lines, doubling(scene, names)];
}

function kindItems(scene: MaroceauScene, where: "unseen" | "pile"): string[] {
  return scene.kinds
    .filter((kind) => kind[where])
    .map((kind) => say("web_maroceau.of_kind", { cards: kind[where], card: named(kind.value) }));
}
