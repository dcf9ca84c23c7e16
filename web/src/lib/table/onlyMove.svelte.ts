// The only legal move is played automatically after a moment, unless it was undone before.
import { settings } from "../settings.svelte";

const WAIT = 1100; // ms that the move is shown before it is made

export class OnlyMove {
  /** The move to be played in a moment. */
  text = $state<string | null>(null);
  private event = 0; // after which it is made
  private timer = 0;
  private tookBack = 0; // until this event nothing is played automatically

  /** A move was undone: don't play it again automatically. */
  takenBack(event: number): void {
    this.tookBack = event;
  }

  /** Play the move at an event if it is the only one. */
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
