// Made by tools/typescript.py from the structs of the server: do not edit.

/** A turtle: space 0 is the raft, 21 the beach; `height` counts the turtles under it. */
export interface MaheTurtle {
  id: number;
  seat: number;
  number: number;
  name: string;
  space: number;
  height: number;
}

/** What a seat has won: its cards from the lowest on, and the beach. */
export interface MaheNest {
  seat: number;
  cards: number[];
  eggs: number;
  beach: boolean;
  played: boolean;
}

/** A walk: its spaces one by one, the turtles where it ends, and what it wins. */
export interface MaheWalk {
  steps: number;
  path: number[];
  space: number;
  under: number[];
  wins: number;
  winner: number;
  ends: boolean;
}

/** All there is to see of Mahé. Seats and turtles are numbered from 1; 0 is none. */
export interface MaheScene {
  phase: "who_begins" | "turn_card" | "which_turtle" | "throw" | "decide" | "ended";
  turn: number;
  to_act: number;
  mover: number;
  carried: number[];
  decider: number;
  watcher: number;
  second: boolean;
  turtles: MaheTurtle[];
  dice: number[];
  sum: number;
  steps: number;
  bust: boolean;
  reach: MaheWalk | null;
  path: number[];
  face_up: number;
  left: number;
  unseen: number[];
  spent: number[];
  beach_eggs: number;
  nests: MaheNest[];
  third_die_at_seven: boolean;
  cards_as_dice: boolean;
}

/** What one face of the next die would make: a walk, or a bust. */
export interface MaheThrow {
  face: number;
  sum: number;
  walk: MaheWalk | null;
}

/** What a move would do: `walk` now or as it would then stand, or the `throws` that follow. */
export interface MahePreview {
  mover: number;
  carried: number[];
  start: number;
  decider: number;
  dice: number[];
  sum: number;
  walk: MaheWalk | null;
  at_once: boolean;
  spends: number;
  throws: MaheThrow[];
  busts: number;
  of: number;
}
