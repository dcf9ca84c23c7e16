// Replay the matches of a trace written by Python, and list all differences.
import { advise } from "../../src/lib/engine/coach/compare";
import { Reviewer, type Course } from "../../src/lib/engine/coach/review";
import type { Review } from "../../src/lib/after/review";
import { choose } from "../../src/lib/engine/bots";
import { Layout } from "../../src/lib/engine/layout";
import { compiled } from "../../src/lib/engine/module";
import { Rules, type Row } from "../../src/lib/engine/rules";
import { reveals } from "../../src/lib/offline/match/reveals";
import type { Playable, ShownStep } from "../../src/lib/engine/telling";

const PLAYS = import.meta.glob<Playable<any>>("../../src/games/*/play.ts", { import: "game", eager: true });

interface Viewed {
  seat: number;
  words: string[];
  observed: string;
  scene: unknown;
  frames: unknown;
  told: unknown;
  awaited: unknown;
}

interface Ply {
  code: number;
  shown?: Shown; // where more was written down than what was played
}

interface Shown {
  actor: number;
  choices: unknown;
  advised: [] | [seed: string, simulations: number, moves: number[][]];
  reveals: boolean | null; // of a move: whether it reveals anything
  after: string;
  reports: unknown;
  views: Viewed[];
  previews: [number, unknown, unknown][];
  refused: [number, number, unknown][];
  bots: [level: string, seed: string, match: number, code: number][];
}

interface Match {
  seats: number;
  options: Record<string, unknown>;
  start: string;
  plies: Ply[];
  score: unknown;
  review: Review;
}

/** How many things were compared, and the first few differences. */
export async function compared(game: string, matches: Match[], module: string): Promise<[number, ...string[]]> {
  const play = PLAYS[`../../src/games/${game}/play.ts`]!;
  const comparison = new Comparison(play, new Rules(play.manifest, await compiled(play.manifest, bytes(module))));
  for (const match of matches) comparison.match(match);
  return [comparison.count, ...comparison.found];
}

class Comparison {
  readonly found: string[] = [];
  count = 0;
  private readonly layout: Layout<any>;

  constructor(
    private readonly play: Playable<any>,
    private readonly rules: Rules<any>,
  ) {
    this.layout = new Layout(play.manifest.fields);
  }

  match({ seats, options, start, plies, score, review }: Match): void {
    let s = this.rules.start(seats, options);
    const course: Course["plies"] = [];
    this.same("start", s, this.state(start));
    plies.forEach((ply, number) => {
      course.push({ number: number + 1, before: s, code: ply.code });
      const at = `${seats} seats ${JSON.stringify(options)} ply ${number}`;
      s = ply.shown ? this.ply(at, s, ply.code, ply.shown, options) : this.rules.play(s, ply.code).after;
    });
    if (score) this.same(`${seats} seats, score`, this.rules.score(s), score);
    const last = course.slice(-review.plies.length).map((ply, index) => ({ ...ply, number: index + 1 }));
    this.review({ plies: last, shares: review.values.at(-1)!, options, names: [] }, review);
  }

  private ply(at: string, s: any, code: number, ply: Shown, options: Record<string, unknown>): any {
    const { rules } = this;
    this.same(`${at} actor`, rules.toAct(s), ply.actor);
    this.same(`${at} choices`, ply.actor < 0 ? rules.chances(s) : rules.legal(s), ply.choices);
    if (ply.reveals !== null) this.same(`${at} reveals`, reveals(rules, s, code), ply.reveals);
    const { after, reports } = rules.play(s, code);
    this.same(`${at} after`, after, this.state(ply.after));
    this.same(`${at} reports`, reports.map(({ what, a, b, to }) => [what, a, b, to]), ply.reports);
    for (const view of ply.views) this.view(at, s, after, reports, view);
    for (const [code, reason, why] of ply.refused) {
      this.same(`${at} why not ${code}`, rules.whyNot(s, code), reason);
      if (reason) this.same(`${at} refusal ${code}`, this.play.refusal(rules, s, code, reason), why);
    }
    const seen = rules.observe(s, ply.actor);
    for (const [code, preview, says] of ply.previews) this.preview(at, seen, code, preview, says);
    if (ply.advised.length) this.advice(at, seen, ply.advised, options);
    for (const [level, seed, number, code] of ply.bots) {
      this.same(`${at} ${level}`, choose(rules, seen, level, BigInt(seed), number), code);
    }
    return after;
  }

  private view(at: string, s: any, after: any, rows: Row[], view: Viewed): void {
    const { play, rules } = this;
    const seat = view.seat - 1; // -1: a spectator
    const reports = rows.filter(({ to }) => to === 0 || to === view.seat);
    const step: ShownStep<any> = { words: view.words, before: rules.observe(s, seat), after: rules.observe(after, seat), reports };
    const where = `${at} seen by ${view.seat}`;
    this.same(`${where} observed`, step.after, this.state(view.observed));
    this.same(`${where} scene`, play.scene(rules, step.after), view.scene);
    this.same(`${where} frames`, play.frames(rules, step).map(({ beat, scene }) => [beat, scene]), view.frames);
    this.same(`${where} told`, play.tell(rules, step), view.told);
    this.same(`${where} awaited`, play.awaited(rules, step.after), view.awaited);
  }

  private preview(at: string, seen: any, code: number, preview: unknown, says: unknown): void {
    const { play, rules } = this;
    const { text, words } = rules.notation.of(code);
    const step = { words, before: seen, ...rules.play(seen, code) };
    this.same(`${at} code of ${text}`, rules.notation.code(text), code);
    this.same(`${at} preview of ${text}`, play.preview(rules, step), preview);
    this.same(`${at} words of ${text}`, play.says(rules, step), says);
  }

  private advice(at: string, seen: any, [seed, simulations, moves]: [string, number, number[][]], options: Record<string, unknown>): void {
    const found = advise(this.rules, seen, options, BigInt(seed), simulations);
    const mine = found.map(({ code, wins, error, loss, lossError }) => [code, wins, error, loss, lossError]);
    const rounded = (rows: number[][]) => rows.map((row) => row.map((one) => Number(one.toPrecision(9))));
    this.same(`${at} advice`, rounded(mine), rounded(moves));
  }

  private review(course: Course, theirs: Review): void {
    const reviewer = new Reviewer(this.rules, course, theirs.simulations, BigInt(theirs.seed));
    const mine = reviewer.conclude(course.plies.map((_, index) => reviewer.find(index)));
    for (const part of ["values", "errors", "accounts", "plies"] as const) {
      theirs[part].forEach((row, index) => this.same(`review, ${part} ${index}`, rounded(mine[part][index]), rounded(row)));
    }
    this.same("review, the rest", [mine.deal, mine.finished, mine.game], [theirs.deal, theirs.finished, theirs.game]);
  }

  private state(written: string): unknown {
    const { buffer } = bytes(written);
    return this.layout.read(new DataView(buffer), 0);
  }

  private same(what: string, here: unknown, there: unknown): void {
    this.count += 1;
    const [mine, theirs] = [sorted(here), sorted(there)];
    if (mine !== theirs && this.found.length < 5) this.found.push(`${what}:\n  here  ${mine}\n  there ${theirs}`);
  }
}

/** The same with all its numbers rounded: sums in another order differ in the last digit. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === "number" ? Number(one.toFixed(9)) + 0 : one)));
}

/** JSON with its fields in alphabetical order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one) => {
    if (typeof one === "bigint") return String(one);
    if (one === null || typeof one !== "object" || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
