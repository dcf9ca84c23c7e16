// What has happened, told in lines: all that a seat does in one go stands on one line.
import { called } from "./spelling";
import { speak } from "./words.svelte";
import type { Happened, News, Saying } from "./wire";

export interface LogLine {
  seq: number;
  event: number; // the event it begins with; 0 for a note
  seat: number; // of which it tells; 0: nobody
  says: Saying[];
  played: boolean; // moves and outcomes
  scene: unknown; // after it, if one is at hand
}

/** The lines with what has happened since; `lines` itself stays as it is. */
export function withNews(lines: readonly LogLine[], news: readonly News[], game: string): LogLine[] {
  const all = [...lines];
  for (const one of news) {
    if (one.is === "note") {
      const says = [called(game, one.says)];
      all.push({ seq: one.seq, event: 0, seat: 0, says, played: false, scene: null });
    } else if (one.is === "event") tell(all, one, game);
  }
  return all;
}

function tell(lines: LogLine[], { seq, number, what, told, scene }: Happened, game: string): void {
  const played = what === "move" || what === "chance";
  for (const { seat, says: said, goes_on } of told) {
    const says = said.map((one) => called(game, one));
    const last = lines[lines.length - 1];
    if (goes_on && last?.played && last.seat === seat) {
      lines[lines.length - 1] = { ...last, says: [...last.says, ...says], scene };
    } else {
      lines.push({ seq, event: number, seat, says, played, scene });
    }
  }
}

/** A line in words, without the name of its seat. */
export function lineText(line: Pick<LogLine, "says">, names: string[]): string {
  return line.says.map((one) => speak(one, names)).join(" · ");
}

/** The same to be read aloud: the name first, and no signs. */
export function spokenText(line: Pick<LogLine, "says" | "seat">, names: string[]): string {
  const text = line.says.map((one) => speak(one, names)).join(", ");
  return line.seat ? `${names[line.seat - 1]} ${text}` : text;
}
