// One table as the page shows it: what came over the wire, played in its order, and what one does.
import { Refusal } from "../server/api";
import { connection, type Order } from "../server/connection.svelte";
import { boardOf, pageOf } from "../games";
import { spokenText, withNews, type LogLine } from "./log";
import { me } from "../server/me.svelte";
import { moveWords } from "./moves";
import { keepMuted, mutedAt } from "./mutedChannels";
import { seatNames } from "./seatNames";
import { Player, type Step } from "./playback.svelte";
import { settings } from "../settings.svelte";
import { sound, soundOf } from "../sound/sound";
import { moveName } from "./spelling";
import { announce, toast } from "../toasts.svelte";
import { catalogueFor, EVERYTHING, hasMessage, say, speak } from "../words.svelte";
import type { SeatLook } from "../../games/contract";
import type {
  Advice, FromServer, Happened, MoveSeen, News, Presence, RoomSeen, SeatSeen, Spoken, Update,
  Watch,
} from "../wire";

/** A command to this table: the table itself is put in. */
export type TableOrder = Order extends infer One ? (One extends Order ? Omit<One, "table"> : never) : never;

/** Several moves of one place, to choose from where they are. */
export interface Offer {
  moves: string[];
  x: number; // in the window
  y: number;
  byKey?: boolean;
}

const NONE: MoveSeen[] = [];
const NOWHERE: string[] = [];
const LONE_WAIT = 1100; // ms that an only move is shown before it is made

export class Table {
  readonly id: string;
  readonly player = new Player();
  /** The table as it is shown; while something is played the latest waits in `latest`. */
  room = $state.raw<RoomSeen | null>(null);
  latest = $state.raw<RoomSeen | null>(null);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<Spoken[]>([]);
  /** Channels one does not want to hear. */
  muted = $state.raw<ReadonlySet<Spoken["channel"]>>(new Set());
  presence = $state.raw<Presence | null>(null);
  previews = $state.raw<Record<string, unknown>>({});
  advice = $state.raw<Advice | null>(null);
  /** Why there is nothing to show. */
  missing = $state.raw<Refusal | null>(null);
  /** Why the last thing was not done. */
  trouble = $state.raw<Refusal | null>(null);
  /** The move that is looked at, and the one that was touched once. */
  picked = $state<string | null>(null);
  armed = $state<string | null>(null);
  /** The moves of the place that is looked at. */
  near = $state.raw<readonly string[]>(NOWHERE);
  /** A small menu at a place that several moves share. */
  offered = $state.raw<Offer | null>(null);
  sending = $state(false);
  /** The move that is on its way to the server. */
  private under = $state<string | null>(null);
  advising = $state(false);
  /** The seat the screen has to be passed to before its view is shown. */
  curtain = $state<number | null>(null);
  /** Everybody around this screen may see everything. */
  openHands = $state(false);
  /** Around one screen: the seat that moved last, and until which event it may take that back. */
  private back = $state.raw<{ seat: number; until: number } | null>(null);
  /** The scene of a log line that is looked at. */
  glance = $state.raw<unknown>(null);
  /** When the clocks of `latest` were read, in the server's time. */
  readAt = $state(0);
  /** When what can be done last became something else, in ms of the page's own clock. */
  changed = 0;
  /** The game has ended before one's eyes. */
  watched = false;
  /** What had happened before one was last here. */
  seenBefore = $state(0);
  /** The only move, which is made in a moment. */
  lone = $state<string | null>(null);
  private loneTimer = 0;
  private loneAt = 0;
  private tookBack = 0; // until this event nothing is made by itself
  private seq = 0;
  private stopWatching = () => {};
  private begun = false;
  private left = false;
  private asked = 0; // the event that asking the coach is
  private greeted = false; // it was said once that it is my turn

  constructor(id: string) {
    this.id = id;
    this.muted = mutedAt(id);
    this.seenBefore = Number(localStorage.getItem(`seen.${id}`) ?? 0);
  }

  /** Looks at the table until the returned function is called. */
  open(): () => void {
    this.watch(null, "scene");
    return () => {
      this.left = true;
      clearTimeout(this.loneTimer);
      this.player.stop();
      this.stopWatching();
      localStorage.setItem(`seen.${this.id}`, String(this.seq));
    };
  }

  // --- who is who --------------------------------------------------------------------------------

  get seats(): SeatSeen[] {
    return this.room?.seats ?? [];
  }

  get names(): string[] {
    return seatNames(this.seats.map(({ name }) => name), this.mine);
  }

  /** What I have to decide now, as a question. */
  get question(): string {
    const key = this.room?.awaited && `web_${this.room.awaited.key.replace(".", ".ask_")}`;
    if (!key || !this.myTurn || !hasMessage(key)) return "";
    const { die, top, hand } = this.scene ?? {};
    return say(key, { die, top, held: hand?.value });
  }

  /** What is awaited of whoever is to act. */
  get awaited(): string {
    return this.question || (this.room?.awaited ? speak(this.room.awaited, this.names) : "");
  }

  get looks(): SeatLook[] {
    const names = this.names;
    return this.seats.map(({ seat, mine }) => ({
      seat,
      name: names[seat - 1]!,
      colour: `var(--seat-${seat})`,
      ink: `var(--seat-${seat}-ink)`,
      symbol: `seat-${seat}`,
      mine,
    }));
  }

  /** My seats; around one screen there are several. */
  get mine(): number[] {
    return this.seats.filter((seat) => seat.mine).map((seat) => seat.seat);
  }

  get myTurn(): boolean {
    return this.room !== null && this.room.seat === this.room.to_act && this.room.moves.length > 0;
  }

  /** The moves that can be made at this moment. */
  get moves(): MoveSeen[] {
    return this.myTurn && !this.player.playing && !this.sending ? this.room!.moves : NONE;
  }

  /** The seat that is at work: while something is played whoever does it, else whoever is to act. */
  get acting(): number {
    if (this.room?.stage !== "playing") return 0;
    return this.player.playing ? (this.log.at(-1)?.seat ?? 0) : this.room.to_act;
  }

  /** The seat that may take back its latest move without asking. */
  get undoSeat(): number | null {
    if (this.room?.may_undo) return this.room.seat;
    return this.back && this.back.until === this.room?.event ? this.back.seat : null;
  }

  /** The seat that may ask the others to. */
  get askSeat(): number | null {
    return this.room?.may_ask_undo ? this.room.seat : (this.back?.seat ?? null);
  }

  /** What is said, as far as one wants to hear it. */
  get heard(): Spoken[] {
    return this.chat.filter((line) => !this.muted.has(line.channel));
  }

  /** What the board draws. */
  get scene(): any {
    return this.glance ?? this.player.scene;
  }

  // --- what one does -----------------------------------------------------------------------------

  /** Looks at the moves of a place; at none, when it is left. */
  look(moves: readonly string[]): void {
    if (moves.length === 0 && this.near.length === 0) return;
    this.near = moves.length || !this.offered ? moves : this.offered.moves;
    this.picked = this.near.length === 1 ? this.near[0]! : this.armed;
  }

  /** Looks at one move of a list, or at none. */
  pick(move: string | null): void {
    this.look(move === null ? [] : [move]);
  }

  canPlay(move: string): boolean {
    return this.moves.some((one) => one.text === move);
  }

  /** A touch on the board: the first shows what a move does, the second makes it. */
  touch(move: string): void {
    if (settings.confirm === "never" || this.armed === move) this.make(move);
    else this.arm(move);
  }

  /** A key, or a button that names the move. */
  play(move: string): void {
    if (settings.confirm !== "always" || this.armed === move) this.make(move);
    else this.arm(move);
  }

  /** Lets one choose among the moves of a place. */
  offer(offer: Offer): void {
    this.disarm();
    this.trouble = null;
    this.offered = offer;
    this.near = offer.moves;
  }

  /** Takes back whatever was touched. */
  disarm(): void {
    this.armed = this.picked = this.offered = null;
    this.near = NOWHERE;
  }

  private arm(move: string): void {
    if (!this.canPlay(move)) return;
    this.trouble = this.offered = null; // the menu leaves the board to what the move does
    this.near = [move];
    this.armed = this.picked = move;
    const { name, detail } = moveWords(this.room!.settings.game, this.room!.moves.find((one) => one.text === move)!, this.names);
    announce([name, detail, say("web.press_again")].filter(Boolean).join(". "));
  }

  private make(move: string): void {
    if (!this.canPlay(move)) return;
    const { seat, event } = this.latest!;
    this.disarm();
    this.changed = performance.now();
    void this.do({ do: "move", seat: seat!, move, after: event });
  }

  /** Why a place that was touched is no move: the rules say so, with their paragraph. */
  async askWhyNot(move: string | undefined): Promise<void> {
    const { seat, event, awaited, awaited_paragraph: paragraph } = this.latest!;
    if (!move || this.canPlay(move)) {
      const why = { key: "web.no_move_here", values: { awaited: awaited ?? "" } };
      this.trouble = new Refusal({ why, paragraph: paragraph || null, instead: [] });
      return announce(this.trouble.text(this.names));
    }
    if (connection.state !== "connected") return;
    try {
      await connection.command({ do: "move", seat: seat!, move, after: event, table: this.id });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (this.latest!.event === event) this.trouble = problem;
      announce(problem.text(this.names));
    }
  }

  /** An only move is made by itself after a moment, but never again when it was taken back. */
  private playLone(room: RoomSeen): void {
    if (room.event === this.loneAt && this.lone) return; // it is on its way already
    clearTimeout(this.loneTimer);
    this.lone = null;
    const [only, other] = room.moves;
    if (!settings.lone || !this.myTurn || !only || other || room.event <= this.tookBack) return;
    this.lone = only.text;
    this.loneAt = room.event;
    this.loneTimer = window.setTimeout(() => {
      if (this.lone !== only.text || this.room?.event !== room.event || this.curtain !== null) return;
      this.make(only.text);
    }, LONE_WAIT);
  }

  /** Hears a channel no more, or again; also when one comes back. */
  mute(channel: Spoken["channel"]): void {
    const muted = new Set(this.muted);
    if (!muted.delete(channel)) muted.add(channel);
    this.muted = muted;
    keepMuted(this.id, muted);
  }

  /** Carries out a command; why it was refused stands in `trouble` then. */
  async do(order: TableOrder): Promise<boolean> {
    this.sending = true;
    this.trouble = null;
    this.under = order.do === "move" ? order.move : null;
    const losses = connection.state === "connected" ? connection.losses : -1;
    try {
      await connection.command({ ...order, table: this.id } as Order);
      if (order.do === "move" && losses !== connection.losses) this.sayItWasSent(order.move);
      return true;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.trouble = problem;
      announce(problem.text(this.names), { urgent: true });
      return false;
    } finally {
      this.sending = false;
      this.under = null;
    }
  }

  /** What one has done and the server has not heard of, as there is no connection; else "". */
  get kept(): string {
    if (!this.sending || connection.state === "connected") return "";
    if (this.under === null) return say("web.order_kept");
    return say("web.move_kept", { move: moveName(this.room!.settings.game, this.under) });
  }

  private sayItWasSent(move: string): void {
    const { game } = this.room!.settings;
    toast(() => say("web.move_sent", { move: moveName(game, move) }), { tone: "good" });
  }

  async hint(): Promise<void> {
    if (!this.room?.seat) return;
    let asked = false;
    this.advising = true;
    try {
      await catalogueFor(EVERYTHING); // the coach has words of its own
      this.asked = this.latest!.event + 1;
      asked = await this.do({ do: "hint", seat: this.room.seat });
    } finally {
      this.advising = asked; // until he answers
    }
  }

  /** Shows once more what was played last. */
  replay(): void {
    this.player.replay(() => this.player.show(this.room!.scene));
  }

  /** Shows once more what a line of the log tells of. */
  replayLine(line: LogLine): void {
    if (line.frames.length === 0 || this.player.playing) return;
    const earlier = this.log.slice(0, this.log.indexOf(line)).filter(({ scene }) => scene !== null).at(-1);
    const start = { scene: earlier?.scene ?? line.frames[0]!.scene, beat: "" };
    this.glance = null;
    this.player.again([start, ...line.frames], () => this.player.show(this.room!.scene));
  }

  /** The screen was passed on: everything is asked for anew, as that seat may see it. */
  lift(): void {
    if (this.curtain !== null) this.turnTo(this.curtain);
  }

  // --- what comes over the wire ------------------------------------------------------------------

  private watch(seat: number | null, form: Watch["form"]): void {
    this.stopWatching = connection.watch(
      this.id,
      () => ({ since: this.seq, seat, form }),
      (message) => this.hear(message),
    );
  }

  /** Looks from another seat that must not see what the last one saw, not in the log either. */
  private turnTo(seat: number | null): void {
    this.begun = false;
    this.seq = 0;
    this.watch(seat, "scene");
  }

  private hear(message: FromServer): void {
    if (message.do === "update") this.update(message);
    else if (message.do === "welcome") this.advising = false; // he answers only where he was asked
    else if (message.do === "presence") this.presence = message;
    else if (message.do === "previews") {
      if (message.event === this.room?.event) this.previews = message.moves;
    } else if (message.do === "advice") {
      this.advising = false;
      this.advice = message;
    } else if (message.do === "refused") {
      if (message.id !== null) this.advising = false; // done, but the coach has failed
      else if (message.why.key === "server.not_your_seat") return this.turnTo(null);
      const refusal = new Refusal(message);
      if (this.begun) this.trouble = refusal;
      else this.missing = refusal;
    }
  }

  private update(update: Update): void {
    if (this.begun) this.goOn(update);
    else if (update.since === 0) void this.begin(update); // else it was on its way before one looked anew
  }

  /** The first update has the whole story; from now on it is played as it happens. */
  private async begin(update: Update): Promise<void> {
    const { room, news } = update;
    const { game } = room.settings;
    boardOf(game).catch(() => {}); // it is on its way already when the page asks for it
    await catalogueFor([game]).catch(() => {}); // nor will the board come, and the page says so
    if (this.begun || this.left) return;
    this.begun = true;
    this.take(update);
    this.curtain = null;
    this.room = room;
    this.log = withNews([], news, game, me()?.name);
    this.chat = news.filter((one) => one.is === "chat");
    this.player.show(room.scene);
    this.watch(room.seat, "frames"); // also for what has happened meanwhile
  }

  private goOn(update: Update): void {
    const { room } = update;
    const fresh = update.news.filter((one) => one.seq > this.seq);
    this.take(update);
    this.chat = [...this.chat, ...fresh.filter((one) => one.is === "chat")];
    const steps = fresh.flatMap((one) => this.stepsOf(one, room));
    this.player.play(steps, () => this.settle());
    if (this.room?.stage === "lobby") this.player.skip(); // nobody waits for the set-up
  }

  private take({ room, seq, now }: Update): void {
    this.seq = Math.max(this.seq, seq);
    this.latest = room;
    this.readAt = now;
    this.missing = null;
  }

  private stepsOf(news: News, room: RoomSeen): Step[] {
    if (news.is === "chat") {
      return [{ scene: null, beat: "", arrive: () => this.hearChat(news) }];
    }
    if (news.is === "event" && news.what === "take_back") this.tookBack = room.event;
    if (news.is === "note") return [{ scene: null, beat: "", arrive: () => this.tell([news]) }];
    const game = room.settings.game;
    const frames: Step[] = news.frames.map(({ beat, scene }) => ({
      scene,
      beat,
      arrive: () => sound(soundOf(game, news, beat)),
    }));
    const last: Step = { scene: news.scene, beat: "", arrive: () => sound(soundOf(game, news, "")) };
    const steps = [...frames, last];
    const first = steps[0]!;
    const heard = first.arrive;
    first.arrive = () => {
      this.tell([news]);
      heard?.();
    };
    return steps;
  }

  private tell(news: (Happened | News)[]): void {
    const { game } = this.room!.settings;
    const told = withNews([], news, game, me()?.name);
    this.log = withNews(this.log, news, game, me()?.name);
    announce(told.map((line) => spokenText(line, this.names)).join(" "));
  }

  private hearChat({ channel, person, name, phrase, text }: Spoken): void {
    if (this.muted.has(channel)) return;
    if (this.seats.some((seat) => seat.mine && seat.person === person)) return;
    announce(say("web.says", { name, text: phrase ? say(`phrase.${phrase}`) : text }));
  }

  /** All is played: the table rests as it is now. */
  private settle(): void {
    const before = this.room;
    const room = this.latest!;
    const mine = room.seats.filter((seat) => seat.mine).length;
    if (before && mine !== this.mine.length) this.watch(room.seat, "frames"); // who is present is said anew
    if (room.event !== before?.event || room.seat !== before?.seat) {
      this.changed = performance.now();
      this.previews = {};
      this.disarm();
      this.trouble = null;
    }
    if (room.event !== this.advice?.event) this.advice = null;
    if (room.event > this.asked) this.advising = false;
    if (before?.stage === "playing" && room.stage === "over") this.watched = true;
    this.room = room;
    this.player.show(room.scene);
    this.lookBack(before, room);
    this.follow(room);
    if (this.myTurn) this.player.refresh();
    this.playLone(room);
    if (!this.myTurn) return;
    connection.send({ do: "previews", table: this.id, seat: room.seat! });
    const another = room.event !== before?.event || room.seat !== before?.seat;
    if (room.awaited && (another || !this.greeted)) {
      this.greeted = true;
      sound("turn");
      const key = this.mine.length > 1 ? "web.turn_of_awaited" : "web.your_turn_awaited";
      announce(say(key, { name: this.names[room.seat! - 1], awaited: this.awaited }));
    }
  }

  /** Around one screen the view leaves the seat that has moved; it may take back all the same. */
  private lookBack(before: RoomSeen | null, room: RoomSeen): void {
    if (this.mine.length < 2 || room.stage !== "playing" || room.to_act === this.back?.seat) this.back = null;
    else if (before && room.event > before.event && before.to_act === room.seat && room.seat !== room.to_act) {
      this.back = { seat: room.seat!, until: room.may_undo ? room.event : -1 };
    }
  }

  /** Around one screen the view follows the seat to act; secrets stay behind a curtain. */
  private follow(room: RoomSeen): void {
    const here = room.seats.filter((seat) => seat.mine && seat.kind === "person").map((seat) => seat.seat);
    this.curtain = null;
    if (this.mine.length < 2 || here.length === 0 || room.stage !== "playing") return;
    if (here.length === 1) {
      if (room.seat !== here[0]) this.turnTo(here[0]!); // the others have given up or left
      return;
    }
    const acting = here.includes(room.to_act) ? room.to_act : null;
    if (!pageOf(room.settings.game).secretive || this.openHands) {
      const wanted = acting ?? room.seat ?? here[0]!;
      if (wanted !== room.seat) this.watch(wanted, "frames");
    } else if (acting !== null && acting !== room.seat) {
      this.curtain = acting;
    } else if (acting === null && room.seat !== null && !room.may_undo) {
      this.turnTo(null);
    }
  }
}
