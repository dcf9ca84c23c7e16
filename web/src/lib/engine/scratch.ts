// Scratch memory of a module: rows of records for one call of a driver after another.
import type { Seated } from "./manifest";
import { Layout, type Field } from "./layout";
import { Instance } from "./module";
import { DICE } from "./records";
import type { Rules } from "./rules";

const WORD = 0xffffffffn;

/** Address and length. */
export type Row = [at: number, length: number];

/** Rows of records in a module that is used for one choice or one piece of advice. */
export class Scratch<S extends Seated> extends Instance {
  constructor(private readonly rules: Rules<S>) {
    super(rules.module);
  }

  /** A row of records, the first as given and the others zero: address and length. */
  row(fields: Field[], count: number, ...given: object[]): Row {
    const layout = new Layout<any>(fields);
    const at = this.take(layout.size * count);
    given.forEach((one, i) => layout.write(this.view, at + i * layout.size, one));
    return [at, count];
  }

  dice(seed: bigint, match: number): Row {
    return this.row(DICE, 1, { seed_low: seed & WORD, seed_high: (seed >> 32n) & WORD, match: BigInt(match) });
  }

  states(seen: S, count: number): Row {
    return this.row(this.rules.manifest.fields, count, ...Array<S>(count).fill(seen));
  }

  works(): Row {
    return this.row(this.rules.manifest.workspace, 1);
  }

  /** The first record of a row. */
  read<Found>(fields: Field[], [at]: Row): Found {
    return new Layout<Found>(fields).read(this.view, at);
  }
}
