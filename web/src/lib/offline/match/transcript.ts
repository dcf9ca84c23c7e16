// A match as a `.tablee` file: docs/reference/transcript.md.
import { digestOf } from "../../after/fair";
import type { Event, Match } from "./match";

const DIGITS = 16;
/** What is invisible, or turns the text around it, is written \uXXXX. */
const UNSEEN =
  /[\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{10ffff}]/gu;

/** The text of the file; there is exactly one form. */
export function transcriptOf(match: Match): string {
  const header = headerOf(match);
  let hash = digestOf(header);
  const lines = match.events.map((event, place) => {
    const sentence = sentenceOf(event);
    hash = digestOf(`${hash}\n${place + 1} ${sentence}\n`);
    return `${String(place + 1).padStart(5)}  ${sentence.padEnd(40)}  ${hash.slice(0, DIGITS)}\n`;
  });
  return `${header}\n${lines.join("")}end ${hash}\n`;
}

function headerOf({ opening: { table, settings, names }, kit: { rules }, commitment }: Match): string {
  const { name, rules: version, options } = rules.manifest;
  const lines = [
    "tablee 1",
    `table ${table}`,
    `game ${name}`,
    `rules ${version}`,
    ...options.map((option) => `option ${option.name} ${quoted(settings.options?.[option.name] ?? option.default)}`),
    ...settings.seats.map((holder, place) => `seat ${place + 1} ${holder === "me" ? "person" : `bot:${holder}`} ${quoted(names[place])}`),
    "clock none",
    `undo ${settings.undo ?? "free"}`,
    `hints ${settings.hints === false ? "no" : "yes"}`,
    `commitment ${commitment}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function sentenceOf(event: Event): string {
  switch (event.do) {
    case "entropy":
      return `seat ${event.seat} adds entropy ${event.entropy}`;
    case "begin":
      return "play begins";
    case "move":
      return `seat ${event.seat}: ${event.move}`;
    case "chance":
      return `chance: ${event.outcome}`;
    case "take_back":
      return `seat ${event.seat} takes back ${event.event}`;
    case "ask_undo":
      return `seat ${event.seat} asks to take back ${event.event}`;
    case "agree":
      return `seat ${event.seat} agrees`;
    case "decline":
      return `seat ${event.seat} declines`;
    case "hint":
      return `seat ${event.seat} takes a hint`;
    case "end":
      return `the match ends: winners ${row(event.winners)}; scores ${row(event.scores)}; ranks ${row(event.ranks)}`;
    case "secret":
      return `the secret is ${event.secret}`;
  }
}

function row(numbers: number[]): string {
  return numbers.join(" ") || "none";
}

function quoted(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, (found) =>
    [...found].flatMap((one) => one.split("")).map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}
