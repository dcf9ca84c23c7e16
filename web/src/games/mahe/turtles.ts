// The turtles of Mahé by name, and those that ride on each other.
import type { Rules } from "../../lib/engine/rules";
import type { State } from "./record";

/** A turtle and its riders, the topmost last. */
export function riders(s: State, turtle: number): number[] {
  const rider = s.rider[turtle]!;
  return rider ? [turtle, ...riders(s, rider)] : [turtle];
}

/** The letter on its shell, where each player has two. */
export function letter(rules: Rules<State>, s: State, turtle: number): string {
  return turtleName(rules, s, turtle).slice(1);
}

/** The number of its seat; with two turtles a seat also which of them: 2a, 2b. */
export function turtleName(rules: Rules<State>, s: State, turtle: number): string {
  const seat = rules.ask("owner", s, turtle) + 1;
  return rules.ask("turtles_each", s) === 1 ? `${seat}` : `${seat}${"ab"[(turtle - 1) % 2]}`;
}
