// The one WebSocket of the page. It reconnects by itself: watched tables are requested again from
// their last known entry, and unanswered commands are retried with the same id, which is their
// idempotency key.
import { Refusal, refusal } from "./api";
import { ensureMe } from "./me.svelte";
import { randomHex } from "./random";
import { catalogueToTell } from "../words.svelte";
import { PROTOCOL, type AccountNotice, type Bye, type Done, type FromClient, type FromServer, type Notice, type Refused, type Watch, type Welcome } from "../wire";

export type State = "idle" | "connected" | "reconnecting" | "offline";
type Send = Extract<FromClient, { id: string }>;
/** A command without its id, which is made here. */
export type Order = Send extends infer One ? (One extends Send ? Omit<One, "id"> : never) : never;
/** A command to a given table. */
export type TableOrder = Order extends infer One ? (One extends Order ? Omit<One, "table"> : never) : never;
type Listener = (message: FromServer) => void;

const PING_EVERY = 15_000;
const ANSWER_WITHIN = 8_000;
const WAITS = [300, 700, 1500, 3000, 6000, 12_000];
const OFFLINE_AFTER = 4; // failed attempts; retries go on nevertheless

interface Pending {
  message: Send;
  resolve: (done: Done) => void;
  reject: (refused: Refusal) => void;
}

class Connection {
  readonly here = false; // the tables are at a server
  state: State = $state("idle");
  /** Why the server refuses or has ended the session, though it can be reached. */
  refused = $state.raw<Refusal | null>(null);
  /** The server's time minus ours, in ms. */
  private ahead = 0;
  /** How often the connection was lost. */
  losses = 0;
  private socket: WebSocket | null = null;
  private watched = new Map<string, { ask: () => Watch; listener: Listener }>();
  private pending = new Map<string, Pending>();
  private noticed = new Set<(notice: Notice) => void>();
  private changed = new Set<(notice: AccountNotice) => void>();
  private attempts = 0;
  private timer = 0;
  private heartbeat = 0;
  private unanswered = 0; // when the oldest unanswered ping was sent
  private pings = 0;
  private again: number | null = null; // the server has said when to reconnect
  private closedForGood: Refusal | null = null;
  private known = false; // the server has welcomed this page once
  /** The server speaks another protocol than this page. */
  outdated = $state(false);

  constructor() {
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.wake();
    });
  }

  /** The server has ended the session for good: no reconnecting. */
  get over(): boolean {
    return this.refused !== null && this.refused === this.closedForGood;
  }

  /** Commands are on their way. */
  get busy(): boolean {
    return this.pending.size > 0;
  }

  /** The server's time in ms. */
  now(): number {
    return Date.now() + this.ahead;
  }

  /** Open the connection, if it is not open; notices come through it. */
  open(): void {
    if (this.state !== "idle") return;
    this.state = "reconnecting";
    void this.connect();
  }

  /**
   * Watch a table until the returned function is called; call it again to change how. When a
   * connection is back, the listener hears the welcome, and what is known of the table is asked anew.
   */
  watch(table: string, how: () => Omit<Watch, "do" | "table">, listener: Listener): () => void {
    const ask = () => ({ do: "watch" as const, table, ...how() });
    this.watched.set(table, { ask, listener });
    this.open();
    this.send(ask());
    return () => {
      if (this.watched.get(table)?.listener !== listener) return;
      this.watched.delete(table);
      this.send({ do: "unwatch", table });
    };
  }

  /** Send a message without an answer; dropped if there is no connection. */
  send(message: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Carry out a command; it is sent until it is answered, however long that takes. */
  command(order: Order): Promise<Done> {
    if (this.closedForGood) return Promise.reject(this.closedForGood);
    const message = { ...order, id: randomHex() } as Send;
    return new Promise((resolve, reject) => {
      this.pending.set(message.id, { message, resolve, reject });
      this.open();
      this.send(message);
    });
  }

  /** Subscribe to notices about tables that are not being watched. */
  onNotice(hear: (notice: Notice) => void): () => void {
    this.noticed.add(hear);
    return () => this.noticed.delete(hear);
  }

  /** Subscribe to changes of my account that were made on other devices. */
  onAccountNotice(hear: (notice: AccountNotice) => void): () => void {
    this.changed.add(hear);
    return () => this.changed.delete(hear);
  }

  /** Another account is signed in now: reconnect and ask for everything again. */
  restart(): void {
    if (this.state === "idle") return;
    this.closedForGood = null;
    this.attempts = 0;
    this.drop();
    this.wake();
  }

  private async connect(): Promise<void> {
    clearTimeout(this.timer);
    if (this.socket) return;
    try {
      // Browsers don't say why a socket was refused: the session may have expired.
      await ensureMe(this.attempts > 1);
      this.refused = null;
    } catch (problem) {
      if (this.known && problem instanceof Refusal && problem.status === 401) {
        location.reload(); // as a new guest, and once: a page that was never welcomed doesn't get here
        return;
      }
      const answered = problem instanceof Refusal && problem.status > 0;
      this.refused = answered ? problem : null;
      this.lost();
      return;
    }
    if (this.socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as FromServer);
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private hear(message: FromServer): void {
    if ("now" in message) this.ahead = message.now - Date.now();
    // Even a server in an outage sends a welcome before it closes.
    if (message.do !== "welcome" && message.do !== "bye") this.attempts = 0;
    switch (message.do) {
      case "welcome":
        return this.greet(message);
      case "pong":
        this.unanswered = 0;
        return;
      case "done":
      case "refused":
        return this.settle(message);
      case "notice":
        this.noticed.forEach((hear) => hear(message));
        return;
      case "account":
        this.changed.forEach((hear) => hear(message));
        return;
      case "bye":
        return this.part(message);
      default:
        this.pass(message);
    }
  }

  /** Pass a message to the listener of its table. */
  private pass(message: FromServer & { table: string | null }): void {
    if (message.table) this.watched.get(message.table)?.listener(message);
  }

  private greet(welcome: Welcome): void {
    this.state = "connected";
    this.known = true;
    this.outdated = welcome.protocol !== PROTOCOL;
    this.unanswered = 0;
    clearInterval(this.heartbeat);
    this.heartbeat = window.setInterval(() => this.ping(), PING_EVERY);
    for (const { ask, listener } of this.watched.values()) {
      listener(welcome);
      this.send(ask());
    }
    for (const { message } of this.pending.values()) this.send(message);
  }

  private ping(): void {
    if (this.unanswered && Date.now() - this.unanswered > ANSWER_WITHIN) return this.drop();
    this.unanswered ||= Date.now();
    this.send({ do: "ping", n: ++this.pings });
  }

  private settle(message: Done | Refused): void {
    const pending = message.id === null ? undefined : this.pending.get(message.id);
    if (!pending) {
      if (message.do === "refused") void catalogueToTell(message.why).then(() => this.pass(message));
      return;
    }
    this.pending.delete(message.id!);
    if (message.do === "done") pending.resolve(message);
    else void catalogueToTell(message.why).then(() => pending.reject(new Refusal(message)));
  }

  private part(bye: Bye): void {
    this.again = bye.again_ms;
    if (this.again !== null) return;
    const why = (this.closedForGood = refusal(bye.why.key, bye.why.values));
    void catalogueToTell(why.why).then(() => (this.refused = this.closedForGood)); // null: reconnected
    for (const { reject } of this.pending.values()) reject(why);
    this.pending.clear();
  }

  /** Close a possibly dead connection, and treat it as lost. */
  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.lost();
  }

  private lost(): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.timer);
    this.socket = null;
    if (this.state === "idle") return;
    this.attempts += 1;
    this.losses += 1;
    const gone = this.closedForGood || !navigator.onLine || this.attempts > OFFLINE_AFTER;
    this.state = gone ? "offline" : "reconnecting";
    if (this.closedForGood) return;
    const wait = Math.max(this.again ?? 0, WAITS[Math.min(this.attempts, WAITS.length) - 1]!);
    this.again = null;
    this.timer = window.setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** The device is online or the page visible again: reconnect at once. */
  private wake(): void {
    if (this.state === "idle" || this.closedForGood) return;
    if (this.state === "connected") return this.ping();
    void this.connect();
  }
}

export const connection = new Connection();

