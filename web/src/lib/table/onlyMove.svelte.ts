// A move that is the only legal one plays itself after a moment, unless it was taken back before.
import { settings } from "../settings.svelte";

const WAIT = 1100; // ms that the move is shown before it is made

export class OnlyMove {
  /** The move that is made in a moment. */
  text = $state<string | null>(null);
  private event = 0; // after which it is made
  private timer = 0;
  private tookBack = 0; // until this event nothing is made by itself

  /** A move was undone: don't play it again automatically. */
  takenBack(event: number): void {
    this.tookBack = event;
  }

  /** Plays the only move there is at an event, if there is only one. */
  consider(moves: readonly { text: string }[], event: number, play: (move: string) => void): void {
    if (event === this.event && this.text) return; // it is on its way already
    this.stop();
    this.text = null;
    const [only, other] = moves;
    if (!settings.lone || !only || other || event <= this.tookBack) return;
    this.text = only.text;
    this.event = event;
    this.timer = window.setTimeout(() => {
      if (this.text === only.text) play(only.text);
    }, WAIT);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
