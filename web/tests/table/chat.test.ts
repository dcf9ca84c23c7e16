// The chat of a table, and channels that are muted.
import { describe, expect, test, vi } from "vitest";
import { begun, room, said, spoken, table, tell, update } from "./watched";
import { say } from "../../src/lib/words.svelte";
import { aloud } from "../../src/lib/toasts.svelte";
import { Table } from "../../src/lib/table/table.svelte";
import { keepMuted } from "../../src/lib/chat/mutedChannels";

vi.mock("../../src/lib/games", async (real) => ({
  ...(await real<typeof import("../../src/lib/games")>()),
  boardOf: vi.fn(async () => ({})), // drawings are not looked at here
}));

describe("the chat", () => {
  test("announces other players, but not the viewer or a muted channel", async () => {
    await begun();
    tell(update(10, 11, room(3), [spoken(11, { text: "good day" })]));
    expect(said()).toContain("good day");
    tell(update(11, 12, room(3), [spoken(12, { person: "p1", text: "mine" })]));
    table.chat.toggle("spectators");
    tell(update(12, 13, room(3), [spoken(13, { channel: "spectators", text: "noise" }), spoken(14, { phrase: "thanks", text: null })]));
    expect(said()).toContain(say("phrase.thanks"));
    expect(table.chat.heard.map((line) => line.text)).toEqual(["good day", "mine", null]);
    expect(aloud("polite").some((one) => /mine|noise/.test(one.text))).toBe(false);
    table.chat.toggle("spectators");
    expect(table.chat.heard).toHaveLength(4);
  });

  test("keeps messages that arrive while the table is loading", async () => {
    await begun();
    tell(update(12, 13, room(3), [])); // 11 and 12 were missed: nothing could be shown yet
    tell(update(10, 13, room(3), [spoken(11, { text: "good day" }), spoken(12, { text: "hello" })]));
    expect(table.chat.all.map((line) => line.text)).toEqual(["good day", "hello"]);
  });

  test("removes the text of an erased message silently", async () => {
    await begun();
    tell(update(10, 12, room(3), [spoken(11, { text: "good day" }), spoken(12, { text: "nasty" })]));
    const before = said();
    tell(update(12, 13, room(3), [{ is: "erased", seq: 13, at: 0, message: 12 }]));
    expect(table.chat.all.map((line) => [line.name, line.text])).toEqual([["P2", "good day"], ["…", "…"]]);
    expect(said()).toEqual(before);
  });

  test("keeps a channel muted across visits", () => {
    keepMuted("t", new Set(["players"]));
    expect([...new Table("t").chat.muted]).toEqual(["players"]);
  });
});
