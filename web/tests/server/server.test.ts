// HTTP calls, messages to the player, and the session.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { EVERYTHING, say, speakLanguage } from "../../src/lib/words.svelte";
import { api, Refusal, refusal } from "../../src/lib/server/api";
import { aloud, announce, complain, dismiss, toast, toasts } from "../../src/lib/toasts.svelte";
import type { NewReport, Settings } from "../../src/lib/wire";

beforeAll(() => speakLanguage("en", EVERYTHING));

const answer = (status: number, body: unknown, kind = "application/json") =>
  new Response(status === 204 ? null : typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { "Content-Type": kind },
  });
const calls = () => vi.mocked(fetch).mock.calls.map(([path, how]) => [how!.method, path]);
const serve = (...answers: (Response | Error)[]) => {
  const fake = vi.fn();
  for (const one of answers) one instanceof Error ? fake.mockRejectedValueOnce(one) : fake.mockResolvedValueOnce(one);
  vi.stubGlobal("fetch", fake);
};
const refused = async (asked: Promise<unknown>): Promise<Refusal> => {
  const problem: unknown = await asked.then(() => null, (found) => found);
  expect(problem).toBeInstanceOf(Refusal);
  return problem as Refusal;
};

describe("a call", () => {
  test("returns the decoded answer", async () => {
    serve(answer(200, [{ name: "chess" }]));
    expect(await api.games()).toEqual([{ name: "chess" }]);
    expect(calls()).toEqual([["GET", "/api/games"]]);
  });

  test("sends its body as JSON, and accepts an empty answer", async () => {
    serve(answer(204, null), answer(200, {}));
    expect(await api.logout()).toBeUndefined();
    await api.changeMe({ name: "Ada" });
    const [[, first], [, second]] = vi.mocked(fetch).mock.calls as [[string, RequestInit], [string, RequestInit]];
    expect([first.body, first.headers]).toEqual([null, {}]);
    expect([second.method, second.body]).toEqual(["PATCH", '{"name":"Ada"}']);
    expect(second.headers).toMatchObject({ "Content-Type": "application/json" });
  });

  test("is refused with a reason, a paragraph and alternatives", async () => {
    serve(answer(409, { why: { key: "server.no_table", values: {} }, paragraph: "M3", instead: ["roll"] }));
    const problem = await refused(api.table("t"));
    expect([problem.status, problem.paragraph, problem.instead, problem.stale]).toEqual([409, "M3", ["roll"], false]);
    expect(problem.text()).toBe(say("server.no_table"));
  });

  test.each([
    ["the server is gone", new TypeError("network"), 0, "web.no_server"],
    ["a proxy answers instead", answer(502, "<h1>Bad gateway</h1>", "text/html"), 502, "web.server_trouble"],
    ["a proxy answers well, with a page", answer(200, "<h1>Log in</h1>", "text/html"), 200, "web.server_trouble"],
    ["the answer is cut off", answer(500, '{"why": {', "application/json"), 500, "web.server_trouble"],
    ["a reason is missing", answer(400, { detail: "?" }), 400, "web.server_trouble"],
  ])("%s", async (_, found, status, key) => {
    serve(found);
    const problem = await refused(api.me());
    expect([problem.status, problem.why.key]).toEqual([status, key]);
    expect(problem.text()).not.toMatch(/[{}]|web\./);
  });

  test("uses the documented method and path", async () => {
    serve(...Array.from({ length: 8 }, () => answer(200, {})));
    await api.rules("chess", "fr");
    await api.replay("t", "record", null);
    await api.replay("t", "scene", 2);
    await api.verify("t");
    await api.startReview("t");
    await api.dropDevice("d");
    await api.leaderboard("go");
    await api.beginPasskey("login");
    expect(calls()).toEqual([
      ["GET", "/api/rules/chess/fr"], ["GET", "/api/tables/t/replay?form=record"], ["GET", "/api/tables/t/replay?form=scene&seat=2"],
      ["GET", "/api/tables/t/verify"], ["POST", "/api/tables/t/review"], ["DELETE", "/api/me/devices/d"],
      ["GET", "/api/leaderboard/go"], ["POST", "/api/passkey/login/begin"],
    ]);
    expect(api.transcriptAddress("t")).toBe("/api/tables/t/transcript");
  });
});

describe("a new table", () => {
  const wish: Settings = { game: "chess", seats: ["me", "club"] };
  const keys = () => vi.mocked(fetch).mock.calls.map(([, how]) => new Headers(how!.headers).get("Idempotency-Key"));

  test.each([
    ["the rules", () => api.rules("chess", "fr"), "GET", "/api/rules/chess/fr"],
    ["erasing an account", () => api.forgetMe(), "DELETE", "/api/me"],
    ["a new password", () => api.setPassword({ login: "ada", password: "x" }), "POST", "/api/me/password"],
    ["a proof", () => api.prove("x"), "POST", "/api/me/proof"],
    ["a login", () => api.login({ login: "ada", password: "x" }), "POST", "/api/login"],
    ["the devices", () => api.devices(), "GET", "/api/me/devices"],
    ["signing out a device", () => api.dropDevice("d"), "DELETE", "/api/me/devices/d"],
    ["the passkeys", () => api.passkeys(), "GET", "/api/me/passkeys"],
    ["removing a passkey", () => api.dropPasskey("p"), "DELETE", "/api/me/passkeys/p"],
    ["the options of a passkey", () => api.beginPasskey("login"), "POST", "/api/passkey/login/begin"],
    ["a passkey", () => api.finishPasskey("proof", {}), "POST", "/api/passkey/proof/finish"],
    ["my tables", () => api.myTables(), "GET", "/api/me/tables"],
    ["a game played without a server", () => api.addOffline("tablee 1"), "POST", "/api/me/offline"],
    ["open tables", () => api.tables(), "GET", "/api/tables"],
    ["a replay", () => api.replay("t", "record", null), "GET", "/api/tables/t/replay?form=record"],
    ["the replay of a seat", () => api.replay("t", "scene", 2), "GET", "/api/tables/t/replay?form=scene&seat=2"],
    ["what verifies a match", () => api.verify("t"), "GET", "/api/tables/t/verify"],
    ["a review", () => api.review("t"), "GET", "/api/tables/t/review"],
    ["starting a review", () => api.startReview("t"), "POST", "/api/tables/t/review"],
    ["a leaderboard", () => api.leaderboard("chess"), "GET", "/api/leaderboard/chess"],
    ["a report", () => api.report({} as NewReport), "POST", "/api/reports"],
    ["a profile", () => api.profile("ada"), "GET", "/api/people/ada"],
  ] as const)("asks for %s at its address", async (_, ask, method, path) => {
    serve(answer(200, {}));
    await ask();
    expect(calls()).toEqual([[method, path]]);
  });

  test("names the addresses of files", () => {
    expect([api.exportAddress, api.transcriptAddress("t")]).toEqual(["/api/me/export", "/api/tables/t/transcript"]);
  });

  test("keeps its idempotency key until an answer comes", async () => {
    serve(new TypeError("lost"), answer(502, "", "text/html"), answer(201, { table: "t" }));
    await refused(api.newTable(wish));
    await refused(api.newTable({ ...wish }));
    expect(await api.newTable(wish)).toEqual({ table: "t" });
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys()).size).toBe(1);
  });

  test("gets a new idempotency key for a new wish", async () => {
    serve(...Array.from({ length: 4 }, () => answer(201, { table: "t" })));
    await api.newTable(wish);
    await api.newTable(wish);
    await api.newTable({ ...wish, rated: true });
    await api.branch("t", { event: 3, seats: ["me"] });
    expect(new Set(keys()).size).toBe(4);
  });
});

describe("messages", () => {
  beforeEach(() => void vi.useFakeTimers());

  test("are shown for five seconds, and announced", () => {
    toast(() => "Saved.", { tone: "good" });
    expect(toasts().at(-1)).toMatchObject({ tone: "good", href: null });
    expect(aloud("polite").at(-1)!.text).toBe("Saved.");
    vi.advanceTimersByTime(4999);
    expect(toasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toasts()).toHaveLength(0);
  });

  test("with a link or bad news stay longer, and can be dismissed", () => {
    toast(() => "Your turn", { href: "/table/t" });
    toast(() => "No", { tone: "bad" });
    vi.advanceTimersByTime(8999);
    expect(toasts().map((one) => one.text())).toEqual(["Your turn", "No"]);
    dismiss(toasts()[0]!.id);
    expect(toasts().map((one) => one.text())).toEqual(["No"]);
    vi.advanceTimersByTime(1);
    expect(toasts()).toHaveLength(0);
  });

  test("are three at most, without duplicates", () => {
    for (const text of ["a", "b", "c", "d", "b"]) toast(() => text);
    expect(toasts().map((one) => one.text())).toEqual(["c", "d", "b"]);
    vi.runAllTimers();
  });

  test("are announced politely or urgently; the last eight are kept", () => {
    for (let one = 0; one < 12; one++) announce(`line ${one}`);
    announce("");
    announce("Now!", { urgent: true });
    expect(aloud("polite").map((one) => one.text)).toEqual(Array.from({ length: 8 }, (_, place) => `line ${place + 4}`));
    expect(aloud("urgent").map((one) => one.text)).toEqual(["Now!"]);
    expect(new Set(aloud("polite").map((one) => one.id)).size).toBe(8);
  });

  test("show a refusal, but pass on a programming error", () => {
    complain(refusal("web.no_server"));
    expect([toasts().at(-1)!.text(), toasts().at(-1)!.tone]).toEqual([say("web.no_server"), "bad"]);
    expect(() => complain(new TypeError("a fault"))).toThrow("a fault");
    vi.runAllTimers();
    vi.useRealTimers();
  });
});

describe("the session", () => {
  type Mine = typeof import("../../src/lib/server/me.svelte");
  let mine: Mine;
  const ada = { id: "1", name: "Ada" };
  beforeEach(async () => {
    vi.resetModules();
    mine = await import("../../src/lib/server/me.svelte");
    const words = await import("../../src/lib/words.svelte");
    await words.speakLanguage("en");
  });

  afterEach(() => mine.setMe(null));

  test("creates one guest with a made-up name on the first visit", async () => {
    serve(answer(201, ada));
    expect(mine.me()).toBeNull();
    expect(await Promise.all([mine.ensureMe(), mine.ensureMe()])).toEqual([ada, ada]);
    expect(calls()).toEqual([["POST", "/api/guest"]]);
    expect(JSON.parse(vi.mocked(fetch).mock.calls[0]![1]!.body as string).name).toMatch(/^\S+ \S+$/);
    expect([mine.me(), localStorage.getItem("known")]).toEqual([ada, "1"]);
    await mine.ensureMe();
    expect(calls()).toHaveLength(1);
  });

  test("resumes the earlier session, or creates a guest if the server has forgotten it", async () => {
    localStorage.setItem("known", "1");
    serve(answer(401, { why: { key: "serve.nobody", values: {} }, paragraph: null, instead: [] }), answer(201, { ...ada, id: "2" }));
    expect((await mine.ensureMe()).id).toBe("2");
    expect(calls()).toEqual([["GET", "/api/me"], ["POST", "/api/guest"]]);
  });

  test("keeps its identity during an outage, and tries again", async () => {
    localStorage.setItem("known", "1");
    serve(answer(503, "", "text/html"), answer(200, ada));
    await expect(mine.ensureMe()).rejects.toThrow();
    expect(localStorage.getItem("known")).toBe("1");
    expect(await mine.ensureMe()).toEqual(ada);
  });

  test("asks the server again when in doubt, and passes on its refusal", async () => {
    mine.setMe(ada as never);
    serve(answer(401, { why: { key: "serve.nobody", values: {} }, paragraph: null, instead: [] }));
    await expect(mine.ensureMe(true)).rejects.toMatchObject({ status: 401 });
  });

  test("forgets the person on signing out", () => {
    mine.setMe(ada as never);
    mine.setMe(null);
    expect([mine.me(), localStorage.getItem("known")]).toEqual([null, null]);
  });

  test("makes up names in the word order of the language", async () => {
    const words = await import("../../src/lib/words.svelte");
    const english = new Set(words.say("web.guest_moods").split(" "));
    expect(english.has(mine.madeUpName().split(" ")[0]!)).toBe(true);
    await words.speakLanguage("fr");
    const french = new Set(words.say("web.guest_animals").split(" "));
    expect(french.has(mine.madeUpName().split(" ")[0]!)).toBe(true);
  });

  test("reloads the page when another tab has changed the person", () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    const hear = (key: string, newValue: string | null) =>
      dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));
    mine.setMe(ada as never);
    hear("known", "1");
    hear("settings", "2");
    expect(reload).not.toHaveBeenCalled();
    hear("known", "2");
    expect(reload).toHaveBeenCalledOnce();
  });
});
