// What is selected on the board before a move is played: a place, one of its moves, a menu of several.

/** Several moves of one place, to choose from where they are. */
export interface Offer {
  moves: string[];
  x: number; // in the window
  y: number;
  byKey?: boolean;
}

const NOWHERE: string[] = [];

export class Selection {
  /** The move whose preview is shown. */
  picked = $state<string | null>(null);
  /** The move selected by a first touch; a second touch plays it. */
  armed = $state<string | null>(null);
  /** The moves of the highlighted place. */
  near = $state.raw<readonly string[]>(NOWHERE);
  /** A small menu at a place that several moves share. */
  offered = $state.raw<Offer | null>(null);

  /** Highlight the moves of a place; none, when the pointer leaves it. */
  look(moves: readonly string[]): void {
    if (moves.length === 0 && this.near.length === 0) return;
    this.near = moves.length || !this.offered ? moves : this.offered.moves;
    this.picked = this.near.length === 1 ? this.near[0]! : this.armed;
  }

  /** Highlight one move of a list, or none. */
  pick(move: string | null): void {
    this.look(move === null ? [] : [move]);
  }

  /** Open the menu of a place. */
  offer(offer: Offer): void {
    this.clear();
    this.offered = offer;
    this.near = offer.moves;
  }

  /** Preview a move until it is played or cancelled. */
  arm(move: string): void {
    this.offered = null; // the menu makes way for the preview
    this.near = [move];
    this.armed = this.picked = move;
  }

  /** Cancel the selection. */
  clear(): void {
    this.armed = this.picked = this.offered = null;
    this.near = NOWHERE;
  }
}
