// A table as the page shows it: what came over the wire, played in its order, and what the player does.
import { Refusal } from "../server/api";
import { currentLine, type Line, type Order, type TableOrder } from "../offline/line";
import { boardOf } from "../games";
import { ChatLines } from "../chat/chatLines.svelte";
import { spokenText, withNews, type LogLine } from "./log";
import { me } from "../server/me.svelte";
import { moveName, moveWords } from "./moves";
import { OnlyMove } from "./onlyMove.svelte";
import { PassAndPlay } from "./passAndPlay.svelte";
import { looksOf } from "../seats/seatLooks";
import { seatNames } from "../seats/seatNames";
import { Player, type Step } from "./playback.svelte";
import { settings } from "../settings.svelte";
import { sound } from "../sound/sound";
import { Selection, type Offer } from "./selection.svelte";
import { witness } from "./witness";
import { silentStep, stepsOf } from "./steps";
import { announce, toast } from "../toasts.svelte";
import { catalogueFor, EVERYTHING, has, say, speak } from "../words.svelte";
import type { SeatLook } from "../../games/contract";
import type { Advice, FromServer, Happened, MessageErased, MoveSeen, News, Presence, RoomSeen, SeatSeen, Spoken, Update, Watch } from "../wire";

const NONE: MoveSeen[] = [];

export class Table {
  readonly player = new Player();
  /** The table as it is shown; while something is played the latest waits in `latest`. */
  room = $state.raw<RoomSeen | null>(null);
  latest = $state.raw<RoomSeen | null>(null);
  log = $state.raw<LogLine[]>([]);
  readonly chat: ChatLines;
  presence = $state.raw<Presence | null>(null);
  previews = $state.raw<Record<string, unknown>>({});
  advice = $state.raw<Advice | null>(null);
  /** Why there is nothing to show. */
  missing = $state.raw<Refusal | null>(null);
  /** Why the last thing was not done. */
  trouble = $state.raw<Refusal | null>(null);
  readonly selection = new Selection();
  sending = $state(false);
  /** The move that is on its way to the server. */
  private under = $state<string | null>(null);
  advising = $state(false);
  /** Several people around this screen. */
  readonly around = new PassAndPlay();
  /** The scene of a log line that is looked at. */
  glance = $state.raw<unknown>(null);
  /** When the clocks of `latest` were read, in the server's time. */
  readAt = $state(0);
  /** When what can be done last became something else, in ms of the page's own clock. */
  changed = 0;
  /** The game ended while this page was watching. */
  watched = false;
  /** The last event of the previous visit. */
  seenBefore = $state(0);
  readonly onlyMove = new OnlyMove();
  private seq = 0;
  private stopWatching = () => {};
  private begun = false;
  private left = false;
  private asked = 0; // the event that asking the coach is
  private greeted = false; // it was said once that it is my turn

  constructor(readonly id: string, readonly line: Line = currentLine()) {
    this.chat = new ChatLines(id);
    this.seenBefore = Number(localStorage.getItem(`seen.${id}`) ?? 0);
  }

  /** Looks at the table until the returned function is called. */
  open(): () => void {
    this.watch(null, "scene");
    return () => {
      this.left = true;
      this.onlyMove.stop();
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
    if (!key || !this.myTurn || !has(key)) return "";
    const { die, top, hand } = this.scene ?? {};
    return say(key, { die, top, held: hand?.value });
  }

  /** What the seat to act is asked to do. */
  get awaited(): string {
    return this.question || (this.room?.awaited ? speak(this.room.awaited, this.names) : "");
  }

  get looks(): SeatLook[] {
    return looksOf(this.names, this.mine);
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

  /** The seat to highlight: the one whose move is being played, else the seat to act. */
  get acting(): number {
    if (this.room?.stage !== "playing") return 0;
    return this.player.playing ? (this.log.at(-1)?.seat ?? 0) : this.room.to_act;
  }

  /** The seat that may take back its latest move without asking. */
  get undoSeat(): number | null {
    if (this.room?.may_undo) return this.room.seat;
    const { back } = this.around;
    return back?.until === this.room?.event ? (back?.seat ?? null) : null;
  }

  /** The seat that may ask the others to. */
  get askSeat(): number | null {
    return this.room?.may_ask_undo ? this.room.seat : (this.around.back?.seat ?? null);
  }

  /** What the board draws. */
  get scene(): any {
    return this.glance ?? this.player.scene;
  }

  // --- what the player does -----------------------------------------------------------------------------

  canPlay(move: string): boolean {
    return this.moves.some((one) => one.text === move);
  }

  /** A touch on the board: the first shows what a move does, the second makes it. */
  touch(move: string): void {
    if (settings.confirm === "never" || this.selection.armed === move) this.make(move);
    else this.arm(move);
  }

  /** A key, or a button that names the move. */
  play(move: string): void {
    if (settings.confirm !== "always" || this.selection.armed === move) this.make(move);
    else this.arm(move);
  }

  /** Lets one choose among the moves of a place. */
  offer(offer: Offer): void {
    this.trouble = null;
    this.selection.offer(offer);
  }

  private arm(move: string): void {
    if (!this.canPlay(move)) return;
    this.trouble = null;
    this.selection.arm(move);
    const { name, detail } = moveWords(this.room!.settings.game, this.room!.moves.find((one) => one.text === move)!, this.names);
    announce([name, detail, say("web.press_again")].filter(Boolean).join(". "));
  }

  private make(move: string): void {
    if (!this.canPlay(move)) return;
    const { seat, event } = this.latest!;
    this.selection.clear();
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
    if (this.line.state !== "connected") return;
    try {
      await this.line.command({ do: "move", seat: seat!, move, after: event, table: this.id });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (this.latest!.event === event) this.trouble = problem;
      announce(problem.text(this.names));
    }
  }

  /** An only move is made by itself after a moment. */
  private playOnlyMove({ event, moves }: RoomSeen): void {
    this.onlyMove.consider(this.myTurn ? moves : [], event, (move) => {
      if (this.room?.event === event && this.around.curtain === null) this.make(move);
    });
  }

  /** Carries out a command; why it was refused stands in `trouble` then. */
  async do(order: TableOrder): Promise<boolean> {
    this.sending = true;
    this.trouble = null;
    this.under = order.do === "move" ? order.move : null;
    const losses = this.line.state === "connected" ? this.line.losses : -1;
    try {
      await this.line.command({ ...order, table: this.id } as Order);
      if (order.do === "move" && losses !== this.line.losses) {
        const { game } = this.room!.settings;
        toast(() => say("web.move_sent", { move: moveName(game, order.move) }), { tone: "good" });
      }
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

  /** What was done offline and waits to be sent; else "". */
  get kept(): string {
    if (!this.sending || this.line.state === "connected") return "";
    if (this.under === null) return say("web.order_kept");
    return say("web.move_kept", { move: moveName(this.room!.settings.game, this.under) });
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
      this.advising = asked; // until the advice comes
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
    if (this.around.curtain !== null) this.turnTo(this.around.curtain);
  }

  // --- what comes over the wire ------------------------------------------------------------------

  private watch(seat: number | null, form: Watch["form"]): void {
    this.stopWatching = this.line.watch(
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
    else if (message.do === "welcome") this.advising = false; // advice only comes over the connection that asked
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
    if (!this.begun && update.since === 0) void this.begin(update); // else it was on its way before one looked anew
    else if (this.begun && update.since <= this.seq) this.goOn(update); // else what is between comes with the next
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
    this.around.curtain = null;
    this.room = room;
    this.log = withNews([], news, game, me()?.name);
    this.chat.hear(news, true);
    this.player.show(room.scene);
    this.watch(room.seat, "frames"); // also for what has happened meanwhile
  }

  private goOn(update: Update): void {
    const { room } = update;
    const fresh = update.news.filter((one) => one.seq > this.seq);
    this.take(update);
    this.chat.hear(fresh);
    const steps = fresh.flatMap((one) => this.stepsOf(one, room));
    this.player.play(steps, () => this.settle());
    if (this.room?.stage === "lobby") this.player.skip(); // the set-up is not animated
  }

  private take({ room, seq, now }: Update): void {
    this.seq = Math.max(this.seq, seq);
    this.latest = room;
    this.readAt = now;
    this.missing = null;
    witness(room);
  }

  private stepsOf(news: News, room: RoomSeen): Step[] {
    if (news.is === "chat" || news.is === "erased") return [silentStep(() => this.hearChat(news))];
    if (news.is === "note") return [silentStep(() => this.tell([news]))];
    if (news.what === "take_back") this.onlyMove.takenBack(room.event);
    return stepsOf(room.settings.game, news, () => this.tell([news]));
  }

  private tell(news: (Happened | News)[]): void {
    const { game } = this.room!.settings;
    const told = withNews([], news, game, me()?.name);
    this.log = withNews(this.log, news, game, me()?.name);
    announce(told.map((line) => spokenText(line, this.names)).join(" "));
  }

  private hearChat(line: Spoken | MessageErased): void {
    if (line.is === "chat" && !this.seats.some((seat) => seat.mine && seat.person === line.person)) this.chat.announce(line);
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
      this.selection.clear();
      this.trouble = null;
    }
    if (room.event !== this.advice?.event) this.advice = null;
    if (room.event > this.asked) this.advising = false;
    if (before?.stage === "playing" && room.stage === "over") this.watched = true;
    this.room = room;
    this.player.show(room.scene);
    this.around.settle(before, room, {
      look: (seat) => this.watch(seat, "frames"),
      turnTo: (seat) => this.turnTo(seat),
    });
    if (this.myTurn) this.player.refresh();
    this.playOnlyMove(room);
    if (!this.myTurn) return;
    this.line.send({ do: "previews", table: this.id, seat: room.seat! });
    const another = room.event !== before?.event || room.seat !== before?.seat;
    if (room.awaited && (another || !this.greeted)) {
      this.greeted = true;
      sound("turn");
      const key = this.mine.length > 1 ? "web.turn_of_awaited" : "web.your_turn_awaited";
      announce(say(key, { name: this.names[room.seat! - 1], awaited: this.awaited }));
    }
  }
}
