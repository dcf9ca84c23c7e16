// A table of which the server sends records: the page derives all else from them by the rules.
import { describe, expect, test, vi } from "vitest";
import { asked, begun, commands, GAME, happened, room, said, spoken, table, tell, update } from "./watched";
import { GAMES, pageOf } from "../../src/lib/games";
import { Layout } from "../../src/lib/engine/layout";
import { playing } from "../../src/lib/engine/playing";
import { SPECTATOR, type Rules } from "../../src/lib/engine/rules";
import { refusal } from "../../src/lib/server/api";
import { choose } from "../../src/lib/settings.svelte";
import { sceneAfter } from "../../src/lib/table/log";
import { Reader, readerOf } from "../../src/lib/table/reader";
import type { Happened, RecordSeen, RoomSeen } from "../../src/lib/wire";

const HIDING = GAMES.find((game) => pageOf(game).secretive)!;
const OTHER = "plain game"; // of which the page has no rules

/** A record as the server sends it. */
function packed(rules: Rules<any>, state: object): RecordSeen {
  return { rules: rules.manifest.rules, data: new Layout(rules.manifest.fields).toText(state) };
}

/** The record after all that is left to chance, the first outcome each time. */
function settled(rules: Rules<any>, state: any): any {
  return rules.toAct(state) < 0 ? settled(rules, rules.play(state, rules.chances(state)[0]![0]).after) : state;
}

interface Opening {
  rules: Rules<any>;
  state: any;
  seen: RoomSeen;
  move: string; // the first legal one
}

/** A table at which the seat to act is mine. */
async function opening(game = GAME, event = 3): Promise<Opening> {
  const { rules } = await playing(game);
  const state = settled(rules, rules.start(rules.manifest.seats[0]!));
  const me = rules.toAct(state) + 1;
  const seats = room(0).seats.slice(0, 1).flatMap((one) =>
    Array.from({ length: state.seats }, (_, i) => ({ ...one, seat: i + 1, mine: i + 1 === me })),
  );
  const record = packed(rules, rules.observe(state, me - 1));
  const seen = room(event, { settings: { game, seats: [] }, seats, seat: me, to_act: me, scene: null, moves: [], record });
  return { rules, state, seen, move: rules.notation.text(rules.legal(state)[0]!) };
}

/** The table after a move of mine, and what the server tells of it. */
function moved({ rules, state, seen, move }: Opening, event: number): [RoomSeen, Happened] {
  const { after } = rules.play(state, rules.notation.code(move)!);
  const record = packed(rules, rules.observe(after, seen.seat! - 1));
  const to_act = rules.toAct(after) + 1;
  const { told: _, frames: __, scene: ___, drawn: ____, ...bare } = happened(event, { seat: seen.seat!, text: move, number: event });
  return [{ ...seen, event, to_act, record }, bare];
}

describe("a record", () => {
  test("gives the scene, the prompt, and the moves with previews", async () => {
    const { rules, state, seen } = await opening();
    const { game } = await playing(GAME);
    await begun(seen);
    expect(table.scene).toEqual(game.scene(rules, state));
    expect(table.moves.map(({ text }) => text)).toEqual(rules.legal(state).map((code) => rules.notation.text(code)));
    expect(table.room!.awaited_paragraph).toBe(game.awaited(rules, state)[0]);
    expect(Object.keys(table.previews)).toEqual(table.moves.map(({ text }) => text));
  });

  test("offers no moves to a seat played by a bot, nor to others", async () => {
    const { seen } = await opening();
    const bots = seen.seats.map((one) => ({ ...one, kind: "bot" as const }));
    const reader = await readerOf(GAME, "record");
    expect(reader.room({ ...seen, seats: bots }).moves).toEqual([]);
    expect(reader.room({ ...seen, seat: null }).moves).toEqual([]);
    expect(reader.room(seen).moves.length).toBeGreaterThan(0);
  });

  test("after an undo is the one sent with the event", async () => {
    const start = await opening();
    await begun(start.seen);
    const [after, event] = moved(start, 4);
    tell(update(10, 11, after, [{ ...event, seq: 11 }]));
    const undone: Happened = { is: "event", seq: 12, at: 0, number: 5, what: "take_back", seat: 1, text: "", record: start.seen.record!.data };
    tell(update(11, 12, { ...start.seen, event: 5 }, [undone]));
    expect(table.scene).toEqual((await playing(GAME)).game.scene(start.rules, start.state));
  });

  test("of a history lets the lines of earlier visits be replayed, and is drawn only for that", async () => {
    choose({ motion: "normal" });
    const start = await opening();
    const { rules, game } = await playing(GAME);
    const [after, event] = moved(start, 4);
    const frames = vi.spyOn(game, "frames");
    const begin = { ...event, seq: 9, number: 3, what: "begin", text: "", record: start.seen.record!.data };
    await begun(after, [begin, { ...event, seq: 10 }], 10);
    const [line] = table.log;
    expect([table.log.length, line!.way.length, frames.mock.calls.length]).toEqual([1, 1, 0]);
    const { after: state } = rules.play(start.state, rules.notation.code(start.move)!);
    expect(sceneAfter(line!)).toEqual(game.scene(rules, state));
    table.replayLine(line!);
    expect([table.player.playing, frames.mock.calls.length]).toEqual([true, 1]);
    await vi.runAllTimersAsync();
    expect(table.player.playing).toBe(false);
  });

  test("is sent with every move where something is hidden, with its reports", async () => {
    const start = await opening(HIDING);
    const { rules, game } = await playing(HIDING);
    const before = rules.observe(start.state, SPECTATOR);
    const { after, reports } = rules.play(start.state, rules.notation.code(start.move)!);
    const reader = new Reader({ rules, game });
    reader.start(packed(rules, before));
    const [, event] = moved(start, 4);
    const rows = reports.map(({ what, a, b, to }): [number, number, number, number] => [what, a, b, to]);
    const record = packed(rules, rules.observe(after, SPECTATOR)).data;
    const [shown] = reader.news([{ ...event, record, reports: rows }]);
    const step = { words: start.move.split(" "), before, after: rules.observe(after, SPECTATOR), reports };
    expect(shown).toMatchObject({ told: game.tell(rules, step), scene: game.scene(rules, step.after), frames: game.frames(rules, step) });
  });
});

describe("a move of mine", () => {
  test("shows at once, and is logged once confirmed", async () => {
    const start = await opening();
    const { rules, game } = await playing(GAME);
    await begun(start.seen);
    let answered: (done: object) => void = () => {};
    commands.mockReturnValueOnce(new Promise((resolve) => (answered = resolve)));
    table.play(start.move);
    const [after, event] = moved(start, 4);
    const scene = game.scene(rules, rules.play(start.state, rules.notation.code(start.move)!).after);
    expect([table.scene, table.log, table.moves]).toEqual([scene, [], []]);
    tell(update(10, 11, start.seen, [spoken(11)])); // a chat message in between
    expect([table.scene, table.moves]).toEqual([scene, []]);
    tell(update(11, 12, after, [{ ...event, seq: 12 }]));
    answered({});
    await vi.advanceTimersByTimeAsync(0);
    expect([table.scene, table.log.length, table.sending]).toEqual([scene, 1, false]);
  });

  test("is rolled back if the server refuses it, with the reason", async () => {
    const start = await opening();
    await begun(start.seen);
    const before = table.scene;
    commands.mockRejectedValueOnce(refusal("server.stale"));
    table.play(start.move);
    expect(table.scene).not.toEqual(before);
    await vi.advanceTimersByTimeAsync(0);
    expect([table.scene, table.trouble?.why.key]).toEqual([before, "server.stale"]);
    expect(table.moves.length).toBeGreaterThan(0);
  });

  test("is rolled back if another event came first", async () => {
    const start = await opening();
    await begun(start.seen);
    commands.mockReturnValueOnce(new Promise(() => {}));
    const before = table.scene;
    table.play(start.move);
    const resigned: Happened = { is: "event", seq: 11, at: 0, number: 4, what: "resign", seat: 2, text: "" };
    tell(update(10, 11, { ...start.seen, event: 4 }, [resigned]));
    expect(table.scene).toEqual(before);
  });

  test("that is illegal is explained by the rules, without the server", async () => {
    const start = await opening(HIDING);
    await begun(start.seen);
    const { rules } = start;
    const wrong = rules.manifest.forms.map(([base]) => base).find((code) => !rules.notation.isOutcome(code) && rules.whyNot(start.state, code))!;
    await table.askWhyNot(rules.notation.text(wrong));
    expect(table.trouble!.paragraph).toMatch(/^[A-Z]\d+$/);
    expect(said()).toBe(table.trouble!.text(table.names));
    await table.askWhyNot("no such move");
    expect(table.trouble!.why.key).toBe("web.no_move_here");
    expect(commands).not.toHaveBeenCalled();
  });
});

describe("rules that do not fit", () => {
  test("request scenes for a game without rules in the page", async () => {
    tell(update(0, 5, room(3, { settings: { game: OTHER, seats: [] } })));
    await vi.waitFor(() => expect(asked.at(-1)).toEqual({ since: 0, seat: 1, form: "scene" }));
    expect(table.room).toBeNull();
    await begun(room(3, { settings: { game: OTHER, seats: [] } }), [happened(2)]);
    expect([table.scene, table.moves.length, table.log.length, table.previews]).toEqual(["scene 3", 2, 1, {}]);
  });

  test("of another version reload the page once, and then say so", async () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    sessionStorage.clear();
    const { seen } = await opening();
    const newer = { ...seen, record: { ...seen.record!, rules: 99 } };
    tell(update(0, 10, newer));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(table.missing).toBeNull();
    tell(update(0, 10, newer));
    await vi.waitFor(() => expect(table.missing?.why.key).toBe("offline.module_other"));
    expect(reload).toHaveBeenCalledOnce();
  });

  test("are noticed during a game, too", async () => {
    vi.spyOn(location, "reload").mockImplementation(() => {});
    sessionStorage.clear();
    const { seen } = await opening();
    await begun(seen);
    const newer = { ...seen, event: 4, record: { ...seen.record!, rules: 99 } };
    tell(update(10, 11, newer));
    expect(location.reload).toHaveBeenCalledOnce();
  });

  test.each([
    ["no network", async () => Promise.reject(new TypeError("down")), "web.no_server"],
    ["no such file", async () => new Response("", { status: 404 }), "offline.module_other"],
    ["a damaged file", async () => new Response("?"), "offline.module_damaged"],
  ])("%s", async (_, answer, key) => {
    vi.resetModules();
    vi.stubGlobal("fetch", answer);
    const fresh = await import("../../src/lib/engine/playing");
    await expect(fresh.playing(GAME)).rejects.toMatchObject({ key });
  });
});

test("a move is animated frame by frame before the server has answered", async () => {
  choose({ motion: "normal" });
  const start = await opening();
  await begun(start.seen);
  commands.mockReturnValueOnce(new Promise(() => {}));
  table.play(start.move);
  expect(table.player.playing).toBe(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect([table.player.playing, table.moves]).toEqual([false, []]);
});
