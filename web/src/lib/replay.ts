// A match to look at again: its moments, and each in words.
import { say, speak } from "./words.svelte";
import type { Frame, Happened, Replay } from "./wire";

/** A moment one can stop at: the beginning, or after an event that is worth a word. */
export interface Moment {
  event: number; // 0: the beginning
  scene: any;
  frames: Frame[]; // on the way to it
  happened: Happened | null;
}

export function momentsOf(replay: Replay): Moment[] {
  const moments: Moment[] = [{ event: 0, scene: replay.start, frames: [], happened: null }];
  for (const happened of replay.events) {
    if (happened.told.length === 0) continue;
    const scene = happened.scene ?? moments.at(-1)!.scene;
    moments.push({ event: happened.number, scene, frames: happened.frames, happened });
  }
  return moments;
}

/** The last moment that is not after an event. */
export function momentAt(moments: Moment[], event: number): number {
  const after = moments.findIndex((moment) => moment.event > event);
  return (after < 0 ? moments.length : after) - 1;
}

/** What happened, in a sentence for each who did something. */
export function linesOf(happened: Happened, names: string[]): { seat: number; text: string }[] {
  return happened.told.map(({ seat, says }) => ({
    seat,
    text: says.map((one) => speak(one, names)).join(", "),
  }));
}

/** The same in one line. */
export function lineOf(happened: Happened | null, names: string[]): string {
  if (!happened) return say("after.replay_start");
  const lines = linesOf(happened, names);
  if (lines.length === 0) return happened.text;
  return lines
    .map(({ seat, text }) => ended(seat > 0 ? `${names[seat - 1]} ${text}` : text))
    .join(" ");
}

/** A sentence with its full stop, unless it ends already. */
function ended(text: string): string {
  return /[.!?…:]$/.test(text) ? text : `${text}.`;
}
