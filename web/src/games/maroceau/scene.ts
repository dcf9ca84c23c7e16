// Made by tools/typescript.py from the structs of the server: do not edit.

/** A place of a grid: `value` is what its card shows, None for a back or an empty place. */
export interface MaroceauPlace {
  name: string;
  lies: "up" | "down" | "gone";
  value: number | null;
  full: boolean;
  awaited: boolean;
}

/** The twelve places of a seat, a1 a2 a3 b1 … d3, and what they are worth so far. */
export interface MaroceauGrid {
  seat: number;
  places: MaroceauPlace[];
  open_points: number;
  face_down: number;
  total: number;
}

/** The card in the hand of a seat; None: the viewer sees its back. */
export interface MaroceauHeld {
  seat: number;
  value: number | null;
  source: "draw" | "discard";
}

/** The cards of a value: how many are unseen, and how many a reshuffled draw pile holds. */
export interface MaroceauKind {
  value: number;
  colour: "violet" | "blue" | "green" | "yellow" | "red";
  unseen: number;
  pile: number;
}

/** The points of a seat in a round: as they lay there, and as they count. */
export interface MaroceauRoundPoints {
  seat: number;
  points: number;
  counted: number;
  doubled: boolean;
}

/** A round that was counted; `ended_by` is 0 if no seat ended it. */
export interface MaroceauRoundSheet {
  number: number;
  ended_by: number;
  fewest: number;
  seats: MaroceauRoundPoints[];
}

/** The table as one viewer sees it; a seat of 0 is none. */
export interface MaroceauScene {
  round: number;
  rounds: number;
  target: number;
  phase: "turn_two" | "choose" | "place_taken" | "place_drawn" | "turn_one" | "turning" | "opening" | "who_begins" | "drawing" | "replacing" | "reveal" | "settling" | "count" | "over";
  turn: number;
  to_act: number;
  ended_by: number;
  last_turns: number[];
  tied: number[];
  turns_left: number;
  stock: number;
  reshuffled: boolean;
  discards: number;
  top: number | null;
  hand: MaroceauHeld | null;
  leaving: string | null;
  grids: MaroceauGrid[];
  kinds: MaroceauKind[];
  last: MaroceauRoundSheet | null;
  winners: number[];
}

/** A card on its way; spots are `draw`, `discard`, `hand` and the places of the seat's grid. */
export interface MaroceauMotion {
  value: number | null;
  start: string;
  end: string;
}

/** So many of the cards that it may be have this value. */
export interface MaroceauOdds {
  value: number;
  cards: number;
}

/** What a move would do, as far as its seat can know. */
export interface MaroceauPreview {
  motions: MaroceauMotion[];
  turned: string[];
  gone: string[];
  change: number;
  ends_round: boolean;
  reshuffles: boolean;
  odds: MaroceauOdds[];
  of: number;
  column_odds: number;
}
