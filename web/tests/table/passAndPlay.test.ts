// Several people around one screen.
import { describe, expect, test, vi } from "vitest";
import { asked, begun, happened, room, seat, table, tell, update } from "./watched";
import { GAMES, pageOf } from "../../src/lib/games";
import type { RoomSeen } from "../../src/lib/wire";

vi.mock("../../src/lib/games", async (real) => ({
  ...(await real<typeof import("../../src/lib/games")>()),
  boardOf: vi.fn(async () => ({})), // drawings are not looked at here
}));

const SECRETIVE = GAMES.find((game) => pageOf(game).secretive)!;

describe("around one screen", () => {
  const here = [seat(1, { mine: true }), seat(2, { mine: true }), seat(3, { mine: true, kind: "bot" })];
  const open = (event: number, more: Partial<RoomSeen> = {}) => room(event, { seats: here, ...more });
  const secret = (event: number, more: Partial<RoomSeen> = {}) => open(event, { settings: { game: SECRETIVE, seats: [] }, ...more });

  test("the view follows the seat to act", async () => {
    await begun(open(3));
    tell(update(10, 11, open(4, { to_act: 2 }), [happened(11)]));
    expect(asked.at(-1)).toMatchObject({ seat: 2, form: "record" });
    expect(table.around.curtain).toBeNull();
  });

  test("the seat that moved can still undo after the view has followed the turn", async () => {
    await begun(open(3));
    tell(update(10, 11, open(4, { to_act: 2, may_undo: true }), [happened(11)]));
    tell(update(11, 11, open(4, { seat: 2, to_act: 2 })));
    expect([table.undoSeat, table.askSeat]).toEqual([1, 1]);
    tell(update(11, 12, open(5, { seat: 2, to_act: 3 }), [happened(12)]));
    expect(table.undoSeat).not.toBe(1);
  });

  test("hides cards behind a curtain until the screen is passed on", async () => {
    await begun(secret(3));
    tell(update(10, 11, secret(4, { to_act: 2 }), [happened(11)]));
    expect(table.around.curtain).toBe(2);
    table.lift();
    expect(asked.at(-1)).toEqual({ since: 0, seat: 2, form: "record" });
    tell(update(0, 11, secret(4, { seat: 2, to_act: 2 }), [happened(11)]));
    await vi.waitFor(() => expect(table.room?.seat).toBe(2));
    expect(table.around.curtain).toBeNull();
    table.lift(); // nothing to lift
  });

  test("shows the public view while a bot moves", async () => {
    await begun(secret(3));
    tell(update(10, 11, secret(4, { to_act: 3 }), [happened(11)]));
    expect(asked.at(-1)).toEqual({ since: 0, seat: null, form: "record" });
  });

  test("shows no curtain with open hands", async () => {
    await begun(secret(3));
    table.around.openHands = true;
    tell(update(10, 11, secret(4, { to_act: 2 }), [happened(11)]));
    expect([table.around.curtain, asked.at(-1)!.seat]).toEqual([null, 2]);
  });

  test("follows the last player when the others have resigned", async () => {
    await begun(open(3));
    const left = [seat(1, { mine: true, kind: "left" }), seat(2, { mine: true })];
    tell(update(10, 11, open(4, { seats: left, to_act: 2 }), [happened(11)]));
    expect(asked.at(-1)).toMatchObject({ seat: 2 });
  });

  test("returns to the public view when the seat was lost", async () => {
    await begun(open(3));
    tell({ do: "refused", id: null, table: "t", why: { key: "server.not_your_seat", values: {} }, paragraph: null, instead: [], stale: false });
    expect(asked.at(-1)).toEqual({ since: 0, seat: null, form: "record" });
    expect(table.trouble).toBeNull();
  });
});
