// What each move is worth, by the very simulations of tablee.coach: the same moves, dice and numbers.
import { Scratch, type Row } from "./scratch";
import type { Seated } from "./manifest";
import { NODE, OUTCOME, PLAN, ROUND, ROUNDS, ROUNDS_SEED, STATES, SUMS, UNIT } from "./records";
import type { Rules } from "./rules";

const FINALISTS = 3; // moves that are simulated again
const FIRST_PART = 0.4; // of the budget, for the choice
const FEWEST = 16; // simulations of one move
const CHOICE_TREES = 3; // few and large: a small tree knows too little
const TREES = 6;
const SURE = 2.5; // standard errors; less is noise

/** A move: its chance to win, and what is lost by it against the best, with standard errors. */
export interface Estimate {
  code: number;
  wins: number;
  error: number;
  loss: number;
  lossError: number;
}

interface Sample {
  outcomes: Row;
  size: number;
  groups: number; // equally large, one of each tree; 0: every simulation is independent
  sums: Sum[]; // of each group, or of all simulations where there are none
}

type Mean = [mean: number, error: number];
interface Sum {
  won: bigint[];
  won_squared: bigint[];
  scored: bigint[];
}

/** All moves of the seat to act that sees this, the best first; `options` are those of the table. */
export function advise<S extends Seated>(
  rules: Rules<S>, seen: S, options: Record<string, unknown>, seed: bigint, simulations = rules.manifest.coaching.simulations,
): Estimate[] {
  const comparison = new Comparison(rules, seen, options, seed);
  return comparison.ranked(simulations);
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

class Comparison<S extends Seated> {
  private readonly scratch: Scratch<S>;
  private readonly samples = new Map<number, Sample>();
  private readonly seat: number;
  private readonly rounds: Row;

  constructor(
    private readonly rules: Rules<S>,
    private readonly seen: S,
    options: Record<string, unknown>,
    private readonly seed: bigint,
  ) {
    this.scratch = new Scratch(rules);
    this.seat = rules.toAct(seen);
    this.rounds = this.roundsOf(options);
  }

  ranked(simulations: number): Estimate[] {
    const codes = this.rules.legal(this.seen);
    let [order, first, start] = [codes, 0, 0];
    if (codes.length > 2) {
      first = share(FIRST_PART * simulations, codes.length);
      for (const code of codes) this.samples.set(code, this.sample(code, 0, first, CHOICE_TREES));
      order = [...codes].sort((one, other) => this.compared(other, one));
      start = Math.max(...codes.map((code) => this.samples.get(code)!.size));
    }
    const finalists = order.slice(0, FINALISTS);
    const again = share(simulations - first * codes.length, finalists.length);
    for (const code of finalists) this.samples.set(code, this.sample(code, start, again, TREES));
    let best = this.best(codes);
    // A move that now looks better than all finalists becomes one: no move shown beats the best.
    for (; !finalists.includes(best); best = this.best(codes)) {
      finalists.push(best);
      this.samples.set(best, this.sample(best, start, again, TREES));
    }
    const estimates = codes.map((code) => this.estimate(code, best));
    return estimates.sort((one, other) => +(one.code !== best) - +(other.code !== best) || other.wins - one.wins);
  }

  private best(codes: number[]): number {
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
    const [one, other] = [this.samples.get(best)!, this.samples.get(code)!];
    const [wins, error] = this.won(other);
    if (one.size === other.size) {
      const [loss, lossError] = this.won(this.minus(one, other));
      return { code, wins, error, loss, lossError };
    }
    const [most, mostError] = this.won(one);
    return { code, wins, error, loss: most - wins, lossError: Math.hypot(mostError, error) };
  }

  // --- simulations ---------------------------------------------------------------------------------

  private sample(code: number, first: number, simulations: number, trees: number): Sample {
    const { scratch } = this;
    const { trees: grows, exploration, informed, horizon, ranks } = this.rules.manifest.coaching;
    const groups = grows ? trees : 0;
    const each = Math.ceil(simulations / Math.max(1, groups));
    const size = each * Math.max(1, groups);
    const capacity = groups ? each + 1 : 1;
    const plan = {
      seat: this.seat, capacity, nodes: 1, exploration, informed, horizon, ranks, paced: 1, code, first, trees: groups, each,
    };
    const outcomes = scratch.row(OUTCOME, size);
    const rows = [
      scratch.states(this.seen, STATES), scratch.dice(this.seed, 0), scratch.row(PLAN, 1, plan), scratch.row(NODE, capacity), this.rounds,
      outcomes, scratch.works(),
    ];
    scratch.call("sample", ...rows.flat());
    return this.summedUp(outcomes, size, groups);
  }

  /** The rounds that the rest of a match is drawn from, in a game of several. */
  private roundsOf(options: Record<string, unknown>): Row {
    const { scratch, rules } = this;
    if (!scratch.has("play_rounds")) return scratch.row(ROUND, 1);
    const rounds = scratch.row(ROUND, ROUNDS);
    const start = scratch.states(rules.start(this.seen.seats, options), STATES);
    scratch.call("play_rounds", ...start, ...scratch.dice(BigInt(ROUNDS_SEED), 0), ...rounds, ...scratch.works());
    return rounds;
  }

  private minus(one: Sample, other: Sample): Sample {
    const gaps = this.scratch.row(OUTCOME, one.size);
    this.scratch.call("subtract", ...one.outcomes, ...other.outcomes, ...gaps, BigInt(one.size));
    return this.summedUp(gaps, one.size, one.groups);
  }

  private summedUp(outcomes: Row, size: number, groups: number): Sample {
    const each = size / Math.max(1, groups);
    const sums = Array.from({ length: Math.max(1, groups) }, (_, group) => {
      const row = this.scratch.row(SUMS, 1);
      this.scratch.call("sum_up", ...outcomes, ...row, BigInt(group * each), BigInt(each));
      return this.scratch.read<Sum>(SUMS, row);
    });
    return { outcomes, size, groups, sums };
  }

  /** What the seat wins on average, and the standard error. */
  private won(sample: Sample): Mean {
    const sums = sample.sums.map((one): [bigint, bigint] => [one.won[this.seat]!, one.won_squared[this.seat]!]);
    return meanOf(sums, sample.size, UNIT);
  }
}

function share(simulations: number, moves: number): number {
  return Math.max(FEWEST, Math.floor(simulations / moves));
}

/** Mean and standard error of integers, from exact sums and sums of squares. */
function meanOf(sums: [bigint, bigint][], count: number, unit: number): Mean {
  const total = sums.reduce((sum, [one]) => sum + one, 0n);
  const squares = sums.reduce((sum, [, one]) => sum + one, 0n);
  const many = BigInt(count);
  const variance = Number(many * squares - total * total) / (count * (count - 1));
  const mean = Number(total) / count / unit;
  const error = Math.sqrt(variance / count) / unit;
  if (sums.length < 2) return [mean, error];
  const groups: [bigint, bigint] = [total, sums.reduce((sum, [one]) => sum + one * one, 0n)];
  const [, byGroups] = meanOf([groups], sums.length, unit * Math.floor(count / sums.length));
  return [mean, Math.max(error, byGroups)];
}
