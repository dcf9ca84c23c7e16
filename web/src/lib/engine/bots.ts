// Bots, by the very functions that the server's bots use: same level, same seed, same move.
import type { Level, Seated } from "./face";
import { Layout } from "./layout";
import { Instance } from "./module";
import { DICE, NODE, PLAN, ROOT_MOVE, STATES } from "./records";
import type { Rules } from "./rules";

const WORD = 0xffffffffn;

/** The move of a bot of some level that sees this, as a code; `match` tells its choices apart. */
export function choose<S extends Seated>(rules: Rules<S>, seen: S, level: string, seed: bigint, match: number): number {
  const found = rules.face.ladder[level]!;
  const codes = rules.legal(seen);
  const place = found.simulations === undefined ? byLiking(rules, seen, found, seed, match) : bySearch(rules, seen, found, seed, match);
  return codes[place]!;
}

/** Rows of records in a module that is used for one choice. */
class Desk<S extends Seated> extends Instance {
  constructor(private readonly rules: Rules<S>) {
    super(rules.module);
  }

  /** A row of records, the first as given and the others zero: address and length. */
  row(layout: Layout<any>, count: number, ...given: object[]): [number, number] {
    const at = this.take(layout.size * count);
    given.forEach((one, i) => layout.write(this.view, at + i * layout.size, one));
    return [at, count];
  }

  dice(seed: bigint, match: number): [number, number] {
    return this.row(new Layout(DICE), 1, { seed_low: seed & WORD, seed_high: (seed >> 32n) & WORD, match: BigInt(match) });
  }

  states(seen: S, count: number): [number, number] {
    return this.row(new Layout<S>(this.rules.face.fields), count, ...Array<S>(count).fill(seen));
  }

  works(): [number, number] {
    return this.row(new Layout(this.rules.face.workspace), 1);
  }
}

function byLiking<S extends Seated>(rules: Rules<S>, seen: S, level: Level, seed: bigint, match: number): number {
  const desk = new Desk(rules);
  const [slips, lapses] = [BigInt(level.slips ?? 0), BigInt(level.lapses ?? 0)];
  const rows = [...desk.states(seen, 1), ...desk.dice(seed, match), ...desk.works()];
  return Number(desk.call("choose_by_liking", ...rows, slips, lapses));
}

function bySearch<S extends Seated>(rules: Rules<S>, seen: S, level: Level, seed: bigint, match: number): number {
  const desk = new Desk(rules);
  const count = rules.legal(seen).length;
  if (count === 1) return 0;
  const own = desk.dice(seed, match);
  const dices = desk.dice(0n, 0);
  desk.call("begin_search", ...dices, ...own);
  const { simulations = 0, exploration, informed, horizon, ranks } = level;
  const plan = { seat: rules.toAct(seen), capacity: simulations + 1, nodes: 1, exploration, informed, horizon, ranks };
  const nodes = desk.row(new Layout(NODE), simulations + 1);
  const found = desk.row(new Layout(ROOT_MOVE), rules.face.most);
  const works = desk.works();
  const plans = desk.row(new Layout(PLAN), 1, plan);
  desk.call("search", ...desk.states(seen, STATES), ...dices, ...plans, ...nodes, ...found, ...works, BigInt(simulations));
  return Number(desk.call("most_visited", ...found, ...own, ...works, BigInt(count)));
}
