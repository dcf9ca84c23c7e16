// A match to look at again: its moments, and each in words.
import { lineText, spokenText } from "../table/log";
import { called } from "../table/moves";
import { say } from "../words.svelte";
import type { Frame, Happened, Replay, Saying } from "../wire";

/** What is told of a seat (0: none); `before` of its sentences were told a moment earlier. */
interface Line {
  seat: number;
  says: Saying[];
  before: number;
}

/** A moment of the replay: the beginning, or after an event worth a word. */
export interface Moment {
  event: number; // 0: the beginning
  scene: any;
  frames: Frame[]; // on the way to it
  lines: Line[];
}

export function momentsOf(replay: Replay): Moment[] {
  const moments: Moment[] = [{ event: 0, scene: replay.start, frames: [], lines: [] }];
  for (const happened of replay.events) {
    if (happened.told.length === 0) continue;
    const last = moments.at(-1)!;
    moments.push({
      event: happened.number,
      scene: happened.scene ?? last.scene,
      frames: happened.frames,
      lines: linesOf(happened, last.lines.at(-1), replay.settings.game),
    });
  }
  return moments;
}

function linesOf({ told }: Happened, last: Line | undefined, game: string): Line[] {
  const lines: Line[] = [];
  for (const { seat, says, goes_on } of told) {
    const before = goes_on && last?.seat === seat ? last.says : [];
    const said = says.map((one) => called(game, one));
    lines.push({ seat, says: [...before, ...said], before: before.length });
    last = lines.at(-1);
  }
  return lines;
}

/** The last moment that is not after an event. */
export function momentAt(moments: Moment[], event: number): number {
  const after = moments.findIndex((moment) => moment.event > event);
  return (after < 0 ? moments.length : after) - 1;
}

/** What is new in a line; who goes on is not named again. */
export function newText({ seat, says, before }: Line, names: string[]): { name: string; text: string } {
  const name = seat > 0 && before === 0 ? names[seat - 1]! : "";
  return { name, text: lineText({ seat, says: says.slice(before) }, names, ", ") };
}

/** A moment in whole sentences. */
export function sentenceOf({ event, lines }: Moment, names: string[]): string {
  if (event === 0) return say("after.replay_start");
  return lines.map((line) => spokenText(line, names)).join(" ");
}
