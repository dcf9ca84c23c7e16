// The tables of this device, in a worker, which opens, plays, stores and publishes them. What a page
// sends and receives is the same as with a server.
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bytesOf, digestOf } from "../after/fair";
import { choose } from "../engine/bots";
import { compiled } from "../engine/module";
import { Refused } from "../engine/refused";
import { Rules } from "../engine/rules";
import type { Playable } from "../engine/telling";
import type { Order } from "../server/connection.svelte";
import type { FromServer, MyTables, Replay, Settings, TableInfo, Update, VerifyData, Watch } from "../wire";
import { adviceOn } from "./advice";
import { idHere } from "./ids";
import { Match, type Event, type Kit, type Opening } from "./match/match";
import { happened, replayOf, roomSeen, tableInfo, verifyData, type Host, type Kept } from "./views";
import type { Saved, Store } from "./store";
import type { Played } from "./review/reviews";
import { transcriptOf } from "./match/transcript";

const FORM = 1; // of what is kept
const MOST = 60; // stored finished games

/** A game with its compiled rules. */
export interface Cartridge {
  play: Playable<any>;
  bytes: BufferSource;
}

/** What a house needs from its environment. */
export interface Outside {
  load: (game: string) => Promise<Cartridge>;
  send: (message: FromServer) => void;
  unkept: () => void;
  later: (think: () => void) => void;
  /** Wait for the right to play at a table, which one tab has at a time; false if another keeps it. */
  hold: (table: string) => Promise<boolean>;
  now: () => number;
}

type Watching = Pick<Watch, "since" | "seat" | "form">;

export class House {
  private readonly kits = new Map<string, Promise<Kit>>();
  private readonly open = new Map<string, Kept>(); // only tables that are held: others change in other tabs
  private readonly watching = new Map<string, Watching>();
  private readonly held = new Map<string, Promise<boolean>>();

  constructor(
    private readonly store: Store,
    private readonly outside: Outside,
  ) {}

  // --- what is asked ---------------------------------------------------------------------------------

  /** Open a table; with people it waits for the page's entropy. */
  async newTable(settings: Settings, host: Host): Promise<string> {
    const table = idHere(hex(16));
    const own = { ...settings, clock: { kind: "none" as const }, rated: false, public: false };
    const names = own.seats.map((holder, place) => (holder === "me" ? own.names?.[place] || host.name : holder));
    const kit = await this.kit(own.game);
    let match = Match.open(kit, { table, settings: own, names, secret: hex(32) });
    if (match.people.length === 0) match = match.play({ do: "begin" });
    const at = this.outside.now();
    await this.keep({ match, host, created: at, at, rematch: null });
    return table;
  }

  async myTables(): Promise<MyTables> {
    const all = (await this.store.all()).sort((one, other) => other.changed - one.changed);
    const finished = all.filter(({ stage }) => stage === "over");
    for (const { table } of finished.splice(MOST)) await this.store.drop(table);
    return { running: all.filter(({ stage }) => stage !== "over"), finished };
  }

  async info(table: string): Promise<TableInfo> {
    return tableInfo(await this.kept(table));
  }

  async replay(table: string, seat: number | null): Promise<Replay> {
    return replayOf(await this.kept(table), seat);
  }

  async verify(table: string): Promise<VerifyData> {
    return verifyData(await this.finished(table));
  }

  async transcript(table: string): Promise<string> {
    return transcriptOf((await this.finished(table)).match);
  }

  /** A finished match as it is kept, for its review. */
  async played(table: string): Promise<Played> {
    const { match } = await this.finished(table);
    return { game: match.kit.rules.manifest.name, opening: match.opening, events: match.events };
  }

  /** Forget a table that was handed over. */
  async drop(table: string): Promise<void> {
    this.open.delete(table);
    await this.store.drop(table);
  }

  /** Look at a table: an update comes now, and after each change. */
  async watch(table: string, how: Watching): Promise<void> {
    this.watching.set(table, how);
    const kept = await this.own(table);
    this.update(kept, how.since ?? 0);
    this.think(kept);
  }

  unwatch(table: string): void {
    this.watching.delete(table);
  }

  /** Carry out a command, or throw why it is refused. */
  async command(order: Order): Promise<void> {
    const kept = await this.own(order.table);
    if (order.do === "rematch") return this.rematch(kept);
    const { match } = kept;
    if (order.do === "entropy") {
      const first = match.play({ do: "entropy", seat: order.seat, entropy: order.entropy });
      return this.goOn(kept, first.play({ do: "begin" }));
    }
    if (order.do === "move" && order.after !== match.number) {
      throw new Refused("server.stale", { known: order.after, event: match.number }, null, [], true);
    }
    await this.goOn(kept, match.play(eventOf(order, match)));
    if (order.do === "hint") this.outside.later(() => this.advise(order.table));
  }

  // --- tables ----------------------------------------------------------------------------------------

  private async rematch(kept: Kept): Promise<void> {
    if (kept.match.stage !== "over") throw new Refused("server.rematch_early");
    const { settings } = kept.match.opening;
    const after = { ...kept, rematch: kept.rematch ?? (await this.newTable(settings, kept.host)) };
    await this.keep(after);
    this.update(after, after.match.number + 1);
  }

  private async goOn(kept: Kept, match: Match): Promise<void> {
    const after = { ...kept, match, at: this.outside.now() };
    this.open.set(match.opening.table, after);
    this.update(after, kept.match.number + 1);
    await this.keep(after);
    this.think(after);
  }

  private update(kept: Kept, since: number): void {
    const { match } = kept;
    const { table } = match.opening;
    const how = this.watching.get(table);
    if (!how) return;
    const seat = how.seat ?? (match.people.length === 1 ? match.people[0]! : null);
    const news = match.steps.slice(Math.max(0, since - 1)).map((step) => happened(kept, step, seat));
    const room = roomSeen(kept, seat);
    const message: Update = { do: "update", table, seq: match.number + 1, since, now: this.outside.now(), room, news };
    this.outside.send(message);
  }

  /** Let the bot to act move, once all other tasks have run. */
  private think({ match }: Kept): void {
    const { table } = match.opening;
    const level = match.bot;
    if (level === null || !this.watching.has(table)) return;
    this.outside.later(() => {
      const kept = this.open.get(table);
      if (kept?.match !== match || !this.watching.has(table)) return;
      void this.goOn(kept, match.play({ do: "move", seat: match.toAct, move: botMove(match, level) }));
    });
  }

  /** The coach thinks for the seat to move, unless the game has gone on. */
  private advise(table: string): void {
    const match = this.open.get(table)?.match;
    if (match?.events.at(-1)?.do !== "hint") return;
    this.outside.send(adviceOn(match, seedFor(match.opening.secret, `coach ${match.number}`)));
  }

  // --- what is kept ------------------------------------------------------------------------------------

  private async keep(kept: Kept): Promise<void> {
    const { match, host, created, at, rematch } = kept;
    const { table } = match.opening;
    if (this.open.has(table)) this.open.set(table, kept);
    const { name, rules } = match.kit.rules.manifest;
    const text = JSON.stringify({ form: FORM, game: name, rules, opening: match.opening, events: match.events, host, created, at, rematch });
    await this.store.put({ table, info: tableInfo(kept), text, digest: digestOf(text) });
    if (!this.store.keeps) this.outside.unkept();
  }

  /** A table to play at, as the tab that had it before has left it. */
  private async own(table: string): Promise<Kept> {
    const held = this.held.get(table) ?? this.outside.hold(table);
    this.held.set(table, held);
    if (!(await held)) {
      this.held.delete(table);
      throw new Refused("offline.other_tab");
    }
    const found = await this.kept(table);
    const kept = this.open.get(table) ?? found; // it may have gone on since
    this.open.set(table, kept);
    return kept;
  }

  /** A table to look at. */
  private async kept(table: string): Promise<Kept> {
    const known = this.open.get(table);
    if (known) return known;
    const saved = await this.store.get(table);
    if (!saved) throw new Refused("server.no_table", { table });
    return this.restored(saved);
  }

  private async finished(table: string): Promise<Kept> {
    const kept = await this.kept(table);
    if (kept.match.stage !== "over") throw new Refused("serve.not_over");
    return kept;
  }

  /** Load a stored game; name a damaged one, and set it aside. */
  private async restored(saved: Saved): Promise<Kept> {
    const title = { key: `web.title_${saved.info.settings.game}`, values: {} };
    const damaged = async () => {
      await this.store.setAside(saved);
      return new Refused("offline.save_damaged", { title, when: new Date(saved.info.changed).toISOString().slice(0, 10) });
    };
    if (digestOf(saved.text) !== saved.digest) throw await damaged();
    const told = JSON.parse(saved.text) as { form: number; game: string; rules: number; opening: Opening; events: Event[] } & Omit<Kept, "match">;
    const kit = await this.kit(told.game);
    if (told.form !== FORM || told.rules !== kit.rules.manifest.rules) throw new Refused("offline.save_other_rules", { title });
    const { host, created, at, rematch } = told;
    try {
      const match = told.events.reduce((match, event) => match.after(event), Match.open(kit, told.opening));
      return { match, host, created, at, rematch };
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      throw await damaged();
    }
  }

  private kit(game: string): Promise<Kit> {
    const known = this.kits.get(game) ?? this.load(game);
    this.kits.set(game, known);
    known.catch(() => this.kits.delete(game)); // the next time it may be there
    return known;
  }

  private async load(game: string): Promise<Kit> {
    const { play, bytes } = await this.outside.load(game);
    return { play, rules: new Rules(play.manifest, await compiled(play.manifest, bytes)) };
  }
}

function eventOf(order: Order, match: Match): Event {
  switch (order.do) {
    case "move":
      return { do: "move", seat: order.seat, move: order.move };
    case "undo":
      return { do: "take_back", seat: order.seat, event: order.event ?? match.latest(order.seat) };
    case "ask_undo":
      return { do: "ask_undo", seat: order.seat, event: order.event ?? match.latest(order.seat) };
    case "hint":
      return { do: "hint", seat: order.seat };
    case "answer":
      return { do: order.yes ? "agree" : "decline", seat: order.seat };
    default:
      throw new Refused("offline.only_here");
  }
}

/** What a bot plays: its seed comes from the secret, as at the server. */
export function botMove(match: Match, level: string): string {
  const { kit, opening, toAct } = match;
  const seen = kit.rules.observe(match.state, toAct - 1);
  return kit.rules.notation.text(choose(kit.rules, seen, level, seedFor(opening.secret, `bot ${toAct}`), match.number));
}

/** tablee.table.fair.seed_for */
function seedFor(secret: string, purpose: string): bigint {
  const digest = digestOf(concatBytes(utf8ToBytes(`tablee ${purpose}\n`), bytesOf(secret)));
  return BigInt(`0x${digest.slice(0, 16)}`);
}

/** So many random bytes. */
function hex(count: number): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(count)));
}
