// Plays what happens: hands scene after scene to the board, with time for each, then rests at the
// scene of the room. Whoever is in a hurry skips it.
import { duration } from "./settings.svelte";

export interface Step {
  scene: unknown; // null: nothing to see, only something to hear
  beat: string;
  arrive?: () => void; // what else happens when it is shown
}

const HOLD = 1.6; // a step stays so many times as long as a movement takes
const LONG: Record<string, number> = { count: 4 }; // what has to be read stays longer
const CROWD = 16; // more steps than that go by twice as fast

/** How long a step stays before the next, for one millisecond of movement. */
export const holdOf = (beat: string) => HOLD * (LONG[beat] ?? 1);

export class Player {
  scene = $state.raw<any>(null);
  beat = $state("");
  playing = $state(false);
  /** Milliseconds for the movement that is shown now. */
  pace = $state(0);
  private queue: Step[] = [];
  private rest: () => void = () => {};
  private timer = 0;
  private last: Step[] = []; // what was played last, and what was seen before it
  private before: unknown = null;

  /** Adds steps to what is played; when all are shown `rest` is called, once. */
  play(steps: Step[], rest: () => void): void {
    this.rest = rest;
    const seen = steps.filter((step) => step.scene !== null);
    if (seen.length && !this.playing) this.before = this.scene;
    if (seen.length) this.last = this.playing ? [...this.last, ...seen] : seen;
    this.queue.push(...steps);
    if (!this.playing) this.next();
  }

  /** Shows a scene at once; nothing is played any more. */
  show(scene: unknown): void {
    this.stop();
    this.beat = "";
    this.scene = scene;
  }

  /** All that is left at once. */
  skip(): void {
    if (!this.playing) return;
    clearTimeout(this.timer);
    for (const step of this.queue.splice(0)) step.arrive?.();
    this.finish();
  }

  /** What was played last, once more; it changes nothing. */
  replay(rest: () => void): void {
    if (this.playing || this.last.length === 0) return;
    const { last, before } = this;
    const steps = [{ scene: before, beat: "" }, ...last.map(({ scene, beat }) => ({ scene, beat }))];
    this.play(steps, rest);
    [this.last, this.before] = [last, before];
  }

  get canReplay(): boolean {
    return !this.playing && this.last.length > 0 && duration() > 0;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.playing = false;
  }

  private next(): void {
    const step = this.queue.shift();
    if (!step) return this.finish();
    this.playing = true;
    const pace = document.hidden ? 0 : duration() / (this.queue.length > CROWD ? 2 : 1);
    step.arrive?.();
    if (step.scene === null || pace === 0) {
      if (step.scene !== null) this.scene = step.scene;
      return this.next();
    }
    this.pace = pace;
    this.scene = step.scene;
    this.beat = step.beat;
    this.timer = window.setTimeout(() => this.next(), pace * holdOf(step.beat));
  }

  private finish(): void {
    this.playing = false;
    this.beat = "";
    this.pace = document.hidden ? 0 : duration();
    this.rest();
  }
}
