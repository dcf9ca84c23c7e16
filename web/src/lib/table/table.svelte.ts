// A table as the page shows it: updates played in order, and the player's commands.
import { Refusal, refusal } from "../server/api";
import { lineOf, type Line, type Order, type TableOrder } from "../offline/line";
import { boardOf } from "../games";
import { ChatLines } from "../chat/chatLines.svelte";
import { framesOf, sceneAfter, spokenText, withNews, type LogLine } from "./log";
import { me } from "../server/me.svelte";
import { moveName, moveWords } from "./moves";
import { OnlyMove } from "./onlyMove.svelte";
import { silentCue, cuesOf, type Cue } from "./playback.svelte";
import { formFor, readerOf, Reader, type ShownNews } from "./reader";
import { settings } from "../settings.svelte";
import { sound } from "../sound/sound";
import { Selection, type Offer } from "./selection.svelte";
import { witness } from "./diceWitness";
import { TableSeen } from "./tableSeen.svelte";
import { announce, toast } from "../toasts.svelte";
import { Refused } from "../engine/refused";
import { loadAgainOnce } from "../lazy";
import { catalogueFor, catalogueToTell, EVERYTHING, say } from "../words.svelte";
import type { Advice, FromServer, MessageErased, Presence, RoomSeen, Spoken, Update, Watch } from "../wire";

export class Table extends TableSeen {
  /** Updates that wait for the running playback. */
  latest = $state.raw<RoomSeen | null>(null);
  readonly chat: ChatLines;
  presence = $state.raw<Presence | null>(null);
  previews = $state.raw<Record<string, unknown>>({});
  advice = $state.raw<Advice | null>(null);
  /** Why there is nothing to show. */
  missing = $state.raw<Refusal | null>(null);
  /** Why the last command was refused. */
  trouble = $state.raw<Refusal | null>(null);
  readonly selection = new Selection();
  /** The move that is on its way to the server. */
  private under = $state<string | null>(null);
  advising = $state(false);
  /** When the clocks of `latest` were read, in the server's time. */
  readAt = $state(0);
  /** When the available moves last changed, in ms of the page's own clock. */
  changed = 0;
  /** The game ended while this page was watching. */
  watched = false;
  /** The last event of the previous visit. */
  seenBefore = $state(0);
  readonly onlyMove = new OnlyMove();
  private seq = 0;
  private form: Watch["form"] = "record";
  private reader = new Reader(null);
  private stopWatching = () => {};
  private begun = false;
  private left = false;
  private asked = 0; // the event that asking the coach is
  private greeted = false; // my first turn was announced

  constructor(readonly id: string, readonly line: Line = lineOf(id)) {
    super();
    this.chat = new ChatLines(id);
    this.seenBefore = Number(localStorage.getItem(`seen.${id}`) ?? 0);
  }

  /** Watch the table until the returned function is called. */
  open(): () => void {
    this.watch(null);
    return () => {
      this.left = true;
      this.onlyMove.stop();
      this.player.stop();
      this.stopWatching();
      localStorage.setItem(`seen.${this.id}`, String(this.seq));
    };
  }

  // --- the player's actions -----------------------------------------------------------------------------

  canPlay(move: string): boolean {
    return this.moves.some((one) => one.text === move);
  }

  /** A touch on the board: the first previews a move, the second plays it. */
  touch(move: string): void {
    if (settings.confirm === "never" || this.selection.armed === move) this.make(move);
    else this.arm(move);
  }

  /** A key, or a button that names the move. */
  play(move: string): void {
    if (settings.confirm !== "always" || this.selection.armed === move) this.make(move);
    else this.arm(move);
  }

  /** Open the menu of a place with several moves. */
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
    this.foresee(move, event + 1, seat!);
    void this.do({ do: "move", seat: seat!, move, after: event }).then((done) => done || this.takeBack());
  }

  /** Animate a move at once; its log line follows when the server has confirmed it. */
  private foresee(text: string, number: number, seat: number): void {
    const shown = this.reader.foreseen(text, seat);
    if (!shown) return;
    this.foreseen = { number, text };
    this.player.play(cuesOf(this.room!.settings.game, shown, () => {}), () => {});
  }

  /** Roll back a move that was shown but refused. */
  private takeBack(): void {
    if (!this.foreseen) return;
    this.foreseen = null;
    this.player.show(this.room!.scene);
  }

  /** Say why a touched place is no move, citing the rules. */
  async askWhyNot(move: string | undefined): Promise<void> {
    const { event, awaited, awaited_paragraph: paragraph } = this.latest!;
    const why = { key: "web.no_move_here", values: { awaited: awaited ?? "" } };
    const found = move && !this.canPlay(move) ? this.reader.whyNot(move) : null;
    const refusal = new Refusal({ why, paragraph: paragraph || null, instead: [], ...found });
    await catalogueToTell(refusal.why);
    if (this.latest!.event === event) this.trouble = refusal;
    announce(refusal.text(this.names));
  }

  /** Play the only legal move after a moment. */
  private playOnlyMove({ event, moves }: RoomSeen): void {
    this.onlyMove.consider(this.myTurn ? moves : [], event, (move) => {
      if (this.room?.event === event && this.around.curtain === null) this.make(move);
    });
  }

  /** Carry out a command; if it is refused, `trouble` says why. */
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

  /** The name of a command that waits to be sent; else "". */
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

  /** Replay the last cues. */
  replay(): void {
    this.player.replay(() => this.player.show(this.room!.scene));
  }

  /** Replay a line of the log. */
  replayLine(line: LogLine): void {
    if (line.way.length === 0 || this.player.playing) return;
    const frames = framesOf(line);
    const earlier = this.log.slice(0, this.log.indexOf(line)).filter(({ last }) => last !== null).at(-1);
    const start = { scene: earlier ? sceneAfter(earlier) : frames[0]!.scene, beat: "" };
    this.glance = null;
    this.player.again([start, ...frames], () => this.player.show(this.room!.scene));
  }

  /** The screen was passed on: reload everything as that seat may see it. */
  lift(): void {
    if (this.around.curtain !== null) this.turnTo(this.around.curtain);
  }

  // --- messages of the server --------------------------------------------------------------------

  private watch(seat: number | null): void {
    this.stopWatching = this.line.watch(
      this.id,
      () => ({ since: this.seq, seat, form: this.form }),
      (message) => this.hear(message),
    );
  }

  /** Switch to a seat that must not see what the last one saw, not in the log either. */
  private turnTo(seat: number | null): void {
    this.begun = false;
    this.seq = 0;
    this.foreseen = null;
    this.watch(seat);
  }

  private hear(message: FromServer): void {
    if (message.do === "update") this.update(message);
    else if (message.do === "welcome") this.advising = false; // advice only comes over the connection that asked
    else if (message.do === "presence") this.presence = message;
    else if (message.do === "advice") {
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
    if (!this.begun) {
      // It was sent before the latest request.
      if (update.since === 0) void this.begin(update).catch((problem: unknown) => this.fail(problem));
      return;
    }
    if (update.since > this.seq) return; // what is between comes with the next
    try {
      this.goOn(update);
    } catch (problem) {
      this.fail(problem);
    }
  }

  /** Take the first update with the whole history; later ones are animated. */
  private async begin(update: Update): Promise<void> {
    const { room, news } = update;
    const { game } = room.settings;
    boardOf(game).catch(() => {}); // it is on its way already when the page asks for it
    if (this.form !== formFor(game)) { // the page has no rules of this game
      this.form = formFor(game);
      return this.watch(room.seat);
    }
    const words = catalogueFor([game]).catch(() => {}); // nor will the board come, and the page says so
    const reader = await readerOf(game, this.form);
    await words;
    if (this.begun || this.left) return;
    this.reader = reader;
    const told = reader.news(news);
    this.take(update);
    this.begun = true;
    this.around.curtain = null;
    this.room = this.latest;
    this.previews = reader.previews();
    this.log = withNews([], told, game, me()?.name);
    this.chat.hear(news, true);
    this.player.show(this.room!.scene);
    this.watch(room.seat); // also for what has happened since
  }

  /** The rules could not be loaded, or are others than the server's: then a newer page may be there. */
  private fail(problem: unknown): void {
    if (!(problem instanceof Refused)) throw problem;
    if (problem.key === "offline.module_other" && loadAgainOnce()) return;
    this.missing = refusal(problem.key, problem.values);
  }

  private goOn(update: Update): void {
    const { room } = update;
    const fresh = this.reader.news(update.news.filter((one) => one.seq > this.seq));
    this.take(update);
    const decided = this.foreseen !== null && update.room.event >= this.foreseen.number;
    if (decided && !fresh.some((one) => this.wasForeseen(one))) this.takeBack();
    this.chat.hear(fresh);
    const cues = fresh.flatMap((one) => this.cuesOf(one, room));
    if (decided) this.foreseen = null;
    this.player.play(cues, () => this.settle());
    if (this.room?.stage === "lobby") this.player.skip(); // the set-up is not animated
  }

  private take({ room, seq, now }: Update): void {
    this.seq = Math.max(this.seq, seq);
    this.missing = null;
    this.latest = this.reader.room(room);
    this.readAt = now;
    witness(room);
  }

  private cuesOf(news: ShownNews, room: RoomSeen): Cue[] {
    if (news.is === "chat" || news.is === "erased") return [silentCue(() => this.hearChat(news))];
    if (news.is === "note" || this.wasForeseen(news)) return [silentCue(() => this.tell([news]))];
    if (news.what === "take_back") this.onlyMove.takenBack(room.event);
    return cuesOf(room.settings.game, news, () => this.tell([news]));
  }

  /** A confirmed move that has been animated already. */
  private wasForeseen(news: ShownNews): boolean {
    const { number, text } = this.foreseen ?? {};
    return news.is === "event" && news.what === "move" && news.number === number && news.text === text;
  }

  private tell(news: ShownNews[]): void {
    const { game } = this.room!.settings;
    const told = withNews([], news, game, me()?.name);
    this.log = withNews(this.log, news, game, me()?.name);
    announce(told.map((line) => spokenText(line, this.names)).join(" "));
  }

  private hearChat(line: Spoken | MessageErased): void {
    if (line.is === "chat" && !this.seats.some((seat) => seat.mine && seat.person === line.person)) this.chat.announce(line);
  }

  /** The playback is over: show the current state. */
  private settle(): void {
    const before = this.room;
    const room = this.latest!;
    const mine = room.seats.filter((seat) => seat.mine).length;
    if (before && mine !== this.mine.length) this.watch(room.seat); // the presence is sent again
    if (room.event !== before?.event || room.seat !== before?.seat) {
      this.changed = performance.now();
      this.previews = this.reader.previews();
      this.selection.clear();
      this.trouble = null;
    }
    if (room.event !== this.advice?.event) this.advice = null;
    if (room.event > this.asked) this.advising = false;
    if (before?.stage === "playing" && room.stage === "over") this.watched = true;
    this.room = room;
    if (!this.foreseen) this.player.show(room.scene);
    this.around.settle(before, room, {
      look: (seat) => this.watch(seat),
      turnTo: (seat) => this.turnTo(seat),
    });
    if (this.myTurn) this.player.refresh();
    this.playOnlyMove(room);
    if (!this.myTurn) return;
    const another = room.event !== before?.event || room.seat !== before?.seat;
    if (room.awaited && (another || !this.greeted)) {
      this.greeted = true;
      sound("turn");
      const key = this.mine.length > 1 ? "web.turn_of_awaited" : "web.your_turn_awaited";
      announce(say(key, { name: this.names[room.seat! - 1], awaited: this.awaited }));
    }
  }
}
