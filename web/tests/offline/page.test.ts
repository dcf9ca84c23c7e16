// The page without a server: its worker, its calls, and its addresses.
import { beforeEach, describe, expect, test, vi } from "vitest";

vi.mock("../../src/lib/offline/site", () => ({ site: true, isHere: () => true, folder: () => "https://table.example/x/" }));

import { keepPage } from "../../src/lib/offline";
import { saveTranscript } from "../../src/lib/offline/calls";
import { workerLine } from "../../src/lib/offline/workerLine";
import { lineOf } from "../../src/lib/offline/line";
import { followLinks, go, placed, route } from "../../src/lib/router.svelte";
import { api, Refusal } from "../../src/lib/server/api";
import { MODES } from "../../src/lib/newTable";
import { toasts } from "../../src/lib/toasts.svelte";

vi.setConfig({ testTimeout: 60_000 });

const TABLE = "0123456789abcdef".repeat(2);

const PATIENCE = 30_000; // ms, on a busy machine

/** A worker with prepared answers. */
class Fake {
  static last: Fake;
  static made = 0;
  onmessage = (_: { data: unknown }) => {};
  onerror = (_: { message: string }) => {};
  readonly asked: { n: number; ask: string; given: unknown[] }[] = [];
  terminate = vi.fn();
  constructor() {
    Fake.last = this;
    Fake.made += 1;
  }
  postMessage(asked: any): void {
    this.asked.push(asked);
  }
  answer(told: object): void {
    this.onmessage({ data: { n: this.asked.at(-1)!.n, ...told } });
  }
}

beforeEach(async () => {
  vi.stubGlobal("Worker", Fake);
  void workerLine.ask("myTables").catch(() => {}); // so that the last one is this test's
  Fake.last.onerror({ message: "a new test" });
  Fake.last.asked.length = 0;
});

const refused = (asked: Promise<unknown>) => asked.then(() => null, (problem: unknown) => problem as Refusal);

describe("the worker", () => {
  test("answers or refuses requests", async () => {
    const tables = api.myTables();
    await vi.waitFor(() => expect(Fake.last.asked).toHaveLength(1), PATIENCE);
    Fake.last.answer({ done: { running: [], finished: [] } });
    expect(await tables).toEqual({ running: [], finished: [] });
    const asked = refused(workerLine.command({ do: "undo", table: TABLE, seat: 1 }));
    Fake.last.answer({ refused: { why: { key: "table.undo_never", values: {} }, paragraph: "X1", instead: ["a"], stale: true } });
    const problem = await asked;
    expect([problem!.why.key, problem!.paragraph, problem!.instead, problem!.stale]).toEqual(["table.undo_never", "X1", ["a"], true]);
  });

  test("sends updates of watched tables, and says why one can't be watched", async () => {
    const heard = vi.fn();
    const stop = workerLine.watch(TABLE, () => ({ since: 0, seat: null, form: "scene" }), heard);
    const first = workerLine.watch("other", () => ({ since: 0, seat: null, form: "scene" }), vi.fn());
    expect(Fake.last.asked.map(({ ask }) => ask)).toEqual(["watch", "watch"]);
    Fake.last.onmessage({ data: { message: { do: "update", table: TABLE } } });
    Fake.last.onmessage({ data: { n: Fake.last.asked[0]!.n, refused: { why: { key: "server.no_table", values: {} }, paragraph: null, instead: [], stale: false } } });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), PATIENCE);
    expect(heard.mock.calls[1]![0]).toMatchObject({ do: "refused", table: TABLE, why: { key: "server.no_table" } });
    stop();
    stop();
    first();
    expect(Fake.last.asked.map(({ ask }) => ask)).toEqual(["watch", "watch", "unwatch", "unwatch"]);
  });

  test("that fails is replaced, and pending requests are rejected", async () => {
    const heard = vi.fn();
    const stop = workerLine.watch(TABLE, () => ({ since: 0, seat: null, form: "scene" }), heard);
    const asked = refused(workerLine.ask("info", TABLE));
    const { made } = Fake;
    Fake.last.onerror({ message: "out of memory" });
    expect((await asked)!.why).toEqual({ key: "offline.failed", values: { reason: "out of memory" } });
    expect(heard).toHaveBeenCalledWith(expect.objectContaining({ do: "refused" }));
    stop();
    expect(Fake.made).toBe(made + 1);
  });

  test("says once that nothing can be stored", () => {
    void workerLine.ask("myTables").catch(() => {});
    const before = toasts().length;
    Fake.last.onmessage({ data: { unkept: true } });
    Fake.last.onmessage({ data: { unkept: true } });
    expect(toasts().length).toBe(before + 1);
  });
});

describe("a call", () => {
  test("reads a file of the site", async () => {
    const found = vi.fn(async () => new Response("[]", { status: 200 }));
    vi.stubGlobal("fetch", found);
    expect(await api.games()).toEqual([]);
    expect(found).toHaveBeenCalledWith("https://table.example/x/data/games.json");
    vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
    expect((await refused(api.rules("chess", "en")))!.why.key).toBe("web.server_trouble");
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("cut")));
    expect((await refused(api.games()))!.why.key).toBe("web.no_server");
  });

  test("returns the person of this device", async () => {
    expect((await refused(api.me()))!.status).toBe(401);
    const me = await api.guest({ name: "Merry Otter" });
    expect(me).toMatchObject({ name: "Merry Otter", guest: true });
    expect(await api.changeMe({ name: "Ada" })).toEqual({ ...me, name: "Ada" });
    expect((await api.me()).id).toBe(me.id);
    localStorage.setItem("person", "{}");
    expect((await refused(api.me()))!.status).toBe(401);
    expect(await api.tables()).toEqual([]);
  });

  test.each([
    ["newTable", () => api.newTable({ game: "chess", seats: ["me"] }), [{ game: "chess", seats: ["me"] }, expect.anything()], { table: "done" }],
    ["info", () => api.table(TABLE), [TABLE], "done"],
    ["replay", () => api.replay(TABLE, "record", null), [TABLE, null], "done"],
    ["replay", () => api.replay(TABLE, "record", 2), [TABLE, 2], "done"],
    ["verify", () => api.verify(TABLE), [TABLE], "done"],
  ] as const)("%s asks the worker", async (ask, call, given, answer) => {
    await api.guest({ name: "Ada" });
    const asked = (call as () => Promise<unknown>)();
    await vi.waitFor(() => expect(Fake.last.asked.at(-1)).toMatchObject({ ask, given }), PATIENCE);
    Fake.last.answer({ done: "done" });
    expect(await asked).toEqual(answer);
  });

  test("that needs a server is refused", async () => {
    expect((await refused(api.leaderboard("chess")))!.why.key).toBe("offline.only_here");
  });

  test("saves a transcript as a file", async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:one");
    const revoke = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
    const saved = saveTranscript(TABLE);
    Fake.last.answer({ done: "tablee 1\n" });
    await saved;
    expect(click).toHaveBeenCalledOnce();
    expect(revoke).toHaveBeenCalledWith("blob:one");
  });
});

describe("a static site", () => {
  test("has its paths behind #", () => {
    vi.stubGlobal("scrollTo", vi.fn());
    followLinks();
    expect(placed("/new/chess")).toBe("#/new/chess");
    go(`/replay/${TABLE}?event=3#M1`);
    expect(location.hash).toBe(`#/replay/${TABLE}?event=3#M1`);
    expect([route().page, route().id, route().query.get("event"), route().hash]).toEqual(["Replay", TABLE, "3", "M1"]);
    document.body.innerHTML = `<a href="/rules/chess"><b>rules</b></a><a href="#/new/chess">new</a>`;
    const [rules, other] = [...document.querySelectorAll("a")] as [HTMLAnchorElement, HTMLAnchorElement];
    rules.querySelector("b")!.dispatchEvent(new Event("pointerover", { bubbles: true }));
    expect(rules.getAttribute("href")).toBe("#/rules/chess");
    for (const [link, page] of [[rules, "Rules"], [other, "New"]] as const) {
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, button: 0 }));
      expect(route().page).toBe(page);
    }
    for (const path of ["/account", "/leaderboard/chess"]) {
      go(path);
      expect(route().page).toBe("Missing");
    }
  });

  test("offers only features without a server", () => {
    expect(MODES).toEqual(["bots", "screen"]);
    expect(lineOf(TABLE).here).toBe(true);
  });

  test("caches all its files", async () => {
    vi.stubGlobal("fetch", async () => new Response('["index.html", "assets/a.js"]'));
    const [register, postMessage] = [vi.fn(), vi.fn()];
    const value = { register, ready: Promise.resolve({ active: { postMessage } }) };
    Object.defineProperty(navigator, "serviceWorker", { value, configurable: true });
    await keepPage();
    expect(register).toHaveBeenCalledWith("https://table.example/x/service-worker.js");
    expect(postMessage).toHaveBeenCalledWith({ keep: ["", "index.html", "assets/a.js"].map((file) => `https://table.example/x/${file}`) });
    Reflect.deleteProperty(navigator, "serviceWorker");
  });
});
