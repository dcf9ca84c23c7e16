// The chance of a match, read from the text of a `.tablee` file: docs/reference/transcript.md.
import { digestOf } from "./fair.ts";

export interface Transcript {
  table: string;
  game: string;
  commitment: string;
  secret: string | null; // null: the match was not over
  entropy: Record<string, string>; // by seat
  outcomes: { event: number; number: number; text: string }[];
  lines: number; // events
  damaged: number | null; // the first event whose digits of the chain do not fit
}

const EVENT = /^ *(\d+) {2}(?:@(\d+) {2})?(.*?) {2,}([0-9a-f]{16})$/;

/** The transcript, or null if the file is none. */
export function readTranscript(text: string): Transcript | null {
  const cut = text.indexOf("\n\n");
  const header = text.slice(0, cut + 1);
  const field = (name: string): string | undefined =>
    new RegExp(`^${name} (\\S+)$`, "m").exec(header)?.[1];
  const [table, game, commitment] = [field("table"), field("game"), field("commitment")];
  if (!text.startsWith("tablee 1\n") || cut < 0 || !table || !game || !commitment) return null;
  const found: Transcript = {
    table, game, commitment, secret: null, entropy: {}, outcomes: [], lines: 0, damaged: null,
  };
  let hash = digestOf(header);
  let ended = false;
  for (const line of text.slice(cut + 2).split("\n")) {
    const [, number, time, sentence, digits] = EVENT.exec(line) ?? [];
    if (number === undefined || sentence === undefined) {
      if (line === `end ${hash}`) ended = true;
      else if (line !== "") found.damaged ??= found.lines + 1;
      continue;
    }
    found.lines += 1;
    hash = digestOf(`${hash}\n${number}${time ? ` @${time}` : ""} ${sentence}\n`);
    if (!hash.startsWith(digits!)) found.damaged ??= Number(number);
    note(found, Number(number), sentence);
  }
  if (!ended) found.damaged ??= found.lines + 1; // cut off
  return found;
}

function note(found: Transcript, event: number, sentence: string): void {
  const [, seat, entropy] = /^seat (\d) adds entropy ([0-9a-f]+)$/.exec(sentence) ?? [];
  if (seat !== undefined) found.entropy[seat] = entropy!;
  const [, secret] = /^the secret is ([0-9a-f]+)$/.exec(sentence) ?? [];
  if (secret !== undefined) found.secret = secret;
  const [, text] = /^chance: (.+)$/.exec(sentence) ?? [];
  if (text !== undefined) found.outcomes.push({ event, number: found.outcomes.length + 1, text });
}
