// A table that is being watched; the tests play the server.
import { afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { GAMES } from "../../src/lib/games";
import { connection } from "../../src/lib/server/connection.svelte";
import { choose } from "../../src/lib/settings.svelte";
import { Table } from "../../src/lib/table/table.svelte";
import { aloud } from "../../src/lib/toasts.svelte";
import { speakLanguage, TABLE } from "../../src/lib/words.svelte";
import { serveModules } from "../modules";
import type { Shown } from "../../src/lib/table/reader";
import type { FromServer, News, RoomSeen, SeatSeen, Spoken, Update, Watch } from "../../src/lib/wire";

export const GAME = GAMES[0]!;
export const seat = (number: number, more: Partial<SeatSeen> = {}): SeatSeen => ({
  seat: number, kind: "person", name: `P${number}`, level: null, person: `p${number}`, avatar: "", mine: false, out: false, entropy: false, left_ms: null, ...more,
});
export const room = (event: number, more: Partial<RoomSeen> = {}): RoomSeen => ({
  table: "t", settings: { game: GAME, seats: [] }, host: "p1", stage: "playing", seats: [seat(1, { mine: true }), seat(2)],
  seat: 1, event, commitment: "", starting: false, to_act: 1, awaited: null, awaited_paragraph: null, scene: `scene ${event}`,
  moves: [{ text: "roll", json: { do: "roll" }, says: [] }, { text: "stop", json: { do: "stop" }, says: [] }],
  running: 0, paused: false, asked: null, may_undo: false, may_ask_undo: false, result: null, rematch: null, record: null, view: null, ...more,
});
export const happened = (seq: number, more: Partial<Shown> = {}): Shown => ({
  is: "event", seq, at: 0, number: seq, what: "move", seat: 2, text: "roll",
  told: [{ seat: 2, says: [{ key: "tell.begins", values: {} }], goes_on: false }], frames: [], scene: `scene ${seq}`, drawn: true, ...more,
});
export const spoken = (seq: number, more: Partial<Spoken> = {}): Spoken => ({
  is: "chat", seq, at: 0, person: "p2", name: "P2", seat: 2, channel: "players", phrase: null, text: "hi", ...more,
});
export const update = (since: number, seq: number, seen: RoomSeen, news: News[] = []): Update => ({
  do: "update", table: "t", seq, since, now: 1000 + seq, room: seen, news,
});

export let tell: (message: FromServer) => void;
export let asked: Omit<Watch, "do" | "table">[] = [];
export const commands = vi.fn();
export const sent = vi.fn();
export let table: Table;
export let close: () => void;

beforeAll(() => speakLanguage("en", TABLE));

beforeEach(() => {
  vi.useFakeTimers();
  serveModules();
  choose({ motion: "off", confirm: "board", lone: false });
  asked = [];
  commands.mockReset().mockResolvedValue({});
  sent.mockReset();
  vi.spyOn(connection, "watch").mockImplementation((_, how, listener) => {
    asked.push(how());
    tell = listener;
    return () => {};
  });
  vi.spyOn(connection, "command").mockImplementation(commands);
  vi.spyOn(connection, "send").mockImplementation(sent);
  table = new Table("t");
  close = table.open();
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

/** The first update, with the messages of the game. */
export async function begun(seen = room(3), news: News[] = [], seq = 10): Promise<void> {
  tell(update(0, seq, seen, news));
  await vi.waitFor(() => expect(table.room).not.toBeNull());
}
export const said = () => aloud("polite").at(-1)?.text;
