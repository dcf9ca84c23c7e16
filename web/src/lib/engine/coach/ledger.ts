// The ledger of luck and skill, as tablee.coach.ledger adds it up: start + luck + own + others = result.
import type { Account } from "../../after/review";

const CHANCE = -1;

/** What is known of the plies of a match: who acted, and what a decision lost, with its doubts by seat. */
export interface Entry {
  actor: number;
  counted: number;
  doubt: number[] | null;
}

/** The accounts of all seats; `values` has a row of chances before each ply, and one at the end. */
export function accountsOf(values: number[][], startErrors: number[], entries: Entry[]): Account[] {
  return startErrors.map((error, place) => accountOf(place, values, error, entries));
}

function accountOf(place: number, values: number[][], startError: number, entries: Entry[]): Account {
  let [luck, own, others, unknown, ownDoubt, othersDoubt] = [0, 0, 0, 0, 0, 0];
  entries.forEach(({ actor, counted, doubt }, index) => {
    const change = values[index + 1]![place]! - values[index]![place]!;
    const squared = (doubt?.[place] ?? 0) ** 2;
    if (actor === CHANCE) luck += change;
    else if (actor === place + 1) {
      own -= counted;
      unknown += change + counted;
      ownDoubt += squared;
    } else {
      others += change;
      othersDoubt += squared;
    }
  });
  return {
    seat: place + 1, start: values[0]![place]!, luck: luck + unknown, own, others, result: values.at(-1)![place]!, unknown,
    start_error: startError,
    luck_error: Math.sqrt(startError ** 2 + ownDoubt + othersDoubt),
    own_error: Math.sqrt(ownDoubt),
    others_error: Math.sqrt(othersDoubt),
  };
}
