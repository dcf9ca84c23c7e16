// Maroc'eau in words: what happens in a step, and what a move would do.
import type { Row, Rules } from "../../lib/engine/rules";
import { reported, saying, told, upTo, type ShownStep } from "../../lib/engine/telling";
import type { Saying, Told } from "../../lib/wire";
import { GRID } from "./grids";
import { LOWEST, Phase, PLACES, Report, ROWS, type State } from "./record";

/** What happens in a step; all that a seat does in its turn goes on the same line. */
export function tell(rules: Rules<State>, step: ShownStep<State>): Told[] {
  const { before: s, reports } = step;
  const found: Told[] = [];
  const sayings = reports.flatMap((row) => sentences(step, row));
  if (sayings.length) {
    const first = reports[0]!;
    const seat = s.phase === Phase.REVEAL ? Math.floor(first.a / PLACES) : s.turn;
    found.push(told(seat + 1, sayings, first.what !== Report.TAKES && first.what !== Report.DRAWS));
  }
  for (const { what, a } of reports) {
    if (what === Report.OPENS) found.push(told(0, [saying("tell.maroceau_opens", { card: a })]));
    else if (what === Report.BEGINS) found.push(told(a + 1, [saying("tell.begins")]));
    else if (what === Report.COUNTED) found.push(...roundTold(rules, step.after, a));
  }
  return found;
}

/** What a seat does, or what becomes of its cards; nothing, if it is told otherwise. */
function sentences(step: ShownStep<State>, { what, a, b }: Row): Saying[] {
  const counted = reported(step, Report.COUNTED);
  switch (what) {
    case Report.TAKES:
      return [saying("tell.maroceau_takes", { card: b })];
    case Report.DRAWS:
      return [saying("tell.maroceau_draws")];
    case Report.RESHUFFLED:
      return [saying("tell.reshuffled")];
    case Report.DROPS:
      return [saying("tell.maroceau_drops", { card: b })];
    case Report.TURNS:
      return [saying("tell.maroceau_turns", { place: GRID[b % PLACES] })];
    case Report.SHOWS:
      if (step.before.phase === Phase.REVEAL) {
        return [saying("tell.maroceau_reveals", { place: GRID[a % PLACES], card: b })];
      }
      return [saying("tell.maroceau_shows", { card: b })];
    case Report.SEES:
      return [saying("tell.maroceau_shows", { card: b })];
    case Report.LAYS:
      return [laying(step, GRID[a % PLACES]!, b)];
    case Report.REPLACED:
      return reported(step, Report.LAYS) ? [] : [saying("tell.maroceau_replaced", { card: b })];
    case Report.COLUMN_GOES: {
      const column = "abcd"[Math.floor((a % PLACES) / ROWS)];
      return counted ? [] : [saying("tell.maroceau_column_goes", { column, card: b })];
    }
    case Report.ENDS_ROUND:
      return counted ? [] : [saying("tell.maroceau_ends")];
    default:
      return [];
  }
}

/** A card is laid, in exchange for one that lies open or not. */
function laying(step: ShownStep<State>, place: string, card: number): Saying {
  const values = { held: saying("tell.maroceau_the", { card }), place };
  const replaced = reported(step, Report.REPLACED);
  return replaced ? saying("tell.maroceau_swaps", { ...values, card: replaced.b }) : saying("tell.maroceau_puts", values);
}

/** The points of a round that is over, seat by seat. */
function roundTold(rules: Rules<State>, after: State, number: number): Told[] {
  const seats = upTo(after.seats).map((seat) => {
    const points = rules.ask("round_points", after, seat);
    const key = points === after.last_points[seat] ? "tell.maroceau_points" : "tell.maroceau_doubled";
    const values = { points: { count: "points", number: points }, total: after.totals[seat] };
    return told(seat + 1, [saying(key, values)]);
  });
  return [told(0, [saying("tell.maroceau_round", { round: number })]), ...seats];
}

/** What a move would do. */
export function says(_rules: Rules<State>, step: ShownStep<State>): Saying[] {
  const s = step.before;
  const [first, ...rest] = step.reports as [Row, ...Row[]];
  switch (first.what) {
    case Report.DRAWS: {
      const pool = s.reshuffled ? s.pile : s.unseen;
      const cards = pool.reduce((total, count) => total + count, 0);
      const points = pool.reduce((total, count, i) => total + (LOWEST + i) * count, 0);
      return [saying("tell.maroceau_may_draw", { mean: points / Math.max(1, cards) })];
    }
    case Report.TAKES:
      return [saying("tell.maroceau_may_take", { card: first.b })];
    case Report.DROPS:
      return [saying("tell.maroceau_may_drop", { card: first.b })];
    case Report.TURNS:
      return sentences(step, first);
  }
  const key = reported(step, Report.REPLACED) ? "tell.maroceau_may_swap" : "tell.maroceau_may_put";
  const values = { card: first.b, place: GRID[first.a % PLACES], replaced: s.grid[first.a] };
  return [saying(key, values), ...rest.flatMap((row) => sentences(step, row))];
}
