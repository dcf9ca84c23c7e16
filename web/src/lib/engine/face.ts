// What `tools/typescript_rules.py` tells of a game, so that its compiled rules can be used by name.
import type { Field } from "./layout";

/** What the records of all games begin with. */
export interface Seated {
  seats: number;
  first: number;
}

/** A bot: by rule of thumb with slips and lapses, or by so many simulations of a search. */
export interface Level {
  slips?: number;
  lapses?: number;
  simulations?: number;
  exploration?: number;
  informed?: number;
  horizon?: number;
  ranks?: number;
}

/** An option: what the rules are told of each value, by its JSON, or of the number itself. */
export interface OptionFace {
  name: string;
  default: unknown;
  given?: Record<string, string[]>;
}

export interface Face<S extends Seated> {
  name: string;
  rules: number; // their version
  sources: Record<string, string>; // the modules of Python they come from, with their fingerprints
  hides: boolean;
  lowest: boolean; // the lowest score wins
  seats: number[];
  most: number; // moves or outcomes at a time
  fields: Field[];
  workspace: Field[];
  options: OptionFace[];
  forms: [base: number, words: string, values: Record<string, (string | number)[]>][];
  outcomes: string[]; // the verbs of chance
  ladder: Record<string, Level>;
  state?: S; // for its type alone
}
