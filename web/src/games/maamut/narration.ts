// Mâamut in words: what happens in a step, and what a move would do.
import type { Row, Rules } from "../../lib/engine/rules";
import { reported, saying, told, type ShownStep } from "../../lib/engine/telling";
import type { Saying, Told } from "../../lib/wire";
import { survival, wayOf } from "./flight";
import { DIRECTIONS, Phase, Report, TILE_NAMES, type State } from "./record";

const TABLE: Record<number, string> = {
  [Report.TILES_LIE]: "tell.maamut_tiles",
  [Report.TILES_TAKEN_UP]: "tell.maamut_tiles_again",
  [Report.HANDS_DEALT]: "tell.maamut_hands",
  [Report.RESHUFFLED]: "tell.reshuffled",
};

/** What happens in a step; tiles and first hands only when all are there. */
export function tell(rules: Rules<State>, step: ShownStep<State>): Told[] {
  const sayings = says(rules, step);
  const { before: s, reports } = step;
  if (sayings.length) return [told((reported(step, Report.MAKES_ROOM)?.a ?? s.turn) + 1, sayings)];
  return reports.flatMap(({ what, a, b }) => {
    if (what === Report.BEGINS) return [told(a + 1, [saying("tell.begins")])];
    if (what === Report.CARD_DEALT && s.phase === Phase.DRAW) {
      return [told(a + 1, [saying("tell.maamut_draws", { card: b })], true)];
    }
    return what in TABLE ? [told(0, [saying(TABLE[what]!)])] : [];
  });
}

/** What a hunter does, and what becomes of the mammoth and of all in its way. */
export function says(rules: Rules<State>, step: ShownStep<State>): Saying[] {
  return step.reports.flatMap((row) => sentence(rules, step, row) ?? []);
}

/** A report as a sentence, if it is one of its own. */
function sentence(rules: Rules<State>, step: ShownStep<State>, row: Row): Saying | null {
  const { what, a, b } = row;
  const [seat, tile] = [{ seat: a + 1 }, TILE_NAMES[b]];
  switch (what) {
    case Report.PLACED:
      return saying("tell.maamut_place", { tile });
    case Report.MOVES:
      return moveSaid(rules, step, a, b);
    case Report.SETS_TRAP:
      return saying("tell.maamut_sets", { tile });
    case Report.LIFTS_TRAP:
      if (a === step.before.turn) return saying("tell.maamut_lifts_own", { tile });
      return saying("tell.maamut_lifts", { tile, seat });
    case Report.DISCARDS:
      return saying("tell.maamut_discards", { card: b });
    case Report.MAKES_ROOM:
      return saying("tell.maamut_flees", { tile });
    case Report.STANDS:
      return saying("tell.maamut_stands");
    case Report.RUNS_TO: {
      if (row !== reported(step, Report.RUNS_TO)) return null;
      const [start, end] = [TILE_NAMES[step.before.mammoth], TILE_NAMES[step.after.mammoth]];
      return saying("tell.maamut_runs", { start, end });
    }
    case Report.OUT:
      return saying("tell.maamut_out", { seat });
    case Report.TRAPPED:
      return saying("tell.maamut_falls", { seat });
    case Report.MUST_MAKE_ROOM:
      return saying("tell.maamut_must_flee", { seat });
    case Report.SURVIVES:
      return saying(survival(rules, step.after), { limit: step.after.hunt_limit * step.after.seats });
    default:
      return null;
  }
}

/** The way of a hunter, which ends at a mammoth that stands its ground. */
function moveSaid(rules: Rules<State>, step: ShownStep<State>, seat: number, way: number): Saying {
  const tiles = wayOf(rules, step.before, seat, way);
  const end = reported(step, Report.STANDS) ? step.before.mammoth : tiles.at(-1)!;
  const card = Math.floor(way / DIRECTIONS) + 1;
  return saying("tell.maamut_move", { card, start: TILE_NAMES[tiles[0]!], end: TILE_NAMES[end] });
}
