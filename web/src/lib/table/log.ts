// The log in lines: consecutive actions of a seat share a line.
import { called } from "./moves";
import { speak } from "../words.svelte";
import type { Frame } from "../engine/telling";
import type { Saying } from "../wire";
import type { Shown, ShownNews } from "./reader";

export interface LogLine {
  seq: number;
  event: number; // the event it begins with; 0 for a note
  seat: number; // the seat it is about; 0: none
  says: Saying[];
  played: boolean; // moves and outcomes
  last: Shown | null; // after it the board looked like this
  way: readonly Shown[]; // what was to be seen, event by event
}

/** The scene after a line; null if it has changed nothing on the board. */
export function sceneAfter({ last }: LogLine): unknown {
  return last?.scene ?? null;
}

/** How the board looked on the way and in the end. */
export function framesOf({ way }: LogLine): Frame<any>[] {
  return way.flatMap((event) => [...event.frames, { beat: "", scene: event.scene }]);
}

/** The lines extended by new events; `lines` itself is not changed. `myName` is that of the reader. */
export function withNews(lines: readonly LogLine[], news: readonly ShownNews[], game: string, myName?: string): LogLine[] {
  const all = [...lines];
  for (const one of news) {
    if (one.is === "note") {
      const says = [toReader(called(game, one.says), myName)];
      all.push({ seq: one.seq, event: 0, seat: 0, says, played: false, last: null, way: [] });
    } else if (one.is === "event") tell(all, one, game);
  }
  return all;
}

/** A note that addresses the reader instead of naming them. */
function toReader({ key, values }: Saying, myName?: string): Saying {
  return myName && values.name === myName ? { key, values: { ...values, name: { key: "web.seat_me", values: {} } } } : { key, values };
}

function tell(lines: LogLine[], event: Shown, game: string): void {
  const { seq, number, what, told } = event;
  const last = event.drawn ? event : null;
  let way = event.drawn ? [event] : [];
  const played = what === "move" || what === "chance";
  for (const { seat, says: said, goes_on } of told) {
    const says = said.map((one) => called(game, one));
    const before = lines[lines.length - 1];
    if (goes_on && before?.played && before.seat === seat) {
      lines[lines.length - 1] = { ...before, says: [...before.says, ...says], last, way: [...before.way, ...way] };
    } else {
      lines.push({ seq, event: number, seat, says, played, last, way });
    }
    way = []; // it belongs to the first line that tells of them
  }
}

type Told = Pick<LogLine, "says" | "seat">;

/** The text of a line, without the name of its seat, which is the subject of its sentences. */
export function lineText(line: Told, names: readonly string[], between = " · "): string {
  const subject = { you: { seat: line.seat } };
  return line.says.map(({ key, values }) => speak({ key, values: { ...subject, ...values } }, names)).join(between);
}

/** The line as a sentence to be read aloud: the name first, and no symbols. */
export function spokenText(line: Told, names: readonly string[]): string {
  const text = lineText(line, names, ", ");
  return ended(line.seat ? `${names[line.seat - 1]} ${text}` : text);
}

/** A sentence with its full stop, unless it ends already. */
function ended(text: string): string {
  return /[.!?…:]$/.test(text) ? text : `${text}.`;
}
