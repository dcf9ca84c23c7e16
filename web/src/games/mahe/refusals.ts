// Mahé: what has to happen now, and why a move is refused.
import type { Rules } from "../../lib/engine/rules";
import type { Reason } from "../../lib/engine/telling";
import { AWAITED, Code, Phase, REASONS, Why, type State } from "./record";

export function awaited(_rules: Rules<State>, s: State): [string, string] {
  return AWAITED[s.phase]!;
}

export function refusal(rules: Rules<State>, s: State, code: number, reason: number): Reason {
  if (reason === Why.NOT_NOW) {
    const what = s.phase === Phase.WHICH_TURTLE ? "turtle" : "decide";
    return { paragraph: AWAITED[s.phase]![0], key: `mahe.not_now_${what}`, values: {} };
  }
  const [paragraph, key] = REASONS[reason]!;
  const value = code - Code.CARD + 1;
  return { paragraph, key, values: { value, sum: rules.ask("total", s) + value } };
}
