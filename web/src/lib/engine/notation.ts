// Moves and outcomes as people write them; the forms are those of the game's notation in Python.
import type { Manifest } from "./manifest";

type Value = string | number;

export interface Written {
  text: string;
  words: string[];
  json: Record<string, Value>;
}

export class Notation {
  private readonly written = new Map<number, Written>();
  private readonly codes = new Map<string, number>();
  private readonly outcomes: ReadonlySet<string>;

  constructor({ forms, outcomes }: Pick<Manifest<any>, "forms" | "outcomes">) {
    this.outcomes = new Set(outcomes);
    for (const [base, words, values] of forms) {
      const verb = words.split(" ")[0]!;
      combinations(Object.entries(values)).forEach((chosen, i) => {
        const text = words.replace(/\{(\w+)\}/g, (_, name: string) => String(chosen[name]));
        this.written.set(base + i, { text, words: text.split(" "), json: { do: verb, ...chosen } });
        this.codes.set(text.toLowerCase(), base + i);
      });
    }
  }

  of(code: number): Written {
    return this.written.get(code)!;
  }

  text(code: number): string {
    return this.of(code).text;
  }

  /** The code of a text, however it is spaced or capitalised; undefined if it is no move. */
  code(text: string): number | undefined {
    return this.codes.get(text.trim().replace(/\s+/g, " ").toLowerCase());
  }

  isOutcome(code: number): boolean {
    return this.outcomes.has(this.of(code).words[0]!);
  }
}

/** All ways to choose a value for each name; the last name changes fastest. */
function combinations(values: [string, Value[]][]): Record<string, Value>[] {
  return values.reduce<Record<string, Value>[]>(
    (found, [name, choices]) => found.flatMap((one) => choices.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}
