// A match without a server: its settings, and the events since. A match is a value: `after` gives
// the next one, or throws the refusal. The events and their order are those of a transcript.
import { commitmentOf, draw, signerOf } from "../../after/fair";
import { Refused } from "../../engine/refused";
import { CHANCE, OVER, type Row, type Rules } from "../../engine/rules";
import type { Playable } from "../../engine/telling";
import type { Settings } from "../../wire";
import { reveals } from "./reveals";

/** The settings of a match. */
export interface Opening {
  table: string;
  settings: Settings;
  names: string[];
  secret: string;
}

export type Event =
  | { do: "entropy"; seat: number; entropy: string }
  | { do: "begin" }
  | { do: "move"; seat: number; move: string }
  | { do: "chance"; outcome: string }
  | { do: "take_back"; seat: number; event: number }
  | { do: "ask_undo"; seat: number; event: number }
  | { do: "agree"; seat: number }
  | { do: "decline"; seat: number }
  | { do: "hint"; seat: number }
  | { do: "end"; winners: number[]; scores: number[]; ranks: number[] }
  | { do: "secret"; secret: string };

type Of<Do> = Extract<Event, { do: Do }>;

/** A move or an outcome that was not undone; seat 0 is chance. */
interface Ply {
  number: number;
  seat: number;
  before: any;
  code: number;
}

/** An event with the states around it. */
export interface Step {
  number: number;
  event: Event;
  before: any;
  after: any;
  reports: Row[];
}

/** An outcome that some viewers may not see: who (-1 is a spectator), and what they are told instead. */
interface Veil {
  viewers: number[];
  words: string;
}

/** The rules of a game with what shows them. */
export interface Kit {
  play: Playable<any>;
  rules: Rules<any>;
}

export class Match {
  readonly steps: readonly Step[] = [];
  readonly stage: "open" | "playing" | "over" = "open";
  readonly entropy: Readonly<Record<string, string>> = {};
  readonly line: readonly Ply[] = [];
  /** The latest moves, all by one seat without a break. */
  readonly run: readonly Ply[] = [];
  readonly ask: { seat: number; event: number; waiting: number[] } | null = null;
  readonly declined: readonly number[] = [];
  readonly veils: ReadonlyMap<number, Veil> = new Map();
  readonly result: Omit<Of<"end">, "do"> | null = null;
  readonly revealed: boolean = false;
  readonly commitment: string;

  private constructor(
    readonly kit: Kit,
    readonly opening: Opening,
    readonly state: any,
  ) {
    this.commitment = commitmentOf(opening.secret);
  }

  /** A match before its first event. */
  static open(kit: Kit, opening: Opening): Match {
    const { seats, options } = opening.settings;
    return new Match(kit, opening, kit.rules.start(seats.length, options ?? {}));
  }

  get number(): number {
    return this.steps.length;
  }

  get events(): Event[] {
    return this.steps.map(({ event }) => event);
  }

  /** The seat to move, from 1, or CHANCE, OVER, or 0 before it begins. */
  get toAct(): number {
    if (this.stage !== "playing") return this.stage === "over" ? OVER : 0;
    const actor = this.kit.rules.toAct(this.state);
    return actor < 0 ? actor : actor + 1;
  }

  /** The seats of people. */
  get people(): number[] {
    return this.opening.settings.seats.flatMap((holder, place) => (holder === "me" ? [place + 1] : []));
  }

  /** The level of the bot that is to act. */
  get bot(): string | null {
    const holder = this.toAct > 0 ? this.opening.settings.seats[this.toAct - 1]! : "me";
    return holder === "me" ? null : holder;
  }

  /** How many outcomes there were, those that were undone included. */
  get outcomes(): number {
    return this.steps.filter(({ event }) => event.do === "chance").length;
  }

  /** The match after an event and all that follows from it by itself. */
  play(event: Event): Match {
    let match = this.after(event);
    for (let due = match.due(); due; due = match.due()) match = match.after(due);
    return match;
  }

  /** The match after an event. */
  after(event: Event): Match {
    const changes = this.changes(event);
    const after = changes.state ?? this.state;
    const step = { number: this.number + 1, event, before: this.state, after, reports: changes.reports ?? [] };
    const { reports: _, ...kept } = changes;
    return Object.assign(Object.create(Match.prototype), this, kept, { steps: [...this.steps, step] }) as Match;
  }

  /** The event that follows without a decision of a player. */
  private due(): Event | null {
    if (this.stage === "open") return null;
    if (this.stage === "over") return this.revealed ? null : { do: "secret", secret: this.opening.secret };
    const { rules } = this.kit;
    if (this.toAct === OVER) return { do: "end", ...this.finalResult() };
    if (this.toAct === CHANCE) return { do: "chance", outcome: rules.notation.text(this.drawn()) };
    if (this.ask && this.ask.waiting.length === 0) return { do: "take_back", seat: this.ask.seat, event: this.ask.event };
    return null;
  }

  private finalResult(): Omit<Of<"end">, "do"> {
    const { points, ranks } = this.kit.rules.score(this.state);
    const winners = ranks.flatMap((rank, place) => (rank === 1 ? [place + 1] : []));
    return { winners, scores: points, ranks };
  }

  /** The outcome that the secret gives now. */
  private drawn(): number {
    const { rules } = this.kit;
    const chances = rules.chances(this.state).map(([code, weight]): [string, number] => [rules.notation.text(code), weight]);
    const { table, secret } = this.opening;
    const { text } = draw(signerOf(secret), table, this.entropy, this.outcomes + 1, chances);
    return rules.notation.code(text)!;
  }

  // --- what an event changes -----------------------------------------------------------------------

  private changes(event: Event): Partial<Match> & { reports?: Row[] } {
    if (event.do === "entropy") return this.entropyAdded(event);
    if (event.do === "begin") return this.must(this.stage === "open", { stage: "playing" });
    if (event.do === "secret") return this.must(this.stage === "over" && event.secret === this.opening.secret, { revealed: true });
    if (this.stage === "over") throw new Refused("table.over");
    if (this.stage === "open") throw new Refused("table.not_begun");
    switch (event.do) {
      case "move":
        return this.moved(event);
      case "chance": {
        const code = this.toAct === CHANCE ? this.drawn() : -1;
        this.must(code >= 0 && this.kit.rules.notation.text(code) === event.outcome, {});
        const veil = this.veil();
        const veils = veil ? new Map([...this.veils, [this.number + 1, veil]]) : this.veils;
        return { ...this.played(0, code), run: [], veils };
      }
      case "take_back":
        return this.takenBack(event);
      case "ask_undo":
        return this.asked(event);
      case "agree":
        return { ask: { ...this.ask!, waiting: this.answered(event.seat) } };
      case "decline":
        this.answered(event.seat);
        return { ask: null, declined: [...this.declined, this.ask!.seat] };
      case "hint":
        if (this.opening.settings.hints === false) throw new Refused("table.no_hints");
        if (this.toAct !== event.seat) throw new Refused("table.no_hint_now", { seat: event.seat });
        return {};
      case "end": {
        const result = this.finalResult();
        const { do: _, ...told } = event;
        return this.must(this.toAct === OVER && JSON.stringify(told) === JSON.stringify(result), { stage: "over", result });
      }
    }
  }

  /** Changes that are impossible only in a damaged file. */
  private must<Changes>(sound: boolean, changes: Changes): Changes {
    if (!sound) throw new Refused("offline.save_damaged");
    return changes;
  }

  private entropyAdded({ seat, entropy }: Of<"entropy">): Partial<Match> {
    if (this.stage !== "open" || seat in this.entropy) throw new Refused("table.entropy_twice", { seat });
    this.must(this.people.includes(seat) && /^([0-9a-f]{2}){1,64}$/.test(entropy), {});
    return { entropy: { ...this.entropy, [seat]: entropy } };
  }

  private moved({ seat, move }: Of<"move">): Partial<Match> & { reports: Row[] } {
    const { play, rules } = this.kit;
    if (this.toAct !== seat) throw new Refused("table.not_your_turn", { seat, to_act: this.toAct });
    const moves = rules.legal(this.state).map((code) => rules.notation.text(code));
    const code = rules.notation.code(move);
    if (code === undefined || rules.notation.isOutcome(code)) {
      const forms = rules.manifest.forms.map(([, words]) => words).join(" · ");
      const title = { key: `web.title_${rules.manifest.name}`, values: {} };
      throw new Refused("common.unreadable", { text: move, title, forms }, null, moves);
    }
    const reason = rules.whyNot(this.state, code);
    if (reason) {
      const { paragraph, key, values } = play.refusal(rules, this.state, code, reason);
      throw new Refused(key, values, paragraph, moves);
    }
    const run = this.run.filter((ply) => ply.seat === seat);
    const played = this.played(seat, code);
    return { ...played, run: [...run, played.line.at(-1)!] };
  }

  private played(seat: number, code: number) {
    const { after, reports } = this.kit.rules.play(this.state, code);
    const line = [...this.line, { number: this.number + 1, seat, before: this.state, code }];
    return { state: after, reports, line, ask: null, declined: [] };
  }

  /** Who may not see the next outcome. They are told its first word, unless that would tell too much. */
  private veil(): Veil | null {
    const { rules } = this.kit;
    if (!rules.manifest.hides) return null;
    const seats = this.opening.settings.seats.map((_, place) => place);
    const viewers = [-1, ...seats].filter((viewer) => !rules.sees(this.state, viewer));
    if (viewers.length === 0) return null;
    const verbs = new Set(rules.chances(this.state).map(([code]) => rules.notation.of(code).words[0]!));
    return { viewers, words: verbs.size === 1 ? `${[...verbs][0]} ?` : "?" };
  }

  // --- undo --------------------------------------------------------------------------------------

  /** The number of the latest move of a seat that was not undone; 0: none. */
  latest(seat: number): number {
    return Math.max(0, ...this.line.filter((ply) => ply.seat === seat).map((ply) => ply.number));
  }

  /** Why a seat may not undo that without consent; null: it may. */
  whyNotFree(seat: number, event: number): Refused | null {
    const { undo } = this.opening.settings;
    if (undo === "never") return new Refused("table.undo_never");
    if (undo === "consent") return new Refused("table.undo_consent");
    const moves = this.run.filter((ply) => ply.number >= event);
    if (moves[0]?.number !== event || moves[0].seat !== seat) return new Refused("table.undo_since");
    const told = [...moves].reverse().find((ply) => reveals(this.kit.rules, ply.before, ply.code));
    return told ? new Refused("table.undo_informs", { event: told.number }) : null;
  }

  mayUndo(seat: number): boolean {
    const last = this.run.at(-1);
    return this.stage === "playing" && last?.seat === seat && this.whyNotFree(seat, last.number) === null;
  }

  mayAskUndo(seat: number): boolean {
    if (this.stage !== "playing" || this.ask || this.opening.settings.undo === "never") return false;
    return this.people.includes(seat) && this.latest(seat) > 0 && !this.declined.includes(seat);
  }

  private place(seat: number, event: number): number {
    if (this.opening.settings.undo === "never") throw new Refused("table.undo_never");
    const place = this.line.findIndex((ply) => ply.number === event && ply.seat === seat);
    if (place < 0) throw new Refused("table.undo_not_yours", { seat, event });
    return place;
  }

  private takenBack({ seat, event }: Of<"take_back">): Partial<Match> {
    const place = this.place(seat, event);
    const agreed = this.ask?.seat === seat && this.ask.event === event && this.ask.waiting.length === 0;
    const refused = agreed ? null : this.whyNotFree(seat, event);
    if (refused) throw refused;
    const run = this.run.filter((ply) => ply.number < event);
    return { state: this.line[place]!.before, line: this.line.slice(0, place), run, ask: null, declined: [] };
  }

  private asked({ seat, event }: Of<"ask_undo">): Partial<Match> {
    this.place(seat, event);
    if (this.ask) throw new Refused("table.ask_pending", { seat: this.ask.seat });
    if (this.declined.includes(seat)) throw new Refused("table.ask_again", { seat });
    return { ask: { seat, event, waiting: this.people.filter((one) => one !== seat) } };
  }

  private answered(seat: number): number[] {
    if (!this.ask?.waiting.includes(seat)) throw new Refused("table.not_asked", { seat });
    return this.ask.waiting.filter((one) => one !== seat);
  }
}
