// Made by tools/typescript_rules.py: do not edit.

import type { Manifest } from "../../lib/engine/manifest";

/** A match of Mâamut. Sets of tiles are bit masks, tiles are counted from a1 = 0. */
export interface State {
  seats: number;
  first: number;
  fallen_traps: number;
  hunt_limit: number;
  phase: number;
  turn: number;
  turns: number;
  tiles: number[];
  rock: bigint;
  grass: bigint;
  region: bigint;
  mammoth: number;
  hunter: number[];
  trap: bigint[];
  stock: number[];
  hand: number[];
  held: number[];
  pile: number[];
  discards: number[];
  flight: number;
  run: number;
  frightened: number;
  landing: number;
  winner: number;
}

export const MIN_SEATS = 2;
export const MAX_SEATS = 4;
export const TILES = 37;
export const KINDS = 3;
export const ROCK = 0;
export const GRASS = 1;
export const SNOW = 2;
export const MIXED = 36;
export const MOST_ROCKS_AT_CROSS = 4;
export const CARD_VALUES = 3;
export const BOX = 36;
export const HAND = 3;
export const TRAPS = 4;
export const REMOVED = 0;
export const STAY = 1;
export const MAX_HUNT_LIMIT = 500;
export const NOWHERE = -1;
export const RADIUS = 3;
export const DIRECTION_NAMES = ["NE", "E", "SE", "SW", "W", "NW"];
export const DIRECTIONS = 6;
export const BACK = 3;
export const CROSS = 18;
export const TILE_NAMES = ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "b5", "c1", "c2", "c3", "c4", "c5", "c6", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "e1", "e2", "e3", "e4", "e5", "e6", "f1", "f2", "f3", "f4", "f5", "g1", "g2", "g3", "g4"];
export const WAYS = 18;
export const MAX_MOVES = 22;
export const Phase = { WHO_BEGINS: 0, LAY_TILE: 1, DEAL_HANDS: 2, PLACE_HUNTER: 3, HUNT: 4, FRIGHT: 5, DRAW: 6, ENDED: 7 } as const;
export const Code = { PLACE: 0, MOVE: 37, TRAP: 55, LIFT: 56, DISCARD: 57, FLEE: 60, TILE: 66, DEAL: 69, FIRST: 72 } as const;
export const Why = { NOT_NOW: 1, NOT_OUTER: 2, PLACED_ON_ROCK: 3, PLACE_TAKEN: 4, NO_SUCH_CARD: 5, OFF_BOARD: 6, ROCK_ON_WAY: 7, NOT_GRASS: 8, TRAP_HERE: 9, NOT_ALONE: 10, NO_TRAP_LEFT: 11, NO_TRAP_HERE: 12, NOT_ALONE_TO_LIFT: 13, NO_CARD_TO_DISCARD: 14, FLEE_OFF_BOARD: 15, FLEE_TO_ROCK: 16, FLEE_BACK: 17, FLEE_TAKEN: 18 } as const;
export const Report = { BEGINS: 1, TILE_LAID: 2, TILES_TAKEN_UP: 3, TILES_LIE: 4, CARD_DEALT: 5, HANDS_DEALT: 6, RESHUFFLED: 7, PLACED: 8, MOVES: 9, DISCARDS: 10, SETS_TRAP: 11, LIFTS_TRAP: 12, MEETS: 13, STANDS: 14, FLEES: 15, RUNS_TO: 16, FRIGHTENS: 17, MUST_MAKE_ROOM: 18, MAKES_ROOM: 19, OUT: 20, TRAPPED: 21, SURVIVES: 22 } as const;
export const AWAITED: Record<number, [paragraph: string, key: string]> = { 0: ["H7", "maamut.who_begins"], 1: ["H2", "maamut.lay_tile"], 2: ["H4", "maamut.deal_hands"], 3: ["H6", "maamut.place_hunter"], 4: ["H10", "maamut.hunt"], 5: ["H26", "maamut.fright"], 6: ["H15", "maamut.draw"], 7: ["H41", "maamut.survived"] };
export const REASONS: Record<number, [paragraph: string, key: string]> = { 2: ["H6", "maamut.not_outer"], 3: ["H6", "maamut.placed_on_rock"], 4: ["H6", "maamut.place_taken"], 5: ["H10", "maamut.no_such_card"], 6: ["H10", "maamut.off_board"], 7: ["H10", "maamut.rock_on_way"], 8: ["H12", "maamut.not_grass"], 9: ["H12", "maamut.trap_here"], 10: ["H12", "maamut.not_alone"], 11: ["H12", "maamut.no_trap_left"], 12: ["H13", "maamut.no_trap_here"], 13: ["H13", "maamut.not_alone_to_lift"], 14: ["H14", "maamut.no_card_to_discard"], 15: ["H27", "maamut.flee_off_board"], 16: ["H27", "maamut.flee_to_rock"], 17: ["H26", "maamut.flee_back"], 18: ["H27", "maamut.flee_taken"] };

export const MANIFEST: Manifest<State> = {
  name: "maamut",
  rules: 1,
  sources: { "tablee.games.maamut.state": "eedef782", "tablee.games.maamut.rules": "0bc8024f" },
  hides: true,
  lowest: false,
  seats: [2, 4],
  most: 22,
  fields: [["seats", 8, 0], ["first", 8, 0], ["fallen_traps", 8, 0], ["hunt_limit", 16, 0], ["phase", 8, 0], ["turn", 8, 0], ["turns", 16, 0], ["tiles", 8, 3], ["rock", 64, 0], ["grass", 64, 0], ["region", 64, 0], ["mammoth", 8, 0], ["hunter", 8, 4], ["trap", 64, 4], ["stock", 8, 4], ["hand", 8, 12], ["held", 8, 4], ["pile", 8, 3], ["discards", 8, 3], ["flight", 8, 0], ["run", 8, 0], ["frightened", 8, 0], ["landing", 8, 0], ["winner", 8, 0]],
  workspace: [["points", 64, 8], ["ranks", 64, 8], ["wins", 64, 8], ["places", 64, 8], ["scores", 64, 8], ["path", 32, 512], ["choosers", 8, 512], ["depth", 64, 0], ["first", 64, 0], ["moves", 16, 22], ["weights", 64, 22], ["marks", 16, 76]],
  options: [{ name: "fallen_traps", default: "removed", given: { "\"removed\"": ["0"], "\"stay\"": ["1"] } }, { name: "hunt_limit", default: 50 }],
  forms: [[0, "place {tile}", { tile: ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "b5", "c1", "c2", "c3", "c4", "c5", "c6", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "e1", "e2", "e3", "e4", "e5", "e6", "f1", "f2", "f3", "f4", "f5", "g1", "g2", "g3", "g4"] }], [37, "move {card} {direction}", { card: [1, 2, 3], direction: ["NE", "E", "SE", "SW", "W", "NW"] }], [55, "trap", {}], [56, "lift", {}], [57, "discard {card}", { card: [1, 2, 3] }], [60, "flee {direction}", { direction: ["NE", "E", "SE", "SW", "W", "NW"] }], [66, "tile {kind}", { kind: ["rock", "grass", "snow"] }], [69, "deal {card}", { card: [1, 2, 3] }], [72, "first {seat}", { seat: [1, 2, 3, 4] }]],
  outcomes: ["deal", "first", "tile"],
  ladder: { gentle: { slips: 300, lapses: 450 }, casual: { slips: 250, lapses: 200 }, club: { slips: 100, lapses: 50 }, expert: { simulations: 60, exploration: 1000, informed: 1000, horizon: 0, ranks: 100 }, master: { simulations: 1500, exploration: 1000, informed: 1000, horizon: 0, ranks: 100 } },
  coaching: { simulations: 10000, review: 1200000, trees: true, exploration: 1000, informed: 1000, horizon: 0, ranks: 100 },
};
