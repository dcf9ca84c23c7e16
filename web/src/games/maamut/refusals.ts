// Mâamut: what has to happen now, and why a move is refused.
import type { Rules } from "../../lib/engine/rules";
import { hasBit, saying, seatName, upTo, type Reason } from "../../lib/engine/telling";
import { walk } from "./flight";
import {
  AWAITED, Code, DIRECTION_NAMES, DIRECTIONS, NOWHERE, Phase, REASONS, TILE_NAMES, Why, type State,
} from "./record";

export function awaited(_rules: Rules<State>, s: State): [string, string] {
  return s.winner ? ["H40", "maamut.fallen"] : AWAITED[s.phase]!;
}

export function refusal(rules: Rules<State>, s: State, code: number, reason: number): Reason {
  if (reason === Why.NOT_NOW) return notNow(rules, s, code);
  const [paragraph, key] = REASONS[reason]!;
  const here = s.hunter[s.turn]!;
  const values = () => {
    if (code < Code.MOVE) return whereabouts(rules, s, code - Code.PLACE);
    if (code < Code.TRAP) return wayValues(rules, s, here, code - Code.MOVE);
    if (code <= Code.LIFT) return whereabouts(rules, s, here);
    if (code < Code.FLEE) return { card: code - Code.DISCARD + 1 };
    return whereabouts(rules, s, walkOn(rules, s.mammoth, code - Code.FLEE, 1).at(-1)!);
  };
  return { paragraph, key, values: values() };
}

/** The refusal of a move that belongs to another moment. */
function notNow(rules: Rules<State>, s: State, code: number): Reason {
  if (s.phase === Phase.FRIGHT) {
    const values = { seat: seatName(rules.ask("flee_seat", s) + 1) };
    return { paragraph: "H26", key: "maamut.not_now_fright", values };
  }
  if (s.phase === Phase.PLACE_HUNTER) return { paragraph: "H6", key: "maamut.not_now_place", values: {} };
  if (code < Code.MOVE) return { paragraph: "H6", key: "maamut.not_now_placed", values: {} };
  return { paragraph: "H26", key: "maamut.not_now_calm", values: {} };
}

/** The tiles that a way passes, with NOWHERE from where it leaves the board. */
function walkOn(rules: Rules<State>, tile: number, direction: number, steps: number): number[] {
  let here = tile;
  return upTo(steps).map(() => (here = here === NOWHERE ? NOWHERE : walk(rules, here, direction, 1)));
}

/** A card, a direction, and the first rock on that way. */
function wayValues(rules: Rules<State>, s: State, here: number, way: number): Record<string, unknown> {
  const [card, direction] = [Math.floor(way / DIRECTIONS) + 1, way % DIRECTIONS];
  const rock = walkOn(rules, here, direction, card).find((tile) => tile !== NOWHERE && hasBit(s.rock, tile));
  return {
    card,
    direction: saying(`web.direction_${DIRECTION_NAMES[direction]}`),
    here: TILE_NAMES[here],
    rock: rock === undefined ? "" : TILE_NAMES[rock],
  };
}

/** A tile and the owner of its trap; nothing off the board. */
function whereabouts(rules: Rules<State>, s: State, tile: number): Record<string, unknown> {
  if (tile === NOWHERE) return {};
  return { tile: TILE_NAMES[tile], owner: seatName(rules.ask("trap_owner", s, tile) + 1) };
}
