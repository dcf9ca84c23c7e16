// Maroc'eau: what a move would do, as far as its seat can know.
import type { Rules } from "../../lib/engine/rules";
import { upTo, type ShownStep } from "../../lib/engine/telling";
import { columnAt, columnOf, GRID } from "./grids";
import { Code, FACE_DOWN, HIGHEST, KINDS, LOWEST, NO_CARD, Phase, PLACES, Report, ROWS, type State } from "./record";
import { faceOf, withCards } from "./show";
import type { MaroceauOdds, MaroceauPreview } from "./scene";

const NOTHING: MaroceauPreview = {
  motions: [], turned: [], gone: [], change: 0, ends_round: false, reshuffles: false, odds: [], of: 0, column_odds: 0,
};

export function preview(rules: Rules<State>, step: ShownStep<State>): MaroceauPreview {
  const { before: s, after, words } = step;
  const [verb, name = ""] = words;
  if (verb === "take") return { ...NOTHING, motions: [{ value: s.top, start: "discard", end: "hand" }] };
  if (verb === "draw") {
    const pool = after.reshuffled ? after.pile : after.unseen;
    const motions = [{ value: null, start: "draw", end: "hand" }];
    return { ...NOTHING, motions, reshuffles: s.stock === 0, odds: oddsOf(pool), of: sum(pool) };
  }
  const mine = s.grid.slice(s.turn * PLACES, (s.turn + 1) * PLACES);
  const hidden = upTo(PLACES).filter((i) => mine[i] === FACE_DOWN).map((i) => GRID[i]!);
  if (verb === "drop") {
    return { ...NOTHING, motions: [{ value: faceOf(s.hand), start: "hand", end: "discard" }], turned: hidden };
  }
  const place = GRID.indexOf(name);
  const ends_round = s.phase !== Phase.TURN_TWO && s.ended_by === 0 && hidden.length === 1 && hidden[0] === name;
  if (verb !== "flip") return { ...swapAhead(rules, step, place), ends_round };
  const [one, other] = columnOf(place).filter((i) => i !== place).map((i) => mine[i]!) as [number, number];
  const column_odds = one === other && one <= HIGHEST ? s.unseen[one - LOWEST]! : 0;
  return { ...NOTHING, turned: [name], ends_round, odds: oddsOf(s.unseen), of: sum(s.unseen), column_odds };
}

/** What it would do to lay the card in hand on a place of the grid. */
function swapAhead(rules: Rules<State>, step: ShownStep<State>, place: number): MaroceauPreview {
  const { before: s, after } = step;
  const name = GRID[place]!;
  const first = s.turn * PLACES;
  const [laid, replaced] = [s.hand, s.grid[first + place]!];
  let { reports } = step;
  if (after.phase === Phase.REPLACED) { // whatever the replaced card is, the column goes or not
    const card = after.unseen.findIndex((count) => count > 0);
    reports = [...reports, ...rules.play(after, Code.CARD + card).reports];
  }
  const column = first + columnAt(place);
  const goes = reports.some(({ what, a }) => what === Report.COLUMN_GOES && a === column);
  const gone = goes ? columnOf(place).map((i) => GRID[i]!) : [];
  const then = withCards(step);
  if (goes) then.grid.splice(column, ROWS, ...Array<number>(ROWS).fill(NO_CARD));
  const unknown = replaced === FACE_DOWN;
  return {
    ...NOTHING,
    motions: [
      { value: faceOf(laid), start: "hand", end: name },
      { value: faceOf(replaced), start: name, end: "discard" },
      ...gone.map((one) => ({ value: faceOf(laid), start: one, end: "discard" })),
    ],
    turned: unknown ? [name] : [],
    gone,
    change: rules.ask("visible_points", then, s.turn) - rules.ask("visible_points", s, s.turn),
    odds: unknown ? oddsOf(then.unseen) : [],
    of: unknown ? sum(then.unseen) : 0,
  };
}

/** What a card of a pool may be. */
function oddsOf(pool: number[]): MaroceauOdds[] {
  return upTo(KINDS).flatMap((i) => (pool[i] ? [{ value: LOWEST + i, cards: pool[i]! }] : []));
}

function sum(pool: number[]): number {
  return pool.reduce((total, count) => total + count, 0);
}
