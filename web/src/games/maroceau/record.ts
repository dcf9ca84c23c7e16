// Made by tools/typescript_rules.py: do not edit.

import type { Manifest } from "../../lib/engine/manifest";

/** A match of Maroc'eau. Cards are written by their values. */
export interface State {
  seats: number;
  first: number;
  target: number;
  rounds: number;
  starter: number;
  phase: number;
  turn: number;
  place: number;
  hand: number;
  top: number;
  stock: number;
  reshuffled: number;
  ended_by: number;
  last_ended_by: number;
  turns: number;
  round_number: number;
  grid: number[];
  unseen: number[];
  pile: number[];
  last_points: number[];
  totals: number[];
}

export const MIN_SEATS = 2;
export const MAX_SEATS = 8;
export const LOWEST = -2;
export const HIGHEST = 12;
export const KINDS = 15;
export const DECK = 150;
export const COLUMNS = 4;
export const ROWS = 3;
export const PLACES = 12;
export const TURNED_AT_FIRST = 2;
export const TURNS_A_SEAT = 60;
export const LEAST_POINTS = -17;
export const MOST_POINTS = 142;
export const FACE_DOWN = 100;
export const NO_CARD = 101;
export const HIGHEST_PAIR = 0;
export const ROUND_ENDER = 1;
export const MAX_MOVES = 15;
export const Phase = { TURN_TWO: 0, CHOOSE: 1, PLACE_TAKEN: 2, PLACE_DRAWN: 3, TURN_ONE: 4, TWO_CARD: 5, OPEN_DISCARD: 6, WHO_BEGINS: 7, DRAWN: 8, REPLACED: 9, ONE_CARD: 10, REVEAL: 11, ENDED: 12 } as const;
export const Code = { TAKE: 0, DRAW: 1, FLIP: 2, DROP: 14, SWAP: 15, CARD: 27, START: 42 } as const;
export const Why = { NOT_NOW: 1, MUST_PLACE: 2, ALREADY_TURNED: 3, COLUMN_GONE: 4 } as const;
export const Report = { BEGINS: 1, OPENS: 2, TAKES: 3, DRAWS: 4, SEES: 5, RESHUFFLED: 6, DROPS: 7, TURNS: 8, SHOWS: 9, LAYS: 10, REPLACED: 11, COLUMN_GOES: 12, ENDS_ROUND: 13, COUNTED: 14 } as const;
export const AWAITED: Record<number, [paragraph: string, key: string]> = { 0: ["W11", "maroceau.turn_two"], 1: ["W20", "maroceau.choose"], 2: ["W21", "maroceau.place_taken"], 3: ["W22", "maroceau.place_drawn"], 4: ["W22", "maroceau.turn_one"], 5: ["W11", "maroceau.card_turned"], 6: ["W12", "maroceau.open_discard"], 7: ["W14", "maroceau.who_begins"], 8: ["W20", "maroceau.drawn"], 9: ["W21", "maroceau.replaced"], 10: ["W22", "maroceau.card_turned"], 11: ["W32", "maroceau.reveal"], 12: ["W40", "maroceau.ended"] };
export const NOT_NOW_BUT: Record<number, string> = { 0: "maroceau.not_now_turn_two", 1: "maroceau.not_now_choose", 2: "maroceau.not_now_place_taken", 3: "maroceau.not_now_place_drawn", 4: "maroceau.not_now_turn_one" };

export const MANIFEST: Manifest<State> = {
  name: "maroceau",
  rules: 1,
  sources: { "tablee.games.maroceau.state": "3541cb42", "tablee.games.maroceau.rules": "a3b35b3b" },
  hides: true,
  lowest: true,
  seats: [2, 8],
  most: 15,
  fields: [["seats", 8, 0], ["first", 8, 0], ["target", 16, 0], ["rounds", 8, 0], ["starter", 8, 0], ["phase", 8, 0], ["turn", 8, 0], ["place", 8, 0], ["hand", 8, 0], ["top", 8, 0], ["stock", 8, 0], ["reshuffled", 8, 0], ["ended_by", 8, 0], ["last_ended_by", 8, 0], ["turns", 16, 0], ["round_number", 32, 0], ["grid", 8, 96], ["unseen", 8, 15], ["pile", 8, 15], ["last_points", 16, 8], ["totals", 32, 8]],
  workspace: [["points", 64, 8], ["ranks", 64, 8], ["wins", 64, 8], ["places", 64, 8], ["scores", 64, 8], ["path", 32, 512], ["choosers", 8, 512], ["depth", 64, 0], ["first", 64, 0], ["moves", 16, 15], ["weights", 64, 15], ["marks", 16, 50]],
  options: [{ name: "target", default: 100 }, { name: "rounds", default: 0 }, { name: "starter", default: "highest_pair", given: { "\"highest_pair\"": ["0"], "\"round_ender\"": ["1"] } }],
  forms: [[0, "take", {}], [1, "draw", {}], [14, "drop", {}], [2, "flip {place}", { place: ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3"] }], [15, "swap {place}", { place: ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3"] }], [27, "card {value}", { value: [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }], [42, "start {seat}", { seat: [1, 2, 3, 4, 5, 6, 7, 8] }]],
  outcomes: ["card", "start"],
  ladder: { gentle: { slips: 300, lapses: 450 }, casual: { slips: 250, lapses: 200 }, club: { slips: 100, lapses: 50 }, expert: { slips: 0, lapses: 0 }, master: { simulations: 700, exploration: 3000, informed: 1000, horizon: 0, ranks: 100 } },
  coaching: { simulations: 30000, review: 2200000, trees: false, exploration: 1000, informed: 1000, horizon: 0, ranks: 100 },
};
