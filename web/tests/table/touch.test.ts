// The board with mouse, finger and keyboard; the tests simulate the table and the layout.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Table } from "../../src/lib/table/table.svelte";
import { Touch } from "../../src/lib/table/touch.svelte";

const table = {
  player: { playing: false, skip: vi.fn() },
  moves: [{ text: "swap a1" }, { text: "swap b1" }, { text: "drop" }],
  changed: 0, 
  selection: { armed: null as string | null, offered: null as unknown, look: vi.fn(), clear: vi.fn() },
  touch: vi.fn(), play: vi.fn(), offer: vi.fn(), askWhyNot: vi.fn(),
  canPlay: (move: string) => table.moves.some(({ text }) => text === move),
};
let board: HTMLElement;
let touch: Touch;
let close: () => void;

/** Put a target of 60 × 60 px on the board around a point. */
function put(x: number, y: number, data: Record<string, string>, kind = "div"): HTMLElement {
  const one = document.createElement(kind);
  Object.assign(one.dataset, data);
  one.tabIndex = 0;
  one.getBoundingClientRect = () => new DOMRect(x - 30, y - 30, 60, 60);
  return board.appendChild(one);
}

function fire(name: string, at: Element, x: number, y: number, more: object = {}): void {
  const event = new MouseEvent(name, { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1 });
  const pointer = { pointerId: 1, isPrimary: true, pointerType: "mouse", ...more };
  for (const [key, value] of Object.entries(pointer)) Object.defineProperty(event, key, { value });
  at.dispatchEvent(event);
}

function click(at: Element, x: number, y: number, more: object = {}): void {
  for (const name of ["pointerdown", "pointerup", "click"]) fire(name, at, x, y, more);
}

const key = (at: Element, name: string, repeat = false) =>
  at.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, repeat }));

let first: HTMLElement, second: HTMLElement, pile: HTMLElement, hand: HTMLElement;

beforeEach(() => {
  vi.clearAllMocks();
  table.changed = 0;
  Object.assign(table.selection, { armed: null, offered: null });
  Object.assign(table.player, { playing: false });
  board = document.body.appendChild(document.createElement("div"));
  first = put(100, 100, { touch: "swap a1" });
  second = put(200, 100, { touch: "swap b1" });
  pile = put(100, 300, { touch: "drop" });
  hand = put(300, 300, { drag: "swap a1;swap b1", piece: "hand" });
  touch = new Touch(table as unknown as Table);
  close = touch.on(board);
});
afterEach(() => {
  close();
  board.remove();
});

describe("a touch", () => {
  test("selects the nearest place, whatever covers it", () => {
    const piece = board.appendChild(document.createElement("span"));
    click(piece, 125, 100);
    expect(table.touch).toHaveBeenCalledExactlyOnceWith("swap a1");
  });

  test("elsewhere cancels a first touch, or else says why nothing can be played", () => {
    put(500, 500, { why: "flip c3" });
    click(board.lastElementChild!, 500, 500);
    expect(table.askWhyNot).toHaveBeenCalledExactlyOnceWith("flip c3");
    table.selection.armed = "drop";
    click(board, 400, 400);
    expect(table.selection.clear).toHaveBeenCalledOnce();
    click(board, 100, 300);
    expect(table.touch).toHaveBeenCalledExactlyOnceWith("drop");
  });

  test("on a place shared by several moves offers them all", () => {
    put(118, 100, { touch: "drop" }); // closer than a finger can tell
    click(board, 108, 100);
    expect(table.offer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ moves: ["swap a1", "drop"] }));
  });

  test("of a finger that covers two places offers both, and a mouse selects the nearer one", () => {
    put(132, 100, { touch: "drop" });
    click(board, 112, 100);
    expect(table.touch).toHaveBeenCalledExactlyOnceWith("swap a1");
    click(board, 112, 100, { pointerType: "touch" });
    expect(table.offer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ moves: ["swap a1", "drop"] }));
    click(board, 104, 100, { pointerType: "touch" }); // clearly on the first
    expect(table.touch).toHaveBeenCalledTimes(2);
  });

  test("skips the animation, and selects nothing that appeared during the touch", () => {
    table.player.playing = true;
    click(first, 100, 100);
    expect(table.player.skip).toHaveBeenCalledOnce();
    table.player.playing = false;
    table.changed = Infinity;
    click(first, 100, 100);
    expect(table.touch).not.toHaveBeenCalled();
  });

  test("of two fingers makes no move", () => {
    fire("pointerdown", first, 100, 100, { pointerType: "touch" });
    fire("pointerdown", second, 200, 100, { pointerType: "touch", pointerId: 2, isPrimary: false });
    fire("pointerup", first, 100, 100, { pointerType: "touch" });
    fire("click", first, 100, 100);
    expect(table.selection.clear).toHaveBeenCalledOnce();
    expect(table.touch).not.toHaveBeenCalled();
  });

  test("leaves buttons of the board alone", () => {
    click(put(100, 100, {}, "button"), 100, 100);
    expect(table.touch).not.toHaveBeenCalled();
  });

  test("without a pointer, as by a screen reader, plays at once", () => {
    first.click();
    expect(table.play).toHaveBeenCalledExactlyOnceWith("swap a1");
  });
});

describe("a mouse", () => {
  test("previews the place it moves over, and nothing at rest", () => {
    fire("pointermove", board, 100, 100);
    expect(table.selection.look).toHaveBeenLastCalledWith(["swap a1"]);
    table.selection.look.mockClear();
    fire("pointermove", board, 100, 100);
    expect(table.selection.look).not.toHaveBeenCalled();
    fire("pointerleave", board, 0, 0);
    expect(table.selection.look).toHaveBeenLastCalledWith([]);
  });
});

describe("a drag", () => {
  const begin = () => {
    fire("pointerdown", hand, 300, 300);
    fire("pointermove", board, 150, 150);
    fire("pointermove", board, 195, 110);
  };

  test("plays where it ends, and ignores the click that follows", () => {
    begin();
    expect(touch.drag).toMatchObject({ piece: "hand", x: 195, y: 110 });
    expect(table.selection.look).toHaveBeenLastCalledWith(["swap b1"]);
    fire("pointerup", board, 195, 110);
    fire("click", board, 195, 110);
    expect(table.play).toHaveBeenCalledExactlyOnceWith("swap b1");
    expect([touch.drag, table.touch.mock.calls.length]).toEqual([null, 0]);
  });

  test("to a place of another move plays nothing", () => {
    fire("pointerdown", hand, 300, 300);
    fire("pointermove", board, 100, 300);
    fire("pointerup", board, 100, 300);
    expect(table.play).not.toHaveBeenCalled();
  });

  test("without a pressed button does nothing", () => {
    fire("pointerdown", hand, 300, 300);
    fire("pointerup", hand, 300, 300);
    fire("pointermove", board, 195, 110);
    expect(touch.drag).toBeNull();
  });

  test.each(["resize", "blur", "pointercancel"])("is cancelled by %s", (what) => {
    begin();
    dispatchEvent(new Event(what));
    expect(touch.drag).toBeNull();
    fire("pointerup", board, 195, 110);
    fire("click", board, 195, 110);
    expect([table.play.mock.calls.length, table.touch.mock.calls.length]).toEqual([0, 0]);
  });

  test("ends in a menu where several moves share the place", () => {
    put(200, 102, { touch: "swap a1" });
    begin();
    fire("pointerup", board, 200, 101);
    expect(table.offer).toHaveBeenCalledOnce();
  });

  test("is cancelled by Escape", () => {
    begin();
    key(document.body, "Escape");
    expect(touch.drag).toBeNull();
  });
});

describe("a key", () => {
  test("plays the focused place once", () => {
    key(second, "Enter");
    key(second, "Enter", true);
    expect(table.play).toHaveBeenCalledExactlyOnceWith("swap b1");
    key(hand, "Enter");
    expect(table.play).toHaveBeenCalledOnce();
  });

  test("opens the menu of a place with several moves", () => {
    put(100, 300, { touch: "swap a1" });
    key(pile, " ");
    expect(table.offer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ byKey: true }));
    table.selection.armed = "drop";
    key(pile, "Enter");
    expect(table.play).toHaveBeenCalledExactlyOnceWith("drop");
  });

  test("with an arrow focuses the next place in that direction", () => {
    first.focus();
    key(first, "ArrowRight");
    expect(document.activeElement).toBe(second);
    key(second, "ArrowDown");
    expect(document.activeElement).toBe(pile);
    key(pile, "ArrowDown");
    expect(document.activeElement).toBe(pile);
  });
});
