// The replay of a match: its moments, each with a text.
import { lineText, spokenText } from "../table/log";
import { called } from "../table/moves";
import { say } from "../words.svelte";
import { formFor, readerOf, type Shown } from "../table/reader";
import { api } from "../server/api";
import type { Frame } from "../engine/telling";
import type { Replay, Saying } from "../wire";

/** A replay with its scenes. */
export interface ShownReplay extends Omit<Replay, "events" | "record"> {
  events: Shown[];
}

/** The sentences about a seat (0: none); `before` of them were told a moment earlier. */
interface Line {
  seat: number;
  says: Saying[];
  before: number;
}

/** A moment of the replay: the beginning, or after an event with a text. */
export interface Moment {
  event: number; // 0: the beginning
  scene: any;
  frames: readonly Frame<any>[]; // on the way to it
  lines: Line[];
}

/** The replay of a table as a seat saw it; without one, as the asker may see it. */
export async function replayOf(table: string, seat: number | null = null): Promise<ShownReplay> {
  let replay = await api.replay(table, "record", seat);
  const form = formFor(replay.settings.game);
  if (form !== "record") replay = await api.replay(table, form, seat); // the page has no rules of this game
  const reader = await readerOf(replay.settings.game, form);
  const start = replay.record ? reader.start(replay.record) : replay.start;
  return { ...replay, start, events: reader.news(replay.events) as Shown[] };
}

export function momentsOf(replay: ShownReplay): Moment[] {
  const moments: Moment[] = [{ event: 0, scene: replay.start, frames: [], lines: [] }];
  for (const happened of replay.events) {
    if (happened.told.length === 0) continue;
    const last = moments.at(-1)!;
    moments.push({
      event: happened.number,
      get scene() {
        return happened.scene ?? last.scene;
      },
      get frames() {
        return happened.frames;
      },
      lines: linesOf(happened, last.lines.at(-1), replay.settings.game),
    });
  }
  return moments;
}

function linesOf({ told }: Shown, last: Line | undefined, game: string): Line[] {
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

/** The new sentences of a line; its player is not named again. */
export function newText({ seat, says, before }: Line, names: string[]): { name: string; text: string } {
  const name = seat > 0 && before === 0 ? names[seat - 1]! : "";
  return { name, text: lineText({ seat, says: says.slice(before) }, names, ", ") };
}

/** A moment in whole sentences. */
export function sentenceOf({ event, lines }: Moment, names: string[]): string {
  if (event === 0) return say("after.replay_start");
  return lines.map((line) => spokenText(line, names)).join(" ");
}
