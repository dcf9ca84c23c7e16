// Maroc'eau: what has to happen now, and why a move is refused.
import type { Rules } from "../../lib/engine/rules";
import type { Reason } from "../../lib/engine/telling";
import { GRID } from "./grids";
import { AWAITED, Code, NOT_NOW_BUT, Phase, PLACES, Why, type State } from "./record";

export function awaited(_rules: Rules<State>, s: State): [string, string] {
  return s.phase === Phase.ENDED && s.rounds ? ["W42", "maroceau.ended"] : AWAITED[s.phase]!;
}

export function refusal(rules: Rules<State>, s: State, code: number, reason: number): Reason {
  const [paragraph] = awaited(rules, s);
  if (reason === Why.NOT_NOW) return { paragraph, key: NOT_NOW_BUT[s.phase]!, values: { card: s.hand } };
  if (reason === Why.MUST_PLACE) return { paragraph: "W21", key: "maroceau.must_place", values: { card: s.hand } };
  const index = code < Code.DROP ? code - Code.FLIP : code - Code.SWAP;
  const place = GRID[index]!;
  if (reason === Why.ALREADY_TURNED) {
    const card = s.grid[s.turn * PLACES + index];
    return { paragraph, key: "maroceau.already_turned", values: { place, card } };
  }
  return { paragraph: "W23", key: "maroceau.column_gone", values: { place, column: place[0] } };
}
