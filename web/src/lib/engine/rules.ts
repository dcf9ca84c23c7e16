// The rules of a game by name. A state is a plain record that is never changed; seats are numbered
// from 0 here, as in the rules.
import type { Manifest, Seated } from "./manifest";
import { Layout } from "./layout";
import { Instance } from "./module";
import { Notation } from "./notation";
import { MAX_SEATS, ROWS } from "./records";

export const CHANCE = -1;
export const OVER = -2;
export const SPECTATOR = -1;

/** Something that happens in a move or an outcome; `to` is 0 for everyone, or the seat that is told. */
export interface Row {
  what: number;
  a: number;
  b: number;
  to: number;
}

export interface Played<S> {
  after: S;
  reports: Row[];
}

export interface Score {
  points: number[];
  ranks: number[];
}

interface Reporting {
  reports: number[];
  reported: number;
}

const WIDTH = 4;

export class Rules<S extends Seated> {
  readonly notation: Notation;
  private readonly instance: Instance;
  private readonly layout: Layout<S>;
  private readonly wide: Layout<S & Reporting>;
  private readonly state: number;
  private readonly moves: number;
  private readonly weights: number;
  private readonly points: number;
  private readonly ranks: number;

  constructor(
    readonly manifest: Manifest<S>,
    readonly module: WebAssembly.Module,
  ) {
    this.notation = new Notation(manifest);
    this.layout = new Layout(manifest.fields);
    this.wide = new Layout([...manifest.fields, ["reports", 16, ROWS * WIDTH], ["reported", 16, 0]]);
    this.instance = new Instance(module);
    this.state = this.instance.take(this.wide.size);
    this.moves = this.instance.take(2 * manifest.most);
    this.weights = this.instance.take(2 * manifest.most);
    this.points = this.instance.take(8 * MAX_SEATS);
    this.ranks = this.instance.take(8 * MAX_SEATS);
  }

  /** The start of a match; options that are not given are as usual. */
  start(seats: number, options: Record<string, unknown> = {}): S {
    const numbers = this.manifest.options.flatMap(({ name, default: usual, given }) => {
      const value = options[name] ?? usual;
      return given ? given[JSON.stringify(value)]! : [String(value as number)];
    });
    const row = this.instance.take(8 * numbers.length);
    numbers.forEach((number, i) => this.instance.view.setBigInt64(row + 8 * i, BigInt(number), true));
    this.instance.call("setup", this.state, BigInt(seats), row, numbers.length);
    return this.read();
  }

  /** The seat to move, or CHANCE, or OVER. */
  toAct(s: S): number {
    return this.ask("to_act", s);
  }

  /** The codes of all legal moves of the seat to act. */
  legal(s: S): number[] {
    this.write(s);
    return this.listed(this.instance.call("legal", this.state, this.moves, this.manifest.most));
  }

  /** The codes of all possible outcomes, each with its weight. */
  chances(s: S): [code: number, weight: number][] {
    this.write(s);
    const { most } = this.manifest;
    const codes = this.listed(this.instance.call("chance", this.state, this.moves, most, this.weights, most));
    return codes.map((code, i) => [code, this.instance.view.getInt16(this.weights + 2 * i, true)]);
  }

  /** The state after a move or an outcome, and the reports on the way. */
  play(s: S, code: number): Played<S> {
    this.write(s);
    this.instance.call("apply_reporting", this.state, BigInt(code));
    const { reports, reported, ...after } = this.wide.read(this.instance.view, this.state);
    const rows = Array.from({ length: reported }, (_, i) => {
      const [what, a, b, to] = reports.slice(WIDTH * i, WIDTH * (i + 1)) as [number, number, number, number];
      return { what, a, b, to };
    });
    return { after: after as unknown as S, reports: rows };
  }

  /** 0 if the seat to act may play this code now, else the number of the reason. */
  whyNot(s: S, code: number): number {
    return this.ask("why_not", s, code);
  }

  /** Points and ranks by seat. */
  score(s: S): Score {
    this.write(s);
    this.instance.call("score", this.state, this.points, MAX_SEATS, this.ranks, MAX_SEATS);
    const read = (at: number) =>
      Array.from({ length: s.seats }, (_, i) => Number(this.instance.view.getBigInt64(at + 8 * i, true)));
    return { points: read(this.points), ranks: read(this.ranks) };
  }

  /** The view of a seat. */
  observe(s: S, seat: number): S {
    if (!this.manifest.hides) return s;
    this.write(s);
    this.instance.call("observe", this.state, BigInt(seat));
    return this.read();
  }

  /** Whether a seat may see the outcome that chance is about to bring. */
  sees(s: S, seat: number): boolean {
    return !this.manifest.hides || this.ask("sees", s, seat) !== 0;
  }

  /** A further function of the module, besides the verbs. */
  ask(name: string, s: S, ...given: number[]): number {
    return Number(this.askSet(name, s, ...given));
  }

  /** The same where the answer is a set of bits. */
  askSet(name: string, s: S, ...given: (number | bigint)[]): bigint {
    this.write(s);
    return this.instance.call(name, this.state, ...given.map(BigInt))!;
  }

  /** A function of numbers only. */
  compute(name: string, ...given: (number | bigint)[]): bigint {
    return this.instance.call(name, ...given.map(BigInt))!;
  }

  private listed(count: bigint | undefined): number[] {
    return Array.from({ length: Number(count) }, (_, i) => this.instance.view.getInt16(this.moves + 2 * i, true));
  }

  private write(s: S): void {
    this.layout.write(this.instance.view, this.state, s);
  }

  private read(): S {
    return this.layout.read(this.instance.view, this.state);
  }
}
