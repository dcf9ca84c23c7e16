// A replay is read by the page's own rules, or in scenes where the page has no rules of the game.
import { beforeAll, expect, test, vi } from "vitest";
import { momentsOf, replayOf } from "../../src/lib/after/replay";
import { api } from "../../src/lib/server/api";
import { speakLanguage, TABLE } from "../../src/lib/words.svelte";
import { games, Home, loadRules, Shelves } from "../offline/shelf";
import { serveModules } from "../modules";
import type { Replay } from "../../src/lib/wire";

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  await loadRules();
  await speakLanguage("en", TABLE);
});

test.each(games)("%s: a scene after each event that is told", async (game) => {
  serveModules();
  new Shelves().install();
  const home = new Home();
  const table = await home.table({ game });
  await home.turn(table);
  await home.move(table);
  const { scene } = await home.turn(table);
  const asked = vi.spyOn(api, "replay").mockImplementation((table, _, seat) => home.house.replay(table, seat));
  const replay = await replayOf(table, 1);
  expect(asked.mock.calls).toEqual([[table, "record", 1]]);
  const told = replay.events.filter((happened) => happened.told.length > 0);
  const moments = momentsOf(replay);
  expect(moments.map(({ event }) => event)).toEqual([0, ...told.map(({ number }) => number)]);
  expect(moments.length).toBeGreaterThan(1);
  for (const moment of moments) expect(Object.keys(moment.scene)).toEqual(Object.keys(scene));
  const end = replay.events.at(-1)!.told.length ? scene : told.at(-1)!.scene; // what is not told has no moment
  expect(moments.at(-1)!.scene).toEqual(end);
});

test("a game without rules in the page is asked for in scenes", async () => {
  const told = { is: "event", number: 1, what: "move", seat: 1, text: "roll", told: [{ seat: 1, says: [], goes_on: false }], frames: [], scene: "after" };
  const asked = vi.spyOn(api, "replay").mockResolvedValue({
    table: "t", settings: { game: "chess", seats: [] }, names: ["Ada"], start: "start", events: [told], result: null, record: null, offline: false,
  } as unknown as Replay);
  const replay = await replayOf("t");
  expect(asked.mock.calls).toEqual([["t", "record", null], ["t", "scene", null]]);
  expect(momentsOf(replay).map(({ scene }) => scene)).toEqual(["start", "after"]);
});
