// Bots, by the very functions that the server's bots use: same level, same seed, same move.
import { Scratch } from "./scratch";
import type { Level, Seated } from "./manifest";
import { NODE, PLAN, ROOT_MOVE, STATES } from "./records";
import type { Rules } from "./rules";

/** The move of a bot of some level that sees this, as a code; `match` tells its choices apart. */
export function choose<S extends Seated>(rules: Rules<S>, seen: S, level: string, seed: bigint, match: number): number {
  const found = rules.manifest.ladder[level]!;
  const codes = rules.legal(seen);
  const place = found.simulations === undefined ? byLiking(rules, seen, found, seed, match) : bySearch(rules, seen, found, seed, match);
  return codes[place]!;
}

function byLiking<S extends Seated>(rules: Rules<S>, seen: S, level: Level, seed: bigint, match: number): number {
  const scratch = new Scratch(rules);
  const [slips, lapses] = [BigInt(level.slips ?? 0), BigInt(level.lapses ?? 0)];
  const rows = [...scratch.states(seen, 1), ...scratch.dice(seed, match), ...scratch.works()];
  return Number(scratch.call("choose_by_liking", ...rows, slips, lapses));
}

function bySearch<S extends Seated>(rules: Rules<S>, seen: S, level: Level, seed: bigint, match: number): number {
  const scratch = new Scratch(rules);
  const count = rules.legal(seen).length;
  if (count === 1) return 0;
  const own = scratch.dice(seed, match);
  const dices = scratch.dice(0n, 0);
  scratch.call("begin_search", ...dices, ...own);
  const { simulations = 0, exploration, informed, horizon, ranks } = level;
  const plan = { seat: rules.toAct(seen), capacity: simulations + 1, nodes: 1, exploration, informed, horizon, ranks };
  const nodes = scratch.row(NODE, simulations + 1);
  const found = scratch.row(ROOT_MOVE, rules.manifest.most);
  const works = scratch.works();
  const plans = scratch.row(PLAN, 1, plan);
  scratch.call("search", ...scratch.states(seen, STATES), ...dices, ...plans, ...nodes, ...found, ...works, BigInt(simulations));
  return Number(scratch.call("most_visited", ...found, ...own, ...works, BigInt(count)));
}
