// The WebSocket of the page: it reconnects by itself, and no command is lost or carried out twice.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PROTOCOL, type FromServer } from "../../src/lib/wire";

type Connection = (typeof import("../../src/lib/server/connection.svelte"))["connection"];

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  static get last(): Socket {
    return Socket.all.at(-1)!;
  }
  readyState = 1;
  sent: any[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  tell(message: object): void {
    this.onmessage!({ data: JSON.stringify(message) });
  }
  greet(protocol = PROTOCOL): void {
    this.tell({ do: "welcome", person: "1", name: "Ada", now: Date.now(), version: "1", protocol });
  }
}

const ADA = { id: "1", name: "Ada" };
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
let connection: Connection;
let online = true;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5); // waits are not spread
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("fetch", vi.fn(async () => json(200, ADA)));
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => online);
  online = true;
  Socket.all = [];
  vi.resetModules();
  const words = await import("../../src/lib/words.svelte");
  await words.speakLanguage("en", words.EVERYTHING);
  ({ connection } = await import("../../src/lib/server/connection.svelte"));
});

afterEach(() => {
  // Close for good, so that later events do not reach this connection.
  Socket.all.at(-1)?.tell({ do: "bye", why: { key: "web.offline", values: {} }, again_ms: null });
  vi.useRealTimers();
});

async function opened(): Promise<Socket> {
  connection.open();
  await vi.advanceTimersByTimeAsync(0);
  Socket.last.greet();
  return Socket.last;
}

describe("the connection", () => {
  test("is opened once, as soon as the session is known", async () => {
    expect(connection.state).toBe("idle");
    connection.open();
    connection.open();
    expect(connection.state).toBe("reconnecting");
    await vi.advanceTimersByTimeAsync(0);
    expect(Socket.all.map((one) => one.url)).toEqual(["wss://table.example/ws"]);
    Socket.last.greet();
    expect(connection.state).toBe("connected");
  });

  test("knows when the server speaks another protocol", async () => {
    const socket = await opened();
    expect(connection.outdated).toBe(false);
    socket.greet(PROTOCOL + 1);
    expect(connection.outdated).toBe(true);
  });

  test("keeps the offset to the server's clock", async () => {
    const socket = await opened();
    socket.tell({ do: "pong", n: 1, now: Date.now() + 5000 });
    expect(connection.now() - Date.now()).toBe(5000);
  });

  test("reconnects with back-off, and shows an outage as offline after four attempts", async () => {
    await opened();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt++) {
      Socket.last.close();
      expect(connection.state).toBe(attempt > 4 ? "offline" : "reconnecting");
      const count = Socket.all.length;
      const lost = Date.now();
      while (Socket.all.length === count) await vi.advanceTimersByTimeAsync(50);
      waits.push(Math.round((Date.now() - lost) / 100) * 100);
    }
    expect(waits).toEqual([300, 700, 1500, 3000, 6000, 12_000]);
    Socket.last.greet();
    Socket.last.tell({ do: "pong", n: 1, now: Date.now() });
    Socket.last.close();
    const count = Socket.all.length;
    await vi.advanceTimersByTimeAsync(300);
    expect(Socket.all.length).toBe(count + 1); // it begins anew with the shortest wait
  });

  test("waits as long as the server asks before it reconnects", async () => {
    const socket = await opened();
    socket.tell({ do: "bye", why: { key: "serve.store_down", values: {} }, again_ms: 5000 });
    socket.close();
    await vi.advanceTimersByTimeAsync(4900);
    expect(Socket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(Socket.all).toHaveLength(2);
  });

  test("does not reconnect after a final goodbye, and rejects commands with its reason", async () => {
    const socket = await opened();
    const waiting = connection.command({ do: "begin", table: "t" });
    socket.tell({ do: "bye", why: { key: "serve.logged_out", values: {} }, again_ms: null });
    socket.close();
    await expect(waiting).rejects.toMatchObject({ why: { key: "serve.logged_out" } });
    await vi.advanceTimersByTimeAsync(60_000);
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(1000);
    expect([Socket.all.length, connection.over, connection.state]).toEqual([1, true, "offline"]);
    await expect(connection.command({ do: "begin", table: "t" })).rejects.toMatchObject({ why: { key: "serve.logged_out" } });
  });

  test("restarts for another account, even after a final goodbye", async () => {
    const socket = await opened();
    socket.tell({ do: "bye", why: { key: "serve.logged_out", values: {} }, again_ms: null });
    connection.restart();
    await vi.advanceTimersByTimeAsync(0);
    expect(Socket.all).toHaveLength(2);
    Socket.last.greet();
    expect(connection.over).toBe(false);
  });

  test("drops a socket that leaves a heartbeat unanswered", async () => {
    const socket = await opened();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(socket.sent.filter((one) => one.do === "ping")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(socket.readyState).toBe(3);
    expect(connection.state).toBe("reconnecting");
  });

  test("keeps a socket that answers its heartbeats", async () => {
    const socket = await opened();
    for (let turn = 1; turn <= 5; turn++) {
      await vi.advanceTimersByTimeAsync(15_000);
      socket.tell({ do: "pong", n: turn, now: Date.now() });
    }
    expect([Socket.all.length, connection.state]).toEqual([1, "connected"]);
  });

  test("follows the offline and online events of the device at once", async () => {
    await opened();
    online = false;
    dispatchEvent(new Event("offline"));
    expect(connection.state).toBe("offline");
    online = true;
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(Socket.all).toHaveLength(2);
  });

  test("sends a heartbeat when the page becomes visible again", async () => {
    const socket = await opened();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(socket.sent.at(-1)).toEqual({ do: "ping", n: 1 });
  });

  test("shows why the server refuses a session, and tries again", async () => {
    vi.mocked(fetch).mockImplementation(async () => json(429, { why: { key: "serve.too_fast", values: {} }, paragraph: null, instead: [] }));
    connection.open();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.refused?.why.key).toBe("serve.too_fast");
    expect(Socket.all).toHaveLength(0);
    vi.mocked(fetch).mockImplementation(async () => json(200, ADA));
    await vi.advanceTimersByTimeAsync(400);
    expect([Socket.all.length, connection.refused]).toEqual([1, null]);
  });

  test("reloads the page when the server has forgotten the session", async () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    await opened();
    vi.mocked(fetch).mockImplementation(async () => json(401, { why: { key: "serve.nobody", values: {} }, paragraph: null, instead: [] }));
    Socket.last.close();
    await vi.advanceTimersByTimeAsync(350);
    Socket.last.close();
    await vi.advanceTimersByTimeAsync(750);
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe("commands", () => {
  test("are resolved by the answer with their id", async () => {
    const socket = await opened();
    const [first, second] = [connection.command({ do: "begin", table: "a" }), connection.command({ do: "begin", table: "b" })];
    const [{ id: one }, { id: two }] = socket.sent.slice(-2);
    socket.tell({ do: "done", id: two, table: "b", seq: 8 });
    socket.tell({ do: "done", id: one, table: "a", seq: 7 });
    expect([(await first).seq, (await second).seq]).toEqual([7, 8]);
  });

  test("are sent again after a reconnect, with the same id, until they are answered", async () => {
    const socket = await opened();
    const waiting = connection.command({ do: "move", table: "a", seat: 1, move: "roll", after: 3 });
    const asked = socket.sent.at(-1);
    socket.close();
    await vi.advanceTimersByTimeAsync(300);
    expect(Socket.last.sent).toEqual([]); // not before it is greeted
    Socket.last.greet();
    expect(Socket.last.sent).toEqual([asked]);
    Socket.last.tell({ do: "done", id: asked.id, table: "a", seq: 4 });
    expect((await waiting).seq).toBe(4);
    Socket.last.close();
    await vi.advanceTimersByTimeAsync(300);
    Socket.last.greet();
    expect(Socket.last.sent).toEqual([]); // it is done
  });

  test("open the connection if it is idle", async () => {
    const waiting = connection.command({ do: "begin", table: "a" });
    await vi.advanceTimersByTimeAsync(0);
    Socket.last.greet();
    Socket.last.tell({ do: "done", id: Socket.last.sent[0].id, table: "a", seq: 1 });
    expect((await waiting).seq).toBe(1);
  });

  test("are rejected with the refusal of the server", async () => {
    const socket = await opened();
    const waiting = connection.command({ do: "begin", table: "a" });
    const { id } = socket.sent.at(-1);
    socket.tell({ do: "refused", id, table: "a", why: { key: "server.not_host", values: {} }, paragraph: null, instead: [], stale: true });
    await expect(waiting).rejects.toMatchObject({ why: { key: "server.not_host" }, stale: true });
  });
});

describe("tables", () => {
  const heard: FromServer[] = [];
  beforeEach(() => void (heard.length = 0));
  const hear = (message: FromServer) => void heard.push(message);

  test("are watched again after a reconnect, from the last known entry", async () => {
    let since = 0;
    const socket = await opened();
    const stop = connection.watch("t", () => ({ since, form: "scene" }), hear);
    expect(socket.sent.at(-1)).toEqual({ do: "watch", table: "t", since: 0, form: "scene" });
    since = 5;
    socket.close();
    await vi.advanceTimersByTimeAsync(300);
    Socket.last.greet();
    expect(Socket.last.sent).toEqual([{ do: "watch", table: "t", since: 5, form: "scene" }]);
    expect(heard.map((one) => one.do)).toEqual(["welcome"]);
    stop();
    stop();
    expect(Socket.last.sent.slice(1)).toEqual([{ do: "unwatch", table: "t" }]);
  });

  test("receive their own messages, and refusals that answer no command", async () => {
    const socket = await opened();
    connection.watch("t", () => ({}), hear);
    socket.tell({ do: "presence", table: "other", persons: [], spectators: 0 });
    socket.tell({ do: "presence", table: "t", persons: [], spectators: 2 });
    const refused = { do: "refused", id: null, why: { key: "server.no_table", values: {} }, paragraph: null, instead: [], stale: false };
    socket.tell({ ...refused, table: "t" });
    socket.tell({ ...refused, table: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(heard.map((one) => one.do)).toEqual(["presence", "refused"]);
  });

  test("stay watched when an earlier subscription ends", async () => {
    const socket = await opened();
    const first = connection.watch("t", () => ({ form: "scene" }), hear);
    connection.watch("t", () => ({ form: "record" }), (message) => heard.push(message));
    first();
    expect(socket.sent.some((one) => one.do === "unwatch")).toBe(false);
  });

  test("that are not watched send notices", async () => {
    const socket = await opened();
    const told: string[] = [];
    const stop = connection.onNotice((notice) => told.push(notice.what));
    socket.tell({ do: "notice", table: "t", game: "chess", what: "your_turn", at: 1 });
    stop();
    socket.tell({ do: "notice", table: "t", game: "chess", what: "over", at: 2 });
    expect(told).toEqual(["your_turn"]);
  });
});
