// Playback of events: hands scene after scene to the board, with time for each, then rests at the
// scene of the room. It can be skipped, and the longer the others have been at it, the shorter each
// cue gets: what happens between two turns of a person has a budget of time.
import { duration } from "../settings.svelte";
import { sound, soundOf } from "../sound/sound";
import type { Shown } from "./reader";

export interface Cue {
  scene: unknown; // null: nothing to see, only something to hear
  beat: string;
  arrive?: () => void; // what else happens when it is shown
}

const HOLD = 1.6; // a cue stays so many times as long as a movement takes
const LONG: Record<string, number> = { count: 4 }; // cues with text to read stay longer
const BUDGET = 12; // between two turns, in movements: 3.6 seconds at normal speed
const EXPECTED = 3; // so many cues may still come
const SHORTEST = 0.28; // of the time of a cue, so that it can still be followed

/** How long a cue stays before the next, for one millisecond of movement. */
export const holdOf = (beat: string) => HOLD * (LONG[beat] ?? 1);

export class Player {
  scene = $state.raw<any>(null);
  beat = $state("");
  playing = $state(false);
  /** Milliseconds for the movement that is shown now. */
  pace = $state(0);
  private queue: Cue[] = [];
  private rest: () => void = () => {};
  private timer = 0;
  private last: Cue[] = []; // what was played last, and what was seen before it
  private before: unknown = null;
  private spent = 0; // ms, since the person had a turn

  /** Queue cues; once all are shown, `rest` is called. */
  play(cues: Cue[], rest: () => void): void {
    this.rest = rest;
    const seen = cues.filter((cue) => cue.scene !== null);
    if (seen.length && !this.playing) this.before = this.scene;
    if (seen.length) this.last = this.playing ? [...this.last, ...seen] : seen;
    this.queue.push(...cues);
    if (!this.playing) this.next();
  }

  /** Show a scene at once, and drop all queued cues. */
  show(scene: unknown): void {
    this.stop();
    this.beat = "";
    this.scene = scene;
  }

  /** Skip to the end of the queue. */
  skip(): void {
    if (!this.playing) return;
    clearTimeout(this.timer);
    for (const cue of this.queue.splice(0)) cue.arrive?.();
    this.finish();
  }

  /** Replay the last cues, without side effects. */
  replay(rest: () => void): void {
    if (this.last.length) this.again([{ scene: this.before, beat: "" }, ...this.last], rest);
  }

  /** Replay given cues, without side effects. */
  again(cues: readonly Omit<Cue, "arrive">[], rest: () => void): void {
    if (this.playing) return;
    const { last, before } = this;
    this.refresh();
    this.play(cues.map(({ scene, beat }) => ({ scene, beat })), rest);
    [this.last, this.before] = [last, before];
  }

  /** The person has a turn: renew the budget of time. */
  refresh(): void {
    this.spent = 0;
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
    const cue = this.queue.shift();
    if (!cue) return this.finish();
    this.playing = true;
    const pace = document.hidden ? 0 : this.paceOf(cue.beat);
    cue.arrive?.();
    if (cue.scene === null || pace === 0) {
      if (cue.scene !== null) this.scene = cue.scene;
      return this.next();
    }
    this.pace = pace;
    this.scene = cue.scene;
    this.beat = cue.beat;
    this.spent += pace * holdOf(cue.beat);
    this.timer = window.setTimeout(() => this.next(), pace * holdOf(cue.beat));
  }

  /** Milliseconds for the movement of a cue: a fair share of what is left of the budget. */
  private paceOf(beat: string): number {
    const waiting = this.queue.reduce((sum, cue) => sum + (cue.scene === null ? 0 : holdOf(cue.beat)), 0);
    const cues = waiting + holdOf(beat) + EXPECTED * HOLD;
    const share = Math.max(0, BUDGET * duration() - this.spent) / cues;
    return Math.round(Math.min(duration(), Math.max(share, SHORTEST * duration())));
  }

  private finish(): void {
    this.playing = false;
    this.beat = "";
    this.pace = document.hidden ? 0 : duration();
    this.rest();
  }
}

/** Something to hear, and nothing to see. */
export const silentCue = (arrive: () => void): Cue => ({ scene: null, beat: "", arrive });

/** The frames of an event and the scene after it; `tell` is called as the first of them is shown. */
export function cuesOf(game: string, event: Shown, tell: () => void): Cue[] {
  const last = { scene: event.scene, beat: "" };
  return [...event.frames, last].map(({ scene, beat }, place) => ({
    scene,
    beat,
    arrive: () => {
      if (place === 0) tell();
      sound(soundOf(game, event, beat));
    },
  }));
}
