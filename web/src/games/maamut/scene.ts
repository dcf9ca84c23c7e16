// Made by tools/typescript.py from the structs of the server: do not edit.

/** A trap on the board. */
export interface MaamutTrap {
  seat: number;
  tile: string;
}

/** A hunter with a hand: `cards` are the values that the viewer knows, lowest first. */
export interface MaamutHunter {
  seat: number;
  tile: string | null;
  out: boolean;
  frightened: boolean;
  stock: number;
  held: number;
  cards: number[];
}

/** The mammoth runs: where to, and where the hunter behind it will end. */
export interface MaamutFlight {
  direction: string;
  ahead: string[];
  driver: number;
  landing: string;
}

/** What a hunter or a spectator sees of the hunt. */
export interface MaamutScene {
  phase: "first" | "tiles" | "deal" | "place" | "hunt" | "flight" | "fright" | "draw" | "over";
  ground: ("grass" | "snow" | "rock" | "cross" | "unlaid")[];
  next_tile: string | null;
  bag: Record<string, number>;
  mammoth: string;
  fallen: boolean;
  flight: MaamutFlight | null;
  hunters: MaamutHunter[];
  traps: MaamutTrap[];
  pile: number;
  discards: number[];
  first: number;
  turn: number;
  to_act: number;
  turns: number;
  limit: number;
  traps_stay: boolean;
  winner: number;
  ending: string;
}

/** What a move would do, until another seat has to choose or a card is drawn. */
export interface MaamutPreview {
  kind: "place" | "move" | "trap" | "lift" | "discard" | "flee";
  seat: number;
  card: number;
  path: string[];
  landing: string | null;
  run: string[];
  ahead: string[];
  stands: boolean;
  frightened: number[];
  refuges: string[];
  out: number[];
  lost: MaamutTrap[];
  sets: MaamutTrap | null;
  lifts: MaamutTrap | null;
  winner: number;
  ending: string;
  draw: number[];
}
