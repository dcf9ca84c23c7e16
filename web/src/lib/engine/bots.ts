// Bots, by the very functions that the server's bots use: same level, same seed, same move.
import { Desk } from "./desk";
import type { Level, Seated } from "./face";
import { NODE, PLAN, ROOT_MOVE, STATES } from "./records";
import type { Rules } from "./rules";

/** The move of a bot of some level that sees this, as a code; `match` tells its choices apart. */
export function choose<S extends Seated>(rules: Rules<S>, seen: S, level: string, seed: bigint, match: number): number {
  const found = rules.face.ladder[level]!;
  const codes = rules.legal(seen);
  const place = found.simulations === undefined ? byLiking(rules, seen, found, seed, match) : bySearch(rules, seen, found, seed, match);
  return codes[place]!;
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
  const nodes = desk.row(NODE, simulations + 1);
  const found = desk.row(ROOT_MOVE, rules.face.most);
  const works = desk.works();
  const plans = desk.row(PLAN, 1, plan);
  desk.call("search", ...desk.states(seen, STATES), ...dices, ...plans, ...nodes, ...found, ...works, BigInt(simulations));
  return Number(desk.call("most_visited", ...found, ...own, ...works, BigInt(count)));
}
