// Papua: who stands where on the path, and in which group.
import type { Rules } from "../../lib/engine/rules";
import { hasBit, upTo } from "../../lib/engine/telling";
import type { State } from "./record";

export function everyone(rules: Rules<State>, s: State): bigint {
  return rules.askSet("everyone", s);
}

/** The seat whose islander stands on a space; undefined if it is empty. */
export function holder(s: State, space: number): number | undefined {
  return upTo(s.seats).find((seat) => hasBit(s.islanders[seat]!, space));
}

/** Whether the islanders on a space and on the next one are in one group. */
export function joined(rules: Rules<State>, s: State, space: number): boolean {
  const allRound = everyone(rules, s) & ~s.squares;
  const seat = holder(s, space);
  if (seat === undefined || ((allRound >> BigInt(space)) & 3n) !== 3n) return false;
  const mine = s.islanders[seat]! & ~s.squares;
  return rules.compute("in_group", mine, allRound & ~mine, space) !== 0n;
}

/** The lowest of a set of spaces. */
export function lowest(rules: Rules<State>, spaces: bigint): number {
  return Number(rules.compute("lowest", BigInt.asIntN(64, spaces)));
}
