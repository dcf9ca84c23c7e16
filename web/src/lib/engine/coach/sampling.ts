// Simulated games from one position, all with the same dice, by the functions of tablee.coach.sampling.
import { Layout } from "../layout";
import type { Seated } from "../manifest";
import { NODE, OUTCOME, PLAN, ROUND, ROUNDS, ROUNDS_SEED, STATES, SUMS, UNIT } from "../records";
import type { Rules } from "../rules";
import { Scratch, type Row } from "../scratch";

export const FEWEST = 16; // simulations of one move

export interface Sample {
  outcomes: Row;
  size: number;
  groups: number; // equally large, one of each tree; 0: every simulation is independent
  sums: Sum[]; // of each group, or of all simulations where there are none
}

interface Sum {
  won: bigint[];
  won_squared: bigint[];
  scored: bigint[];
}

type Mean = [mean: number, error: number];

/** Something about all seats, with standard errors. */
export interface Estimated {
  wins: number[];
  errors: number[];
}

/** What is tried: a move of a seat, from 0, that knows what it sees; or none, with nothing hidden. */
interface Trial {
  seat?: number;
  code?: number;
  first?: number;
  trees: number;
}

const rounds = new WeakMap<Rules<any>, Map<string, Uint8Array<ArrayBuffer>>>();

export class Sampler<S extends Seated> {
  private readonly scratch: Scratch<S>;
  private readonly rounds: Row;

  constructor(
    private readonly rules: Rules<S>,
    private readonly state: S,
    options: Record<string, unknown>,
    private readonly seed: bigint,
  ) {
    this.scratch = new Scratch(rules);
    this.rounds = this.roundsOf(options);
  }

  sample(simulations: number, { seat = -1, code = -1, first = 0, trees }: Trial): Sample {
    const { scratch } = this;
    const { trees: grows, exploration, informed, horizon, ranks } = this.rules.manifest.coaching;
    const groups = grows ? trees : 0;
    const each = Math.ceil(simulations / Math.max(1, groups));
    const size = each * Math.max(1, groups);
    const capacity = groups ? each + 1 : 1;
    const plan = { seat, capacity, nodes: 1, exploration, informed, horizon, ranks, paced: 1, code, first, trees: groups, each };
    const outcomes = scratch.row(OUTCOME, size);
    const rows = [
      scratch.states(this.state, STATES), scratch.dice(this.seed, 0), scratch.row(PLAN, 1, plan), scratch.row(NODE, capacity), this.rounds,
      outcomes, scratch.works(),
    ];
    scratch.call("sample", ...rows.flat());
    return this.summedUp(outcomes, size, groups);
  }

  /** What every seat wins on average. */
  evaluation(sample: Sample): Estimated {
    const means = Array.from({ length: this.state.seats }, (_, seat) => won(sample, seat));
    return { wins: means.map(([mean]) => mean), errors: means.map(([, error]) => error) };
  }

  /** By how much one sample is better than another of the same size, pair by pair. */
  paired(one: Sample, other: Sample): Estimated {
    const gaps = this.scratch.row(OUTCOME, one.size);
    this.scratch.call("subtract", ...one.outcomes, ...other.outcomes, ...gaps, BigInt(one.size));
    return this.evaluation(this.summedUp(gaps, one.size, one.groups));
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

  /** The rounds that the rest of a match is drawn from, in a game of several; played once for a table. */
  private roundsOf(options: Record<string, unknown>): Row {
    const { scratch, rules } = this;
    if (!scratch.has("play_rounds")) return scratch.row(ROUND, 1);
    const row = scratch.row(ROUND, ROUNDS);
    const size = new Layout<any>(ROUND).size * ROUNDS;
    const all = rounds.get(rules) ?? new Map<string, Uint8Array<ArrayBuffer>>();
    rounds.set(rules, all);
    const table = JSON.stringify([this.state.seats, options]);
    const known = all.get(table);
    if (known) new Uint8Array(scratch.view.buffer, row[0], size).set(known);
    else {
      const start = scratch.states(rules.start(this.state.seats, options), STATES);
      scratch.call("play_rounds", ...start, ...scratch.dice(BigInt(ROUNDS_SEED), 0), ...row, ...scratch.works());
      all.set(table, new Uint8Array(size));
      all.get(table)!.set(new Uint8Array(scratch.view.buffer, row[0], size));
    }
    return row;
  }
}

/** An even share of some simulations. */
export function share(simulations: number, moves: number): number {
  return Math.max(FEWEST, Math.floor(simulations / moves));
}

/** What a seat wins on average, and the standard error. */
function won(sample: Sample, seat: number): Mean {
  const sums = sample.sums.map((one): [bigint, bigint] => [one.won[seat]!, one.won_squared[seat]!]);
  return meanOf(sums, sample.size, UNIT);
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
