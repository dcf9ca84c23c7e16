// Moves made by dragging: my hunter, or one of my cards, to a tile or to the discards.
import type { Point } from "./geometry";

const FAR = 9; // px: less is a press

export class Drag {
  /** The card in the hand, 0 for the hunter; null when nothing is dragged. */
  card = $state<number | null>(null);
  /** Where it is, in px of the window. */
  at = $state<Point>({ x: 0, y: 0 });
  private from: Point | null = null;
  private held = 0;
  private swallow = false;

  /** Something is taken between the fingers; it is dragged only when it is moved. */
  grab(event: PointerEvent, card: number): void {
    if (event.button !== 0) return;
    this.from = { x: event.clientX, y: event.clientY };
    this.held = card;
  }

  /** Whether it is being dragged. */
  move(event: PointerEvent): boolean {
    if (!this.from) return false;
    this.at = { x: event.clientX, y: event.clientY };
    if (Math.hypot(this.at.x - this.from.x, this.at.y - this.from.y) > FAR) this.card = this.held;
    return this.card !== null;
  }

  /** It is put down, or let go; whether it had been dragged. */
  drop(): boolean {
    const dragged = this.card !== null;
    this.card = null;
    this.from = null;
    this.swallow = dragged;
    if (dragged) setTimeout(() => (this.swallow = false)); // after the click that may follow
    return dragged;
  }

  /** The click at the end of a drag is none. */
  click(event: MouseEvent): void {
    if (this.swallow) event.stopPropagation();
  }
}
