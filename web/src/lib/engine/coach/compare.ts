// What each move is worth, by the very simulations of tablee.coach: the same moves, dice and numbers.
import type { Seated } from "../manifest";
import type { Rules } from "../rules";
import { Sampler, share, type Estimated, type Sample } from "./sampling";

const FINALISTS = 3; // moves that are simulated again, beside those asked about
const FIRST_PART = 0.4; // of the budget, for the choice
const CHOICE_TREES = 3; // few and large: a small tree knows too little
const TREES = 6;
export const SURE = 2.5; // standard errors; less is noise

/** A move: its chance to win, and what is lost by it against the best, with standard errors. */
export interface Estimate {
  code: number;
  wins: number;
  error: number;
  loss: number;
  lossError: number;
}

/** All moves of the seat to act that sees this, the best first; `options` are those of the table. */
export function advise<S extends Seated>(
  rules: Rules<S>, seen: S, options: Record<string, unknown>, seed: bigint, simulations = rules.manifest.coaching.simulations,
): Estimate[] {
  const sampler = new Sampler(rules, seen, options, seed);
  return new Comparison(rules, seen, sampler, simulations).ranked();
}

/** The moves in groups within which the difference is noise, as they are ranked. */
export function grouped(moves: readonly Estimate[]): Estimate[][] {
  const groups: Estimate[][] = [];
  for (const move of moves) {
    const best = groups.at(-1)?.[0];
    if (best && !isBehind(move, best)) groups.at(-1)!.push(move);
    else groups.push([move]);
  }
  return groups;
}

/** Whether two moves are too close to call; the best was compared pair by pair. */
export function isClose(other: Estimate): boolean {
  return other.loss <= SURE * other.lossError;
}

function isBehind(move: Estimate, other: Estimate): boolean {
  if (other.loss === 0) return !isClose(move);
  return other.wins - move.wins > SURE * Math.hypot(move.error, other.error);
}

/** The moves of the seat to act, simulated and compared; those of `keep` are simulated again for sure. */
export class Comparison<S extends Seated> {
  readonly best: number;
  readonly finalists: number[];
  private readonly codes: number[];
  private readonly order: number[]; // from the best to the worst, as far as the choice knows
  private readonly samples = new Map<number, Sample>();
  private readonly seat: number;

  constructor(
    private readonly rules: Rules<S>,
    seen: S,
    private readonly sampler: Sampler<S>,
    simulations: number,
    keep: readonly number[] = [],
  ) {
    this.seat = rules.toAct(seen);
    const codes = (this.codes = rules.legal(seen));
    let [order, first, start] = [codes, 0, 0];
    if (codes.length > 2) {
      first = share(FIRST_PART * simulations, codes.length);
      for (const code of codes) this.samples.set(code, this.sample(code, 0, first, CHOICE_TREES));
      order = [...codes].sort((one, other) => this.compared(other, one));
      start = Math.max(...codes.map((code) => this.samples.get(code)!.size));
    }
    this.order = order;
    this.finalists = [...new Set([...order.slice(0, FINALISTS), ...keep])];
    const again = share(simulations - first * codes.length, this.finalists.length);
    for (const code of this.finalists) this.samples.set(code, this.sample(code, start, again, TREES));
    let best = this.first(codes);
    // A move that now looks better than all finalists becomes one: no move shown beats the best.
    for (; !this.finalists.includes(best); best = this.first(codes)) {
      this.finalists.push(best);
      this.samples.set(best, this.sample(best, start, again, TREES));
    }
    this.best = best;
  }

  /** All moves against the one taken as best, which comes first. */
  ranked(best = this.best): Estimate[] {
    const estimates = this.codes.map((code) => this.estimate(code, best));
    return estimates.sort((one, other) => +(one.code !== best) - +(other.code !== best) || other.wins - one.wins);
  }

  /** The best other move of the first round, or the move itself if it is alone. */
  challenger(code: number): number {
    return this.order.find((other) => other !== code) ?? code;
  }

  evaluation(code: number): Estimated {
    return this.sampler.evaluation(this.samples.get(code)!);
  }

  /** By how much one move is better than another: pair by pair, if both were simulated again. */
  gap(better: number, worse: number): Estimated {
    const [one, other] = [this.samples.get(better)!, this.samples.get(worse)!];
    if (one.size === other.size) return this.sampler.paired(one, other);
    const [most, least] = [this.sampler.evaluation(one), this.sampler.evaluation(other)];
    return {
      wins: most.wins.map((wins, seat) => wins - least.wins[seat]!),
      errors: most.errors.map((error, seat) => Math.hypot(error, least.errors[seat]!)),
    };
  }

  private sample(code: number, first: number, simulations: number, trees: number): Sample {
    return this.sampler.sample(simulations, { seat: this.seat, code, first, trees });
  }

  private first(codes: number[]): number {
    return codes.reduce((best, code) => (this.compared(code, best) > 0 ? code : best));
  }

  /** Above 0 if a move is better than another, by its chance to win, then by its score. */
  private compared(one: number, other: number): number {
    const sign = this.rules.manifest.lowest ? -1 : 1;
    const [a, b] = [one, other].map((code) => {
      const sample = this.samples.get(code)!;
      const total = (name: "won" | "scored") => Number(sample.sums.reduce((sum, one) => sum + one[name][this.seat]!, 0n)) / sample.size;
      return [total("won"), sign * total("scored")] as const;
    });
    return a![0] - b![0] || a![1] - b![1];
  }

  private estimate(code: number, best: number): Estimate {
    const [own, gap, seat] = [this.evaluation(code), this.gap(best, code), this.seat];
    return { code, wins: own.wins[seat]!, error: own.errors[seat]!, loss: gap.wins[seat]!, lossError: gap.errors[seat]! };
  }
}
