// The manifest of a game's compiled rules, written by `tools/typescript_rules.py`: what it takes to use them by name.
import type { Field } from "./layout";

/** The common fields of all records. */
export interface Seated {
  seats: number;
  first: number;
}

/** A bot: the heuristic with slips and lapses, or a search with so many simulations. */
export interface Level {
  slips?: number;
  lapses?: number;
  simulations?: number;
  exploration?: number;
  informed?: number;
  horizon?: number;
  ranks?: number;
}

/** An option: the numbers for the rules of each value, by its JSON, or of a number. */
export interface OptionInfo {
  name: string;
  default: unknown;
  given?: Record<string, string[]>;
}

export interface Manifest<S extends Seated> {
  name: string;
  rules: number; // their version
  sources: Record<string, string>; // the modules of Python they come from, with their fingerprints
  hides: boolean;
  lowest: boolean; // the lowest score wins
  seats: number[];
  most: number; // moves or outcomes at a time
  fields: Field[];
  workspace: Field[];
  options: OptionInfo[];
  forms: [base: number, words: string, values: Record<string, (string | number)[]>][];
  outcomes: string[]; // the verbs of chance
  ladder: Record<string, Level>;
  /** The effort of a piece of advice; `trees`: one grows after each move. */
  coaching: { simulations: number; review: number; trees: boolean; exploration: number; informed: number; horizon: number; ranks: number };
  state?: S; // for its type alone
}
