// Who is who from scene to scene. Islanders of a seat are all alike, so a scene says only where they
// stand; all who move go by the die, so one who left its space is the one that stands so much further.
import type { PapuaIslander, PapuaScene } from "./scene";

export interface Piece {
  id: string;
  seat: number;
  space: number; // 0 is the pot
  inside: number; // its place among those of its seat in the pot
  stuck: boolean;
  fate: PapuaIslander["fate"];
}

export interface Followed {
  pieces: Piece[];
  die: number;
  /** From where to where the last move went; it stays until the next one. */
  trace: { from: number; to: number }[];
}

export const NOTHING: Followed = { pieces: [], die: 0, trace: [] };

/** The pieces of a scene, each with the identity it had in the one before. */
export function follow(last: Followed, scene: PapuaScene): Followed {
  const pieces: Piece[] = [];
  const trace: Followed["trace"] = [];
  let undone = false;
  for (let seat = 1; seat <= scene.pot.length; seat++) {
    const shown = scene.islanders.filter((one) => one.seat === seat);
    const before = last.pieces.filter((piece) => piece.seat === seat);
    const ids = before.length ? before : firstPieces(seat, shown.length + scene.pot[seat - 1]!);
    const found = matched(ids, shown, last.die);
    let inside = 0;
    for (const piece of ids) {
      const now = found.get(piece);
      const space = now?.space ?? 0;
      if (before.length && space > piece.space) trace.push({ from: piece.space, to: space });
      if (space < piece.space && piece.fate === "stays") undone = true;
      pieces.push({
        id: piece.id,
        seat,
        space,
        inside: now ? 0 : inside++,
        stuck: now?.stuck ?? false,
        fate: now?.fate ?? "stays",
      });
    }
  }
  const lasting = undone ? [] : last.trace;
  return { pieces, die: scene.die || last.die, trace: trace.length ? trace : lasting };
}

/** Which of the islanders shown each piece is; those without one are in the pot.
 *
 * From front to back: a piece is matched with the islander a throw further on, unless a piece in front
 * is that one. A doomed islander was there before the one that arrived.
 */
function matched(ids: Piece[], shown: PapuaIslander[], die: number): Map<Piece, PapuaIslander> {
  const found = new Map<Piece, PapuaIslander>();
  const left = [...shown].sort((one, other) => other.space - one.space);
  const claim = (piece: Piece, index: number) => {
    if (index >= 0) found.set(piece, left.splice(index, 1)[0]!);
    return index >= 0;
  };
  const doomed = (one: { fate: Piece["fate"] }) => Number(one.fate === "sent_back");
  const order = [...ids].sort(
    (one, other) =>
      other.space - one.space || doomed(one) - doomed(other) || other.inside - one.inside,
  );
  for (const piece of order) {
    const there = (space: number, fate: number) =>
      left.findIndex((one) => one.space === space && doomed(one) === fate);
    claim(piece, there(piece.space + die, 0)) ||
      claim(piece, there(piece.space, 1)) ||
      claim(piece, there(piece.space, 0));
  }
  for (const piece of order) if (!found.has(piece)) claim(piece, left.length ? 0 : -1); // a jump
  return found;
}

function firstPieces(seat: number, count: number): Piece[] {
  return Array.from({ length: count }, (_, number) => ({
    id: `${seat}-${number}`,
    seat,
    space: 0,
    inside: number,
    stuck: false,
    fate: "stays" as const,
  }));
}
