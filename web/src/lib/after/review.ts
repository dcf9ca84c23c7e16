// A review from the server (docs/explanation/review.md), and its presentation.
import { seatNames } from "../seats/seatNames";
import type { Saying } from "../wire";

export const VERDICTS = ["best", "fine", "inaccuracy", "mistake", "blunder"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Weighed {
  move: string;
  wins: number;
  wins_error: number;
  loss: number;
}

export interface Judgement {
  verdict: Verdict;
  best: string;
  loss: number;
  loss_error: number;
  counted: number;
  moves: Weighed[];
  why: Saying[];
}

export interface Ply {
  number: number; // of its event
  actor: number; // a seat, or -1: chance
  move: string;
  kind: "chance" | "decision" | "forced";
  judgement?: Judgement;
}

export interface Account {
  seat: number;
  start: number;
  luck: number;
  own: number;
  others: number;
  result: number;
  unknown: number;
  start_error: number;
  luck_error: number;
  own_error: number;
  others_error: number;
}

export interface Review {
  game: string;
  names: string[];
  deal: number; // plies before the first decision; they are one event
  finished: boolean;
  simulations: number;
  seed: number;
  values: number[][]; // before each ply and at the end, by seat
  errors: number[][];
  accounts: Account[];
  plies: Ply[];
}

/** A review with the displayed names. */
export function named(review: Review): Review {
  return { ...review, names: seatNames(review.names) };
}

/** Where the curves have a point: the deal is one step, however long it took. */
export function shownRows(review: Review): number[] {
  const rows = [0];
  for (let row = Math.max(1, review.deal); row < review.values.length; row++) rows.push(row);
  return rows;
}

/** The event after which a row of values holds; 0: before the first. */
export function eventOfRow(review: Review, row: number): number {
  return row === 0 ? 0 : review.plies[Math.min(row, review.plies.length) - 1]!.number;
}

/** The row of values that holds after an event. */
export function rowOfEvent(review: Review, event: number): number {
  let row = 0;
  while (row < review.plies.length && review.plies[row]!.number <= event) row += 1;
  return row === review.plies.length ? review.values.length - 1 : row;
}

/** By how much a ply changed the chance of each seat. */
export function change(review: Review, index: number): number[] {
  return review.values[index + 1]!.map((after, seat) => after - review.values[index]![seat]!);
}

/** The plies with the largest changes, in order. */
export function turningPoints(review: Review, count = 6): number[] {
  const size = (index: number) => Math.max(...change(review, index).map(Math.abs));
  return review.plies
    .map((_, index) => index)
    .filter((index) => size(index) > 0)
    .sort((one, other) => size(other) - size(one) || one - other)
    .slice(0, count)
    .sort((one, other) => one - other);
}

/** The decisions of a seat that were clearly wrong, the worst first. */
export function mistakesOf(review: Review, seat: number): number[] {
  const lost = (index: number) => review.plies[index]!.judgement!.counted;
  return review.plies
    .map((_, index) => index)
    .filter((index) => {
      const { actor, judgement } = review.plies[index]!;
      return actor === seat && judgement !== undefined && judgement.why.length > 0;
    })
    .sort((one, other) => lost(other) - lost(one) || one - other);
}

/** How often each verdict was said of a seat. */
export function tally(review: Review, seat: number): Record<Verdict, number> {
  const counts = { best: 0, fine: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const { actor, judgement } of review.plies) {
    if (judgement && actor === seat) counts[judgement.verdict] += 1;
  }
  return counts;
}

/** The moves that would have been better than the one played, with what that one wins. */
export function better(ply: Ply): { played: number; moves: Weighed[] } {
  const judged = ply.judgement!;
  const played = judged.moves.find((one) => one.move === ply.move)!.wins;
  return { played, moves: judged.moves.filter((one) => one.wins - played >= judged.loss / 2) };
}
