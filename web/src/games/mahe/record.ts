// Made by tools/typescript_rules.py: do not edit.

import type { Manifest } from "../../lib/engine/manifest";

/** A match of Mahé. Turtles are numbered from 1, so that 0 means none. */
export interface State {
  seats: number;
  first: number;
  third_die_at_seven: number;
  cards_as_dice: number;
  phase: number;
  turn: number;
  mover: number;
  second: number;
  space: number[];
  rider: number[];
  thrown: number;
  faces: number[];
  face_up: number;
  turned: number;
  unseen: number[];
  won: number[];
  spent: number[];
  played: number[];
  beach: number;
}

export const MIN_SEATS = 2;
export const MAX_SEATS = 7;
export const TWO_TURTLES_UP_TO = 3;
export const MAX_TURTLES = 7;
export const RAFT = 0;
export const BEACH = 21;
export const LAP = 21;
export const CARD_VALUES = 6;
export const BOX = 24;
export const PILE = 20;
export const DICE = 3;
export const FACES = 6;
export const BUST_OVER = 7;
export const BEACH_EGGS = 7;
export const MAX_MOVES = 8;
export const Phase = { WHO_BEGINS: 0, TURN_CARD: 1, WHICH_TURTLE: 2, THROW: 3, DECIDE: 4, ENDED: 5 } as const;
export const Code = { ROLL: 0, STOP: 1, CARD: 2, TURTLE: 8, FIRST: 10, FLIP: 17, DIE: 23 } as const;
export const Why = { NOT_NOW: 1, SEVEN_FORBIDS: 2, NO_CARDS_HERE: 3, NOT_YOUR_CARD: 4, CARD_BUSTS: 5, CARD_ALREADY_PLAYED: 6 } as const;
export const Report = { BEGINS: 1, CARD_TURNED: 2, TURTLE_CHOSEN: 3, DIE: 4, CARD_PLAYED: 5, STOPS: 6, FALLS: 7, WALKS: 8, CLIMBS: 9, LAYS: 10, LAYS_LAST: 11 } as const;
export const AWAITED: Record<number, [paragraph: string, key: string]> = { 0: ["M6", "mahe.who_begins"], 1: ["M30", "mahe.turn_card"], 2: ["M40", "mahe.which_turtle"], 3: ["M10", "mahe.throw"], 4: ["M10", "mahe.decide"], 5: ["M33", "mahe.ended"] };
export const REASONS: Record<number, [paragraph: string, key: string]> = { 2: ["M13", "mahe.seven_forbids"], 3: ["M60", "mahe.no_cards_here"], 4: ["M64", "mahe.not_your_card"], 6: ["M62", "mahe.card_already_played"], 5: ["M61", "mahe.card_busts"] };

export const MANIFEST: Manifest<State> = {
  name: "mahe",
  rules: 1,
  sources: { "tablee.games.mahe.state": "9b453605", "tablee.games.mahe.rules": "0262d8f3" },
  hides: false,
  lowest: false,
  seats: [2, 7],
  most: 8,
  fields: [["seats", 8, 0], ["first", 8, 0], ["third_die_at_seven", 8, 0], ["cards_as_dice", 8, 0], ["phase", 8, 0], ["turn", 8, 0], ["mover", 8, 0], ["second", 8, 0], ["space", 8, 8], ["rider", 8, 8], ["thrown", 8, 0], ["faces", 8, 3], ["face_up", 8, 0], ["turned", 8, 0], ["unseen", 8, 6], ["won", 8, 42], ["spent", 8, 6], ["played", 8, 7], ["beach", 8, 0]],
  workspace: [["points", 64, 8], ["ranks", 64, 8], ["wins", 64, 8], ["places", 64, 8], ["scores", 64, 8], ["path", 32, 512], ["choosers", 8, 512], ["depth", 64, 0], ["first", 64, 0], ["moves", 16, 8], ["weights", 64, 8], ["marks", 16, 29]],
  options: [{ name: "third_die_at_seven", default: false, given: { true: ["1"], false: ["0"] } }, { name: "cards_as_dice", default: false, given: { true: ["1"], false: ["0"] } }],
  forms: [[0, "roll", {}], [1, "stop", {}], [2, "card {value}", { value: [1, 2, 3, 4, 5, 6] }], [8, "turtle {number}", { number: [1, 2] }], [10, "first {seat}", { seat: [1, 2, 3, 4, 5, 6, 7] }], [17, "flip {value}", { value: [1, 2, 3, 4, 5, 6] }], [23, "die {face}", { face: [1, 2, 3, 4, 5, 6] }]],
  outcomes: ["die", "first", "flip"],
  ladder: { gentle: { slips: 300, lapses: 450 }, casual: { slips: 250, lapses: 250 }, club: { slips: 150, lapses: 110 }, expert: { slips: 0, lapses: 0 }, master: { simulations: 1000, exploration: 1000, informed: 1000, horizon: 0, ranks: 100 } },
  coaching: { simulations: 40000, review: 4000000, trees: false, exploration: 1000, informed: 1000, horizon: 0, ranks: 100 },
};
