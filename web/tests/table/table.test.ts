// A table as the page shows it; the tests play the server.
import { describe, expect, test, vi } from "vitest";
import { GAME, asked, begun, close, commands, happened, room, said, spoken, table, tell, update } from "./watched";
import { has, say } from "../../src/lib/words.svelte";
import { aloud } from "../../src/lib/toasts.svelte";
import { Refusal, refusal } from "../../src/lib/server/api";
import { boardOf, GAMES } from "../../src/lib/games";
import { choose } from "../../src/lib/settings.svelte";
import { moveName } from "../../src/lib/table/moves";
import { Table } from "../../src/lib/table/table.svelte";
import { PROTOCOL, type FromServer } from "../../src/lib/wire";

vi.mock("../../src/lib/games", async (real) => ({
  ...(await real<typeof import("../../src/lib/games")>()),
  boardOf: vi.fn(async () => ({})), // drawings are not looked at here
}));

describe("opening a table", () => {
  test("shows the whole log at once, then goes on from there", async () => {
    expect(asked).toEqual([{ since: 0, seat: null, form: "record" }]);
    await begun(room(3), [happened(1), happened(2), spoken(3)]);
    expect([table.log.length, table.chat.all.length, table.scene, table.player.playing]).toEqual([2, 1, "scene 3", false]);
    expect(asked.at(-1)).toEqual({ since: 10, seat: 1, form: "record" });
    expect(table.names).toEqual(["You", "P2"]);
    expect(table.looks.map((look) => [look.symbol, look.mine])).toEqual([["seat-1", true], ["seat-2", false]]);
  });

  test("waits for the messages of its game, and fetches its board meanwhile", async () => {
    const other = GAMES.at(-1)!;
    tell(update(0, 1, room(1, { settings: { game: other, seats: [] } })));
    expect([table.room, has(`web_${other}.board`)]).toEqual([null, false]);
    expect(boardOf).toHaveBeenCalledWith(other);
    await vi.waitFor(() => expect(table.room).not.toBeNull());
    expect(has(`web_${other}.board`)).toBe(true);
  });

  test("stays closed if the page was left while the messages were loading", async () => {
    tell(update(0, 1, room(1)));
    close();
    await vi.advanceTimersByTimeAsync(100);
    expect([table.room, asked.length]).toEqual([null, 1]);
  });

  test("ignores an update that continues an earlier subscription", async () => {
    tell(update(5, 6, room(6), [happened(6)]));
    await vi.advanceTimersByTimeAsync(100);
    expect(table.room).toBeNull();
  });

  test("shows why a table is missing, and keeps a loaded table", async () => {
    const why = { key: "server.no_table", values: {} };
    const refused: FromServer = { do: "refused", id: null, table: "t", why, paragraph: null, instead: [], stale: false };
    tell(refused);
    expect(table.missing?.text()).toBe(say("server.no_table"));
    await begun();
    expect(table.missing).toBeNull();
    tell(refused);
    expect([table.missing, table.trouble?.why.key]).toEqual([null, "server.no_table"]);
  });

  test("remembers the last entry that was seen", async () => {
    await begun();
    close();
    expect(new Table("t").seenBefore).toBe(10);
    expect(new Table("other").seenBefore).toBe(0);
  });
});

describe("an event", () => {
  test("is played frame by frame, announced, and then settles", async () => {
    choose({ motion: "normal" });
    await begun(room(3, { to_act: 2, moves: [] }));
    tell(update(10, 12, room(4), [happened(11, { frames: [{ beat: "run", scene: "on the way" }] })]));
    expect([table.scene, table.player.beat, table.myTurn, table.acting]).toEqual(["on the way", "run", false, 2]);
    expect(said()).toContain("P2");
    vi.runAllTimers();
    expect([table.scene, table.myTurn, table.moves.length, table.acting]).toEqual(["scene 4", true, 2, 1]);
  });

  test("is logged once, however often it is sent", async () => {
    await begun();
    tell(update(10, 11, room(4), [happened(11)]));
    tell(update(10, 12, room(5), [happened(11), happened(12)]));
    expect(table.log.map((line) => line.seq)).toEqual([11, 12]);
  });

  test("that makes it my turn is announced once", async () => {
    const awaited = { key: "tell.begins", values: {} };
    await begun(room(3, { to_act: 2, moves: [] }));
    tell(update(10, 11, room(4, { awaited })));
    const mine = aloud("polite").length;
    tell(update(11, 12, room(4, { awaited })));
    expect(aloud("polite").length).toBe(mine);
    expect(said()).toContain(say("tell.begins"));
  });

  test("that ends the game before the viewer's eyes is marked", async () => {
    await begun();
    expect(table.watched).toBe(false);
    tell(update(10, 11, room(4, { stage: "over", moves: [] }), [happened(11)]));
    expect([table.watched, table.acting]).toEqual([true, 0]);
  });

  test("of the log replaces the current scene while it is shown", async () => {
    await begun();
    table.glance = "long ago";
    expect(table.scene).toBe("long ago");
    table.glance = null;
    expect(table.scene).toBe("scene 3");
  });

  test("of presence is kept", async () => {
    await begun();
    tell({ do: "presence", table: "t", persons: ["p2"], spectators: 1 });
    expect(table.presence?.spectators).toBe(1);
  });
});

describe("commands", () => {
  test("a legal move is sent once, with the last known event", async () => {
    await begun();
    table.play("fly");
    expect(commands).not.toHaveBeenCalled();
    table.play("roll");
    expect(commands).toHaveBeenCalledExactlyOnceWith({ do: "move", table: "t", seat: 1, move: "roll", after: 3 });
    expect(table.moves).toEqual([]); // not a second one before there is an answer
    await vi.advanceTimersByTimeAsync(0);
    expect(table.moves).toHaveLength(2);
  });

  test("with confirmation on, the second press of the same move sends it", async () => {
    choose({ confirm: "always" });
    await begun();
    table.play("roll");
    table.play("stop");
    expect([table.selection.armed, table.selection.picked, commands.mock.calls.length]).toEqual(["stop", "stop", 0]);
    table.selection.pick(null);
    expect(table.selection.picked).toBe("stop"); // what is armed stays marked
    table.play("stop");
    expect(commands.mock.lastCall![0]).toMatchObject({ move: "stop" });
    table.play("roll");
    table.selection.clear();
    expect([table.selection.armed, table.selection.picked]).toEqual([null, null]);
  });

  test("the first touch on the board previews a move, the second plays it", async () => {
    await begun();
    table.selection.look(["stop"]);
    table.selection.look([]);
    expect(table.selection.picked).toBeNull();
    table.touch("roll");
    expect([table.selection.armed, commands.mock.calls.length]).toEqual(["roll", 0]);
    expect(said()).toContain(say("web.press_again"));
    table.touch("roll");
    expect(commands.mock.lastCall![0]).toMatchObject({ move: "roll" });
  });

  test("a setting plays on the first touch", async () => {
    choose({ confirm: "never" });
    await begun();
    table.touch("card 3"); // which is no move
    table.touch("stop");
    expect(commands).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ move: "stop" }));
  });

  test("the moves of a place are offered until the menu is closed", async () => {
    await begun();
    table.offer({ moves: ["roll", "stop"], x: 1, y: 2 });
    table.selection.look(["roll"]);
    expect([table.selection.picked, table.selection.near]).toEqual(["roll", ["roll"]]);
    table.selection.look([]);
    expect([table.selection.picked, table.selection.near]).toEqual([null, ["roll", "stop"]]);
    table.touch("roll");
    expect([table.selection.offered, table.selection.armed]).toEqual([null, "roll"]);
    table.selection.clear();
    expect([table.selection.armed, table.selection.near]).toEqual([null, []]);
  });

  test("a place without a move says why", async () => {
    await begun();
    await table.askWhyNot(undefined);
    expect(table.trouble?.why.key).toBe("web.no_move_here");
    expect(said()).toBe(table.trouble?.text());
    expect(commands).not.toHaveBeenCalled();
  });

  test("an only move is played automatically after a moment, unless it was undone", async () => {
    choose({ lone: true });
    const only = { moves: [{ text: "roll", json: { do: "roll" }, says: [] }] };
    await begun(room(3, only));
    tell(update(10, 10, room(3, only)));
    tell(update(10, 11, room(3, only), [spoken(11)]));
    expect(table.onlyMove.text).toBe("roll");
    await vi.advanceTimersByTimeAsync(5000);
    expect(commands).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ move: "roll" }));
    tell(update(11, 12, room(5, only), [happened(12, { what: "take_back" })]));
    expect(table.onlyMove.text).toBeNull();
    await vi.advanceTimersByTimeAsync(5000);
    expect(commands).toHaveBeenCalledOnce();
  });

  test("a refusal is shown and announced until the next command", async () => {
    await begun();
    commands.mockRejectedValueOnce(refusal("server.stale"));
    expect(await table.do({ do: "undo", seat: 1 })).toBe(false);
    expect(table.trouble).toBeInstanceOf(Refusal);
    expect(aloud("urgent").at(-1)!.text).toBe(say("server.stale"));
    expect(await table.do({ do: "undo", seat: 1 })).toBe(true);
    expect(table.trouble).toBeNull();
  });

  test("a move that waits for the connection is named until it is sent", async () => {
    await begun();
    expect(table.kept).toBe("");
    let carryOut = (_: object) => {};
    commands.mockReturnValueOnce(new Promise((resolve) => (carryOut = resolve)));
    table.play("stop");
    expect(table.kept).toContain(moveName(GAME, "stop"));
    carryOut({});
    await vi.advanceTimersByTimeAsync(0);
    expect(table.kept).toBe("");
    void table.do({ do: "undo", seat: 1 });
    expect(table.kept).toBe(say("web.order_kept"));
    await vi.advanceTimersByTimeAsync(0);
  });

  test("a programming error is not shown as a refusal", async () => {
    commands.mockRejectedValueOnce(new TypeError("a fault"));
    await expect(table.do({ do: "undo", seat: 1 })).rejects.toThrow("a fault");
    expect(table.sending).toBe(false);
  });

  test("advice is shown until the position changes", async () => {
    await begun();
    await table.hint();
    expect(commands.mock.lastCall![0]).toMatchObject({ do: "hint", seat: 1 });
    expect(table.advising).toBe(true);
    tell({ do: "advice", table: "t", event: 4, seat: 1, moves: [], why: [] });
    expect([table.advising, table.advice?.event]).toEqual([false, 4]);
    tell(update(10, 11, room(5), [happened(11)]));
    expect(table.advice).toBeNull();
  });

  test("stops waiting for a coach that fails, or after a reconnect", async () => {
    await begun();
    await table.hint();
    tell({ do: "refused", id: "x", table: "t", why: { key: "serve.no_advice", values: {} }, paragraph: null, instead: [], stale: false });
    expect([table.advising, table.trouble?.why.key]).toEqual([false, "serve.no_advice"]);
    await table.hint();
    tell({ do: "welcome", person: "p1", name: "P1", now: 0, version: "1", protocol: PROTOCOL });
    expect(table.advising).toBe(false);
    commands.mockRejectedValueOnce(refusal("server.hint_not_now"));
    await table.hint();
    expect(table.advising).toBe(false);
  });

  test("spectators cannot ask the coach", async () => {
    await begun(room(3, { seat: null, moves: [] }));
    await table.hint();
    expect(commands).not.toHaveBeenCalled();
  });
});

test("a line of the log can be replayed", async () => {
  choose({ motion: "normal" });
  await begun(room(3, { to_act: 2, moves: [] }));
  tell(update(10, 11, room(4), [happened(11, { frames: [{ beat: "run", scene: "on the way" }] })]));
  await vi.advanceTimersByTimeAsync(5000);
  table.glance = "scene 11";
  table.replayLine(table.log[0]!);
  table.replayLine(table.log[0]!); // it is being played
  expect([table.player.playing, table.glance]).toEqual([true, null]);
  const seen = new Set<unknown>();
  for (; table.player.playing; await vi.advanceTimersByTimeAsync(20)) seen.add(table.scene);
  expect([...seen]).toEqual(["on the way", "scene 11"]);
  expect([table.scene, table.log.length]).toEqual(["scene 4", 1]);
});

test("the latest moves can be replayed", async () => {
  choose({ motion: "normal" });
  await begun(room(3));
  tell(update(10, 11, room(4), [happened(11)]));
  vi.runAllTimers();
  table.replay();
  expect([table.player.playing, table.scene]).toEqual([true, "scene 3"]);
  vi.runAllTimers();
  expect(table.scene).toBe("scene 4");
});

test("a seat can undo, or ask to, as the server allows", async () => {
  await begun(room(3, { may_ask_undo: true }));
  expect([table.askSeat, table.undoSeat]).toEqual([1, null]);
  tell(update(10, 11, room(4, { may_undo: true }), [happened(11)]));
  expect([table.askSeat, table.undoSeat]).toEqual([null, 1]);
});
