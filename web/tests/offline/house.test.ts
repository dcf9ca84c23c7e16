// Tables without a server: played to their end, verified, stored, and refused when damaged.
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { checks, commitmentOf } from "../../src/lib/after/fair";
import { readTranscript } from "../../src/lib/after/transcript";
import { Refused } from "../../src/lib/engine/refused";
import type { Order } from "../../src/lib/server/connection.svelte";
import type { Advice, Settings } from "../../src/lib/wire";
import { ADA, games, Home, loadRules, plays, Shelves } from "./shelf";

vi.setConfig({ testTimeout: 60_000 }); // whole games, on a busy machine

let shelves: Shelves;
beforeAll(loadRules);
beforeEach(() => void (shelves = new Shelves().install()));

const sharing = games.find((game) => !plays[game]!.manifest.hides)!; // nothing is hidden
const hiding = games.find((game) => plays[game]!.manifest.hides)!;
const two = games.find((game) => plays[game]!.manifest.seats[0] === 2 && !plays[game]!.manifest.hides)!;

const bots: Settings["seats"] = Array(plays[hiding]!.manifest.seats[0]!).fill("gentle");

const refused = async (asked: Promise<unknown>): Promise<Refused> => {
  const problem: unknown = await asked.then(() => null, (found) => found);
  expect(problem).toBeInstanceOf(Refused);
  return problem as Refused;
};

/** Play random moves until the game is over. */
async function playOut(home: Home, table: string): Promise<void> {
  let turns = 0;
  while ((await home.turn(table)).stage !== "over") await home.move(table, (moves) => moves[turns++ % moves.length]!);
}

describe.each(games)("%s", (game) => {
  test("is played to its end, with valid dice and transcript", async () => {
    const home = new Home();
    const table = await home.table({ game });
    await playOut(home, table);
    const { room } = home.latest(table);
    expect(room.result!.ranks).toHaveLength(room.seats.length);
    expect(room.rematch).toEqual({ wanted: [], table: null });

    const data = await home.house.verify(table);
    expect(commitmentOf(data.secret)).toBe(room.commitment);
    const found = [...checks(data)];
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter(({ fits }) => !fits)).toEqual([]);

    expect(await home.house.played(table)).toMatchObject({ game, events: { length: room.event } });
    const read = readTranscript(await home.house.transcript(table))!;
    expect(read).toMatchObject({ table, game, damaged: null, secret: data.secret, entropy: data.entropy });
    expect(read.lines).toBe(room.event);
    const replay = await home.house.replay(table, null);
    expect(replay.events.map(({ number }) => number)).toEqual(Array.from({ length: room.event }, (_, i) => i + 1));
  });

  test("continues after a reload", async () => {
    const before = new Home();
    const table = await before.table({ game });
    await before.turn(table);
    await before.move(table);
    const known = await before.turn(table);
    const after = new Home();
    await after.house.watch(table, { since: 0, seat: null, form: "record" });
    expect(after.room(table)).toEqual({ ...known, moves: after.room(table).moves });
    expect((await after.house.myTables()).running.map((one) => one.table)).toEqual([table]);
  });
});

describe("a table", () => {
  test("waits for the entropy of the page, once", async () => {
    const home = new Home();
    const table = await home.house.newTable({ game: two, seats: ["me", "gentle"] }, ADA);
    await home.house.watch(table, { since: 0, seat: null, form: "record" });
    expect(home.room(table)).toMatchObject({ stage: "lobby", starting: true, event: 0, scene: null });
    expect((await home.house.info(table)).stage).toBe("lobby");
    await home.house.command({ do: "entropy", table, seat: 1, entropy: "00" });
    expect(home.room(table).stage).toBe("playing");
    const again = await refused(home.house.command({ do: "entropy", table, seat: 1, entropy: "01" }));
    expect(again.key).toBe("table.entropy_twice");
  });

  test("with bots only starts at once, and is played only while watched", async () => {
    const home = new Home();
    const table = await home.table({ game: hiding, seats: bots });
    await home.turn(table);
    expect(home.room(table).stage).toBe("over");
    const other = await home.house.newTable({ game: two, seats: ["gentle", "casual"] }, ADA);
    await home.house.watch(other, { since: 0, seat: null, form: "record" });
    home.house.unwatch(other);
    const { event } = home.room(other);
    await new Promise((go) => setTimeout(go, 20));
    expect(home.room(other).event).toBe(event);
  });

  test("refuses invalid, foreign and stale moves, and commands that need a server", async () => {
    const home = new Home();
    const table = await home.table({ game: two });
    const { event } = await home.turn(table);
    const order = (move: string, after = event, seat = 1): Order => ({ do: "move", table, seat, move, after });
    const keys = [];
    for (const one of [order("fly"), order("die 3"), order("x", event, 2), order("x", event - 1), { do: "resign", table, seat: 1 } as Order]) {
      keys.push((await refused(home.house.command(one))).key);
    }
    expect(keys).toEqual(["common.unreadable", "common.unreadable", "table.not_your_turn", "server.stale", "offline.only_here"]);
    const codes = plays[two]!.manifest.forms.flatMap(([base, , values]) => (Object.keys(values).length ? [] : [base]));
    expect(codes.length).toBeGreaterThan(0);
    expect(home.room(table).event).toBe(event);
    expect((await refused(home.house.verify(table))).key).toBe("serve.not_over");
    expect((await refused(home.house.info("f".repeat(32)))).key).toBe("server.no_table");
  });

  test("cites the paragraph that forbids a move", async () => {
    const home = new Home();
    const table = await home.table({ game: two });
    const { event, moves } = await home.turn(table);
    const can = new Set(moves.map(({ text }) => text));
    const verbs = plays[two]!.manifest.forms.filter(([, words]) => !words.includes("{") && !can.has(words)).map(([, words]) => words);
    const cards = plays[two]!.manifest.forms.filter(([, words]) => !plays[two]!.manifest.outcomes.includes(words.split(" ")[0]!));
    const [, words, values] = cards.find(([, words]) => words.includes("{"))!;
    const text = verbs[0] ?? words.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]!.at(-1)));
    const why = await refused(home.house.command({ do: "move", table, seat: 1, move: text, after: event }));
    expect(why.paragraph).toMatch(/^[A-Z]\d+$/);
    expect(why.instead).toEqual(moves.map((move) => move.text));
  });

  test("can have a rematch with the same settings", async () => {
    const home = new Home();
    const table = await home.table({ game: hiding, seats: bots });
    expect((await refused(home.house.command({ do: "rematch", table }))).key).toBe("server.rematch_early");
    await home.turn(table);
    await home.house.command({ do: "rematch", table });
    const { wanted, table: next } = home.room(table).rematch!;
    expect(wanted).toEqual([ADA.id]);
    expect((await home.house.info(next!)).settings.seats).toEqual(bots);
    expect((await home.house.myTables()).finished.map((one) => one.table)).toContain(table);
  });

  test("is open in one tab only", async () => {
    const home = new Home();
    vi.mocked(home.outside.hold).mockResolvedValueOnce(false).mockResolvedValueOnce(false);
    const table = await home.house.newTable({ game: two, seats: ["me", "gentle"] }, ADA);
    const how = { since: 0, seat: null, form: "record" as const };
    expect((await refused(home.house.watch(table, how))).key).toBe("offline.other_tab");
    expect((await refused(home.house.command({ do: "entropy", table, seat: 1, entropy: "00" }))).key).toBe("offline.other_tab");
    await home.house.watch(table, how);
    expect(home.room(table).stage).toBe("lobby");
  });

  test("that another tab looked at, and then takes over, has all its moves", async () => {
    const [home, other] = [new Home(), new Home()];
    vi.mocked(other.outside.hold).mockResolvedValueOnce(false);
    const table = await home.table({ game: two });
    await home.turn(table);
    const how = { since: 0, seat: null, form: "record" as const };
    const looks = async () => {
      const { changed } = await other.house.info(table);
      return [changed, (await other.house.replay(table, null)).events.length, (await other.house.myTables()).running[0]!.changed];
    };
    const before = home.room(table).event;
    expect(await looks()).toEqual([home.outside.now(), before, home.outside.now()]);
    expect((await refused(other.house.watch(table, how))).key).toBe("offline.other_tab");
    home.outside.now = () => 1_800_000_000_001;
    await home.move(table);
    const { event } = await home.turn(table);
    expect(await looks()).toEqual([home.outside.now(), event, home.outside.now()]);
    await other.house.watch(table, how);
    expect(other.room(table).event).toBe(event);
    await other.move(table);
    const [saved] = shelves.stores.get("games")!.values();
    expect(JSON.parse(saved.text).events.length).toBeGreaterThan(event);
  });

  test("that does not exist is locked only once", async () => {
    const home = new Home();
    const how = { since: 0, seat: null, form: "record" as const };
    for (let tries = 0; tries < 2; tries++) expect((await refused(home.house.watch("f".repeat(32), how))).key).toBe("server.no_table");
    expect(home.outside.hold).toHaveBeenCalledTimes(1);
  });
});

describe("a hint", () => {
  const played = async (hints: boolean) => {
    const home = new Home();
    const table = await home.table({ game: two, hints });
    await home.turn(table);
    return { home, table };
  };
  const ask = (table: string, seat = 1): Order => ({ do: "hint", table, seat });

  test("tells the chances of all moves, the best first, and stands in the transcript", async () => {
    const { home, table } = await played(true);
    const { moves } = home.room(table);
    await home.house.command(ask(table));
    const { event } = home.room(table);
    expect(home.latest(table).news).toMatchObject([{ what: "hint", told: [{ seat: 1 }] }]);
    await vi.waitFor(() => expect(home.said.at(-1)!.do).toBe("advice"), 50_000);
    const advice = home.said.at(-1) as Advice;
    expect([advice.event, advice.seat]).toEqual([event, 1]);
    expect(advice.moves.map(({ text }) => text).sort()).toEqual(moves.map(({ text }) => text).sort());
    expect(advice.moves[0]).toMatchObject({ loss: 0, group: 1 });
    expect(advice.moves[0]!.chance).toBe(Math.max(...advice.moves.map(({ chance }) => chance)));
    expect(advice.why[0]!.key).toMatch(/^coach\.(best|best_close|only_move)$/);
    await playOut(home, table);
    expect(await home.house.transcript(table)).toContain("seat 1 takes a hint");
  });

  test("is refused out of turn and where there are none, and is not given when the game has gone on", async () => {
    const { home, table } = await played(true);
    expect((await refused(home.house.command(ask(table, 2)))).key).toBe("table.no_hint_now");
    const never = await played(false);
    expect((await refused(never.home.house.command(ask(never.table)))).key).toBe("table.no_hints");
    vi.spyOn(home.outside, "later").mockImplementation((think) => void setTimeout(think, 50));
    await home.house.command(ask(table));
    await home.move(table);
    await new Promise((go) => setTimeout(go, 100));
    expect(home.said.some((one) => one.do === "advice")).toBe(false);
  });
});

describe("undo", () => {
  const around = async (undo: "free" | "consent" | "never", game = two) => {
    const home = new Home();
    const table = await home.table({ game, seats: ["me", "me"], names: ["Ada", "Bob"], undo });
    await home.turn(table);
    return { home, table };
  };

  test("is free until another decision", async () => {
    const { home, table } = await around("free");
    const { to_act: seat } = home.room(table);
    let before = home.room(table);
    do {
      before = home.room(table);
      await home.move(table, (moves) => moves.at(-1)!);
    } while (home.room(table).to_act === seat && !home.room(table).may_undo);
    const last = home.latest(table).news.filter((one) => one.is === "event" && one.what === "chance");
    const order: Order = { do: "undo", table, seat };
    if (last.length) return expect((await refused(home.house.command(order))).key).toBe("table.undo_since");
    await home.house.command(order);
    expect(home.room(table)).toMatchObject({ to_act: before.to_act });
    expect(home.latest(table).news.at(-1)).toMatchObject({ what: "take_back", told: [{ seat }] });
  });

  test("by consent waits for the others, who may decline", async () => {
    const { home, table } = await around("consent");
    const { to_act: seat } = home.room(table);
    await home.move(table);
    const asked: Order = { do: "ask_undo", table, seat };
    expect((await refused(home.house.command({ do: "undo", table, seat }))).key).toBe("table.undo_consent");
    await home.house.command(asked);
    const other = 3 - seat;
    expect(home.room(table).asked).toMatchObject({ seat, waiting: [other] });
    expect((await refused(home.house.command(asked))).key).toBe("table.ask_pending");
    await home.house.command({ do: "answer", table, seat: other, yes: false });
    expect((await refused(home.house.command(asked))).key).toBe("table.ask_again");
    expect((await refused(home.house.command({ do: "answer", table, seat: other, yes: true }))).key).toBe("table.not_asked");
    await home.move(table);
    const { to_act: mover } = home.room(table);
    const latest = await refused(home.house.command({ do: "ask_undo", table, seat: mover, event: 1 }));
    expect(latest.key).toBe("table.undo_not_yours");
    await home.house.command(asked);
    await home.house.command({ do: "answer", table, seat: other, yes: true });
    expect(home.latest(table).news.map((one) => one.is === "event" && one.what)).toEqual(["agree", "take_back"]);
    const text = await home.house.replay(table, null);
    expect(text.events.filter(({ what }) => what === "take_back")).toHaveLength(1);
  });

  test("is granted by bots at once, and refused where it is off", async () => {
    const home = new Home();
    const table = await home.table({ game: sharing });
    const { event } = await home.turn(table);
    await home.move(table);
    await home.turn(table);
    await home.house.command({ do: "ask_undo", table, seat: 1 });
    expect(home.room(table).to_act).toBe(1);
    expect(home.room(table).event).toBeGreaterThan(event);
    const never = await around("never");
    const { to_act: seat } = never.home.room(never.table);
    await never.home.move(never.table);
    expect((await refused(never.home.house.command({ do: "undo", table: never.table, seat }))).key).toBe("table.undo_never");
    expect((await refused(never.home.house.command({ do: "ask_undo", table: never.table, seat }))).key).toBe("table.undo_never");
  });
});

describe("storage", () => {
  const saved = (table: string) => shelves.stores.get("games")!.get(table)!;

  test("names a damaged game and sets it aside", async () => {
    const before = new Home();
    const table = await before.table({ game: two });
    await before.turn(table);
    saved(table).text = saved(table).text.replace("c0ffee", "c0ffef");
    const home = new Home();
    const why = await refused(home.house.info(table));
    expect([why.key, why.values.when]).toEqual(["offline.save_damaged", "2027-01-15"]);
    expect((await home.house.myTables()).running).toEqual([]);
    expect(shelves.stores.get("aside")!.has(table)).toBe(true);
    expect((await refused(home.house.info(table))).key).toBe("server.no_table");
  });

  test("sets an impossible game aside, too, and keeps one of other rules", async () => {
    const { digestOf } = await import("../../src/lib/after/fair");
    const change = (table: string, edit: (told: any) => void) => {
      const told = JSON.parse(saved(table).text);
      edit(told);
      saved(table).text = JSON.stringify(told);
      saved(table).digest = digestOf(saved(table).text);
    };
    const before = new Home();
    const [one, other] = [await before.table({ game: two }), await before.table({ game: two })];
    await Promise.all([before.turn(one), before.turn(other)]); // else a bot keeps it as it should be
    change(one, (told) => (told.events[2].outcome = "die 9"));
    change(other, (told) => (told.rules += 1));
    const home = new Home();
    expect((await refused(home.house.info(one))).key).toBe("offline.save_damaged");
    expect((await refused(home.house.info(other))).key).toBe("offline.save_other_rules");
    expect((await home.house.myTables()).running.map(({ table }) => table)).toEqual([other]);
  });

  test.each(["full", "forbidden"])("that is %s is reported, and play continues", async (how) => {
    if (how === "full") shelves.full = true;
    else vi.stubGlobal("indexedDB", undefined);
    const home = new Home();
    const table = await home.table({ game: two });
    await home.turn(table);
    await home.move(table);
    expect(home.outside.unkept).toHaveBeenCalled();
    expect((await home.house.myTables()).running.map((one) => one.table)).toEqual([table]);
  });

  test("evicts the oldest finished games", async () => {
    const home = new Home();
    const table = await home.table({ game: two });
    const all = shelves.stores.get("games")!;
    const told = all.get(table)!;
    for (let number = 0; number < 70; number++) {
      const key = number.toString(16).padStart(32, "0");
      all.set(key, { ...told, table: key, info: { ...told.info, table: key, changed: number, stage: "over" } });
    }
    expect((await home.house.myTables()).finished).toHaveLength(60);
    expect(all.size).toBe(61);
    expect(all.has(table)).toBe(true);
  });
});
