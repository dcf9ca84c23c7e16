// Values in localStorage; broken ones are ignored.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { GAMES, pageOf } from "../src/lib/games";
import { deviceName } from "../src/lib/server/deviceNames";
import { forgetNotes, rememberNote, shownNotes } from "../src/lib/rules/shownNotes";
import { keepMuted, mutedAt } from "../src/lib/chat/mutedChannels";
import { CLOCKS, firstPlan, remember, seatsFor, settingsOf, type Plan } from "../src/lib/newTable";
import { randomHex } from "../src/lib/server/random";
import type { GameInfo } from "../src/lib/wire";

const BROKEN = ["", "{", "null", "7", '"text"', "[[1]]", '[["t", ["aloud"]]]', '{"0": 1}'];

describe("muted channels", () => {
  test("are kept for each table", () => {
    keepMuted("a", new Set(["players"]));
    keepMuted("b", new Set(["players", "spectators"]));
    expect([...mutedAt("a")]).toEqual(["players"]);
    expect([...mutedAt("b")]).toEqual(["players", "spectators"]);
    expect([...mutedAt("c")]).toEqual([]);
    keepMuted("a", new Set());
    expect([...mutedAt("a")]).toEqual([]);
    expect(localStorage.getItem("muted")).not.toContain('"a"');
  });

  test("are kept for the fifty tables changed last", () => {
    for (let table = 0; table < 50; table++) keepMuted(`t${table}`, new Set(["players"]));
    keepMuted("t0", new Set(["spectators"]));
    keepMuted("new", new Set(["players"]));
    expect(mutedAt("t1").size).toBe(0);
    expect([...mutedAt("t0")]).toEqual(["spectators"]);
    expect(mutedAt("new").size).toBe(1);
  });

  test.each(BROKEN)("broken: %s", (text) => {
    localStorage.setItem("muted", text);
    expect(mutedAt("t").size).toBe(0);
    keepMuted("t", new Set(["players"]));
    expect([...mutedAt("t")]).toEqual(["players"]);
  });
});

test("notes of a guided game are shown once, until it is started again", () => {
  expect(shownNotes("chess").size).toBe(0);
  rememberNote("chess", "dice");
  rememberNote("chess", "clock");
  rememberNote("chess", "dice");
  expect([...shownNotes("chess")]).toEqual(["dice", "clock"]);
  expect(shownNotes("go").size).toBe(0);
  forgetNotes("chess");
  expect(shownNotes("chess").size).toBe(0);
});

describe("settings", () => {
  type Settings = typeof import("../src/lib/settings.svelte");
  const media = { matches: false, change: () => {} };
  const fresh = async (): Promise<Settings> => {
    vi.resetModules();
    vi.stubGlobal("matchMedia", () => ({
      get matches() {
        return media.matches;
      },
      addEventListener: (_: string, hear: () => void) => (media.change = hear),
    }));
    return import("../src/lib/settings.svelte");
  };
  beforeEach(() => void (media.matches = false));

  test("are kept", async () => {
    const { choose } = await fresh();
    choose({ sound: true, theme: "dark" });
    expect(document.documentElement.dataset.theme).toBe("dark");
    const { settings } = await fresh();
    expect(settings).toMatchObject({ sound: true, theme: "dark", keys: true });
  });

  test.each(["{", "null", "7", '{"unknown": 1}'])("broken: %s", async (text) => {
    localStorage.setItem("settings", text);
    const { settings } = await fresh();
    expect(settings).toMatchObject({ theme: "auto", motion: null, sound: false, panel: true });
  });

  test("the theme follows the device, unless one is chosen", async () => {
    const { choose } = await fresh();
    choose({ theme: "light" });
    choose({ theme: "auto" });
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });

  test("motion is as chosen, or follows the device, also when that changes", async () => {
    const { choose, motion, duration } = await fresh();
    expect([motion(), duration()]).toEqual(["normal", 300]);
    media.matches = true;
    media.change();
    expect([motion(), duration()]).toEqual(["off", 0]);
    choose({ motion: "slow" });
    expect([motion(), duration()]).toEqual(["slow", 600]);
  });

  test("the language is kept, and loaded before the first page", async () => {
    const { chooseLanguage } = await fresh();
    await chooseLanguage("fr");
    const { applySettings } = await fresh();
    document.documentElement.lang = "";
    await applySettings();
    expect(document.documentElement.lang).toBe("fr");
  });
});

const GAME = GAMES.find((game) => pageOf(game).usualSeats === 3)!;

describe("the plan of a new table", () => {
  const info = (options: { name: string; default: unknown }[] = []): GameInfo =>
    ({ name: GAME, fewest: 2, most: 8, options }) as unknown as GameInfo;

  test("is complete from the start", () => {
    const plan = firstPlan(info([{ name: "rounds", default: 3 }]));
    expect(plan).toMatchObject({ mode: "bots", level: "casual", options: { rounds: 3 }, undo: "free", rated: false });
    expect(plan.seats).toEqual(["me", "casual", "casual"]);
  });

  test("starts from the last choice for that game", () => {
    const plan = firstPlan(info());
    plan.mode = "link";
    plan.level = "master";
    plan.seats = seatsFor(plan, 5);
    remember(plan);
    expect(firstPlan(info())).toMatchObject({ mode: "link", level: "master", seats: ["me", "open", "open", "open", "open"] });
    expect(firstPlan({ ...info(), most: 4 }).seats).toHaveLength(4);
    expect(firstPlan({ ...info(), fewest: 6 }).seats).toHaveLength(6);
  });

  test.each(["{", "null", '{"mode": "chess", "level": 3, "count": "5"}', '{"count": 2.5}', "[]"])(
    "ignores a broken last choice: %s",
    (text) => {
      localStorage.setItem(`new.${GAME}`, text);
      expect(firstPlan(info())).toMatchObject({ mode: "bots", level: "casual", seats: ["me", "casual", "casual"] });
    },
  );

  test.each([
    ["bots", ["me", "club", "club"]],
    ["screen", ["me", "me", "me"]],
    ["link", ["me", "open", "open"]],
  ] as const)("seats for %s", (mode, seats) => expect(seatsFor({ mode, level: "club" }, 3)).toEqual(seats));

  test("becomes the settings that the server expects", () => {
    const plan: Plan = { ...firstPlan(info()), clock: 3, forfeit: true, public: true };
    expect(settingsOf(plan, "Ada", String)).toMatchObject({
      game: GAME,
      clock: CLOCKS[3],
      time_out: "forfeit",
      public: false, // it has no open seat
      names: [],
    });
    const open = { ...plan, seats: seatsFor({ ...plan, mode: "link" }, 2), forfeit: false };
    expect(settingsOf(open, "Ada", String)).toMatchObject({ public: true, time_out: "casual" });
  });

  test("names every seat around one screen", () => {
    const plan: Plan = { ...firstPlan(info()), seats: ["gentle", "me", "me", "me"], names: ["", "", "  Ben ", " "] };
    const named = settingsOf(plan, "Ada", (seat) => `Player ${seat}`);
    expect(named.names).toEqual(["Player 1", "Ada", "Ben", "Player 4"]);
  });
});

describe("the name of a device", () => {
  const mozilla = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
  test.each([
    [`${mozilla} Chrome/131.0 Safari/537.36`, "Chrome · Linux"],
    [`${mozilla} Chrome/131.0 Safari/537.36 Edg/131.0`, "Edge · Linux"],
    [`${mozilla} Chrome/131.0 Safari/537.36 OPR/116.0`, "Opera · Linux"],
    ["Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox · Windows"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15", "Safari · macOS"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/131.0 Mobile Safari/604.1", "Chrome · iPhone"],
    ["Mozilla/5.0 (Linux; Android 14) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36", "Samsung Internet · Android"],
    ["Mozilla/5.0 (X11; CrOS x86_64 14541) Chrome/131.0 Safari/537.36", "Chrome · ChromeOS"],
    ["python-httpx/0.28.1", "python-httpx"],
    ["", ""],
  ])("%s is %j", (label, name) => expect(deviceName(label)).toBe(name));
});

test("random digits: 128 bits in lower case, never the same", () => {
  const many = Array.from({ length: 200 }, randomHex);
  for (const one of many) expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(many).size).toBe(200);
});
