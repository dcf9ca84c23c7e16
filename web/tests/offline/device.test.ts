// Tables of this device at a server's page: which calls and commands need no server.
import { beforeEach, expect, test, vi } from "vitest";
import { callHere, handOver, tablesHere } from "../../src/lib/offline/calls";
import { idHere } from "../../src/lib/offline/ids";
import { lineOf } from "../../src/lib/offline/line";
import { keptPerson } from "../../src/lib/offline/person";
import { workerLine } from "../../src/lib/offline/workerLine";
import { api } from "../../src/lib/server/api";
import { setMe } from "../../src/lib/server/me.svelte";
import type { Me, Settings } from "../../src/lib/wire";

const OURS = idHere("0123456789abcdef".repeat(2));
const THEIRS = "0123456789abcdef".repeat(2);
const ADA: Me = { id: "a".repeat(32), name: "Ada", avatar: "fox", guest: true, login: null, passkeys: 0 };
const SETTINGS = { game: "chess", seats: ["me", "gentle"] } as Settings;

const made = () => vi.spyOn(workerLine, "ask").mockResolvedValue("done");
let ask: ReturnType<typeof made>;
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

beforeEach(() => {
  setMe(null);
  ask = made();
  vi.stubGlobal("fetch", vi.fn(async () => answer(201, { table: THEIRS })));
});

test("the id of a table says where it is", () => {
  expect(OURS).toHaveLength(32);
  expect(lineOf(OURS).here).toBe(true);
  expect(lineOf(THEIRS).here).toBe(false);
});

test("calls about a table of this device reach no server", async () => {
  await api.table(OURS);
  await api.replay(OURS, "record", 2);
  expect(ask.mock.calls).toEqual([["info", OURS], ["replay", OURS, 2]]);
  expect(fetch).not.toHaveBeenCalled();
  await api.table(THEIRS);
  expect(fetch).toHaveBeenCalledOnce();
});

test("a table is opened here for the last account, or for a new person", async () => {
  expect(await tablesHere()).toEqual({ running: [], finished: [] });
  expect(ask).not.toHaveBeenCalled(); // no worker where nobody has played
  expect(await api.newTable(SETTINGS, true)).toEqual({ table: "done" });
  const person = keptPerson()!;
  expect(ask).toHaveBeenLastCalledWith("newTable", SETTINGS, expect.objectContaining({ id: person.id }));
  await tablesHere();
  expect(ask).toHaveBeenLastCalledWith("myTables");
  setMe(ADA);
  await callHere("POST", "/api/tables", SETTINGS);
  expect(ask).toHaveBeenLastCalledWith("newTable", SETTINGS, { id: ADA.id, name: "Ada", avatar: "fox" });
  setMe(null); // signed out: the next one here is somebody else
  expect(keptPerson()).toBeNull();
});

test("a game is forgotten here once the server has it, and not before", async () => {
  setMe(ADA);
  ask.mockImplementation(async (what: string) => (what === "transcript" ? "tablee 1\n" : null) as never);
  vi.stubGlobal("fetch", vi.fn(async () => answer(400, { why: { key: "server.offline_unfinished", values: {} }, paragraph: null, instead: [] })));
  await expect(handOver(OURS)).rejects.toMatchObject({ status: 400 });
  expect(ask.mock.calls.map(([what]) => what)).toEqual(["transcript"]);
  vi.stubGlobal("fetch", vi.fn(async () => answer(201, { table: THEIRS })));
  expect(await handOver(OURS)).toBe(THEIRS);
  expect(fetch).toHaveBeenCalledWith("/api/me/offline", expect.objectContaining({ body: '{"transcript":"tablee 1\\n"}' }));
  expect(ask).toHaveBeenLastCalledWith("drop", OURS);
});
