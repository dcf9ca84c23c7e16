// Input on a board: by mouse, finger, pen or key. The board declares its targets, and
// the intended one is found by its position on the screen, so that no piece ever swallows a touch:
//
//   data-touch="MOVE"       a place or a piece that makes this move; several may share one place
//   data-hit                inside it: the part that counts, where the drawing is larger
//   data-drag="MOVE;MOVE"   a piece that can be dragged to the places of these moves
//   data-piece="NAME"       on the same element: what is dragged, for the board to draw
//   data-from               on a data-touch: where a piece comes from, so nothing is dropped there
//   data-why="MOVE"         a place that is no move now; the server says why this one is not allowed
//
// The first touch previews a move, the second plays it. Unintended input plays none:
// two fingers at once, a finger that was down before the choices came, a drag that was interrupted.
import type { Drag } from "../../games/contract";
import type { Table } from "./table.svelte";

const FINGER = 22; // px: half of what a finger needs; places closer than that are one
const FAR = 9; // px: less is a touch, more is a drag
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

type Drawn = HTMLElement | SVGElement;

interface Meant {
  wanted?: readonly string[];
  finger?: boolean;
}

interface Grip {
  id: number;
  x: number;
  y: number;
  piece: string;
  moves: string[];
}

export class Touch {
  /** What is being dragged. */
  drag = $state.raw<Drag | null>(null);
  private board: HTMLElement | null = null;
  private grip: Grip | null = null;
  private held = false; // a finger or a button is down
  private spoiled = false; // what is down now makes no move any more
  private since = 0; // when it went down, in ms of the page's clock
  private last = { x: NaN, y: NaN }; // where the mouse was

  constructor(private table: Table) {}

  /** Listen to a board until the returned function is called. */
  readonly on = (board: HTMLElement): (() => void) => {
    this.board = board;
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener("pointerdown", (event) => this.pressed(event), { capture: true, signal });
    addEventListener("pointermove", (event) => this.moved(event), { signal });
    addEventListener("pointerup", (event) => this.lifted(event), { signal });
    for (const name of ["pointercancel", "resize", "blur"]) {
      addEventListener(name, () => this.interrupt(), { signal });
    }
    addEventListener("keydown", ({ key }) => key === "Escape" && this.interrupt(), { signal });
    // The browser would scroll instead: it does not know of `touch-action` inside a drawing.
    board.addEventListener("touchmove", (event) => this.grip && event.preventDefault(), { passive: false, signal });
    board.addEventListener("click", (event) => this.clicked(event), { signal });
    board.addEventListener("keydown", (event) => this.keyed(event), { signal });
    board.addEventListener("pointerleave", () => !this.drag && this.table.selection.look([]), { signal });
    board.addEventListener("focusin", (event) => this.focused(event.target as Drawn), { signal });
    board.addEventListener("focusout", () => this.table.selection.look([]), { signal });
    return () => {
      this.interrupt();
      controller.abort();
      this.board = null;
    };
  };

  /** Ignore the current press or drag. */
  interrupt(): void {
    this.spoiled ||= this.held;
    this.grip = null;
    if (!this.drag) return;
    this.drag = null;
    this.table.selection.look([]);
  }

  // --- pointers ----------------------------------------------------------------------------------

  private pressed(event: PointerEvent): void {
    this.last = { x: event.clientX, y: event.clientY };
    if (!event.isPrimary) {
      this.held = true;
      this.interrupt();
      this.table.selection.clear();
      return;
    }
    this.held = true;
    this.spoiled = false;
    this.grip = null;
    this.since = event.timeStamp;
    const grip = (event.target as Element).closest<Drawn>("[data-drag]");
    if (!grip || event.button !== 0 || !this.board?.contains(grip)) return;
    const { drag, piece = "" } = grip.dataset;
    this.grip = { id: event.pointerId, x: event.clientX, y: event.clientY, piece, moves: drag!.split(";") };
  }

  private moved(event: PointerEvent): void {
    const { clientX: x, clientY: y } = event;
    const still = x === this.last.x && y === this.last.y; // an element appeared under the resting mouse
    this.last = { x, y };
    if (this.grip?.id === event.pointerId) return this.dragged(this.grip, x, y);
    if (still || event.pointerType !== "mouse" || !this.board?.contains(event.target as Node)) return;
    const moves = this.owned(event.target as Element) ? [] : this.movesAt(x, y);
    this.board.style.cursor = moves.length ? "pointer" : "";
    this.table.selection.look(moves);
  }

  private dragged(grip: Grip, x: number, y: number): void {
    if (!this.drag && Math.hypot(x - grip.x, y - grip.y) < FAR) return;
    const { piece, moves } = grip;
    this.drag = { piece, moves, x, y };
    const over = this.movesAt(x, y, { wanted: moves });
    this.table.selection.look(over.length ? over : moves);
  }

  private lifted(event: PointerEvent): void {
    const { drag } = this;
    if (event.isPrimary) this.held = false;
    if (this.grip?.id !== event.pointerId) return;
    this.grip = this.drag = null;
    if (!drag) return;
    this.spoiled = true; // ignore the click that ends a drag
    this.table.selection.look([]);
    const { clientX: x, clientY: y } = event;
    const moves = this.movesAt(x, y, { wanted: drag.moves }).filter((move) => this.table.canPlay(move));
    if (moves.length > 1) this.table.offer({ moves, x, y });
    else if (moves[0]) this.table.play(moves[0]);
  }

  private clicked(event: MouseEvent): void {
    const at = event.target as Element;
    if (event.detail === 0) return this.activate(at.closest<Drawn>("[data-touch]")); // no pointer at all
    if (this.spoiled || this.owned(at)) return;
    const { table } = this;
    if (table.player.playing) return table.player.skip();
    if (table.moves.length === 0 || table.changed > this.since) return;
    const { clientX: x, clientY: y } = event;
    const moves = this.movesAt(x, y, { finger: (event as PointerEvent).pointerType === "touch" });
    const again = moves.find((move) => move === table.selection.armed);
    if (again) table.touch(again);
    else if (moves.length > 1) table.offer({ moves, x, y });
    else if (moves[0]) table.touch(moves[0]);
    else if (table.selection.armed || table.selection.offered) table.selection.clear();
    else void table.askWhyNot(at.closest<Drawn>("[data-why]")?.dataset.why);
  }

  // --- keys --------------------------------------------------------------------------------------

  private focused(at: Drawn): void {
    const target = at.closest<Drawn>("[data-touch]");
    if (target?.matches(":focus-visible")) this.table.selection.look(this.movesOf(target));
  }

  private keyed(event: KeyboardEvent): void {
    const target = (event.target as Element).closest<Drawn>("[data-touch]");
    if (!target) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.nearest(target, arrow)?.focus();
    else if (event.key !== "Enter" && event.key !== " ") return;
    else if (!event.repeat) this.activate(target);
    event.preventDefault();
  }

  /** Play the move of the focused place, or open its menu of several. */
  private activate(target: Drawn | null): void {
    if (!target) return;
    const moves = this.movesOf(target);
    const { x, y } = middle(target);
    const again = moves.find((move) => move === this.table.selection.armed);
    if (again) this.table.play(again);
    else if (moves.length > 1) this.table.offer({ moves, x, y, byKey: true });
    else if (moves[0]) this.table.play(moves[0]);
  }

  /** The next target in the direction of an arrow key. */
  private nearest(from: Drawn, [right, down]: readonly [number, number]): Drawn | undefined {
    const here = middle(from);
    let best: { far: number; target: Drawn } | undefined;
    for (const target of this.targets()) {
      const there = middle(target);
      const [dx, dy] = [there.x - here.x, there.y - here.y];
      const along = dx * right + dy * down;
      const far = along + 3 * Math.abs(dx * down + dy * right);
      if (along > 4 && (!best || far < best.far)) best = { far, target };
    }
    return best?.target;
  }

  // --- places ------------------------------------------------------------------------------------

  private targets(): Drawn[] {
    return this.board ? [...this.board.querySelectorAll<Drawn>("[data-touch]")] : [];
  }

  /** An element on the board with its own behaviour, such as a button. */
  private owned(at: Element): boolean {
    return at.closest("button:not([data-touch]), a, [data-own]") !== null;
  }

  private movesOf(target: Drawn): string[] {
    const { x, y } = middle(target);
    return [...new Set([target.dataset.touch!, ...this.movesAt(x, y)])];
  }

  /**
   * The moves of the place that is meant by a point; while dragging only those `wanted`.
   *
   * A finger that covers the middles of two places may mean either of them.
   */
  private movesAt(x: number, y: number, { wanted, finger = false }: Meant = {}): string[] {
    const found = this.targets()
      .filter((one) => !wanted || (!("from" in one.dataset) && wanted.includes(one.dataset.touch!)))
      .map((one) => ({ move: one.dataset.touch!, ...middle(one) }))
      .filter((one) => Math.abs(x - one.x) <= one.w && Math.abs(y - one.y) <= one.h)
      .map((one) => ({ ...one, far: Math.hypot((x - one.x) / one.w, (y - one.y) / one.h) }))
      .sort((one, other) => one.far - other.far);
    const meant = found.filter((one) =>
      Math.hypot(one.x - found[0]!.x, one.y - found[0]!.y) < FINGER
      || (finger && Math.hypot(one.x - x, one.y - y) < FINGER));
    return [...new Set(meant.map((one) => one.move))];
  }
}

/** The middle of a target, and the distance within which a touch selects it. */
function middle(target: Drawn): { x: number; y: number; w: number; h: number } {
  const { left, top, width, height } = (target.querySelector("[data-hit]") ?? target).getBoundingClientRect();
  return {
    x: left + width / 2,
    y: top + height / 2,
    w: Math.max(width / 2, FINGER),
    h: Math.max(height / 2, FINGER),
  };
}
