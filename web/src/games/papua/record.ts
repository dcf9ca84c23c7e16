// Made by tools/typescript_rules.py: do not edit.

import type { Manifest } from "../../lib/engine/manifest";

/** A match of Papua. Spaces come as sets of bits; islanders not on the path are in the pot. */
export interface State {
  seats: number;
  first: number;
  squares: bigint;
  gods: bigint;
  cannibals: bigint;
  canoe: number;
  family: number;
  turn_limit: number;
  phase: number;
  turn: number;
  die: number;
  turns: number;
  islanders: bigint[];
}

export const MIN_SEATS = 3;
export const MAX_SEATS = 6;
export const ISLANDERS = 4;
export const POT = 0;
export const MIN_SPACES = 20;
export const MAX_SPACES = 60;
export const SQUARES_AT_ENDS = 6;
export const GODS_APART = 7;
export const FACES = 6;
export const NOWHERE = 64;
export const MAX_MOVES = 280;
export const Phase = { WHO_BEGINS: 0, THROW: 1, MOVE: 2, ENDED: 3 } as const;
export const Code = { ALONE: 0, LEAP: 61, PASS: 121, GROUP: 122, FIRST: 3722, DIE: 3728 } as const;
export const Why = { NOT_NOW: 1, MUST_MOVE: 2, NO_SUCH_SPACE: 3, POT_IS_EMPTY: 4, NOBODY_THERE: 5, NOT_YOURS: 6, STUCK_ON_ROUND: 7, MEMBER_ON_ROUND: 8, BEYOND_CANOE: 9, ON_SQUARE: 10, NO_GROUP: 11, ENDS_ON_SQUARE: 12, ENDS_ON_CANNIBAL: 13, ENDS_ISOLATED: 14, BACKWARDS: 15, SQUARE_WITHIN: 16, GAP_WITHIN: 17, NONE_OF_YOURS: 18, ONE_COLOUR: 19, PART_OF_GROUP: 20, PASSES_GOD: 21 } as const;
export const Report = { BEGINS: 1, DIE: 2, PASSES: 3, MOVES_FROM: 4, SENT_BACK: 5, CAUGHT: 6, IN_CANOE: 7 } as const;
export const AWAITED: Record<number, [paragraph: string, key: string]> = { 0: ["P4", "papua.who_begins"], 1: ["P10", "papua.throw"], 2: ["P10", "papua.move"] };
export const REASONS: Record<number, [paragraph: string, key: string]> = { 1: ["P10", "papua.not_now"], 2: ["P10", "papua.must_move"], 3: ["P2", "papua.no_such_space"], 4: ["P12", "papua.pot_is_empty"], 5: ["P12", "papua.nobody_there"], 6: ["P12", "papua.not_yours"], 7: ["P14", "papua.stuck_on_round"], 8: ["P14", "papua.member_on_round"], 9: ["P40", "papua.beyond_canoe"], 10: ["P21", "papua.on_square"], 11: ["P20", "papua.no_group"], 12: ["P28", "papua.ends_on_square"], 13: ["P28", "papua.ends_on_cannibal"], 14: ["P27", "papua.ends_isolated"], 15: ["P22", "papua.backwards"], 16: ["P21", "papua.square_within"], 17: ["P20", "papua.gap_within"], 18: ["P24", "papua.none_of_yours"], 19: ["P24", "papua.one_colour"], 20: ["P50", "papua.part_of_group"], 21: ["P33", "papua.passes_god"] };

export const MANIFEST: Manifest<State> = {
  name: "papua",
  rules: 1,
  sources: { "tablee.games.papua.state": "8d2f50eb", "tablee.games.papua.rules": "170444cb" },
  hides: false,
  lowest: false,
  seats: [3, 6],
  most: 280,
  fields: [["seats", 8, 0], ["first", 8, 0], ["squares", 64, 0], ["gods", 64, 0], ["cannibals", 64, 0], ["canoe", 8, 0], ["family", 8, 0], ["turn_limit", 16, 0], ["phase", 8, 0], ["turn", 8, 0], ["die", 8, 0], ["turns", 16, 0], ["islanders", 64, 6]],
  workspace: [["points", 64, 8], ["ranks", 64, 8], ["wins", 64, 8], ["places", 64, 8], ["scores", 64, 8], ["path", 32, 512], ["choosers", 8, 512], ["depth", 64, 0], ["first", 64, 0], ["moves", 16, 280], ["weights", 64, 280], ["marks", 16, 3734]],
  options: [{ name: "board", default: "standard", given: { "\"standard\"": ["135291469950", "8404992", "67372032", "37"], "\"short\"": ["2113929342", "32768", "526336", "31"], "\"long\"": ["554153860399230", "8606744576", "1239370958848", "49"] } }, { name: "family", default: false, given: { true: ["1"], false: ["0"] } }, { name: "turn_limit", default: 300 }],
  forms: [[0, "alone {space}", { space: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60] }], [122, "group {first}-{last}", { first: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60], last: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60] }], [61, "leap {space}", { space: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60] }], [121, "pass", {}], [3722, "first {seat}", { seat: [1, 2, 3, 4, 5, 6] }], [3728, "die {face}", { face: [1, 2, 3, 4, 5, 6] }]],
  outcomes: ["die", "first"],
  ladder: { gentle: { slips: 300, lapses: 650 }, casual: { slips: 250, lapses: 450 }, club: { slips: 200, lapses: 220 }, expert: { slips: 0, lapses: 0 }, master: { simulations: 6000, exploration: 200, informed: 1000, horizon: 12, ranks: 0 } },
  coaching: { simulations: 30000, review: 4000000, trees: false, exploration: 1000, informed: 1000, horizon: 0, ranks: 100 },
};
