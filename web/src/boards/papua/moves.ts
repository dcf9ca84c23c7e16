// The moves one was given, by the islander one would touch to make them.
import { say, speak } from "../../lib/words.svelte";
import type { MoveSeen, PapuaPreview, PapuaScene } from "../../lib/wire";

export interface Source {
  space: number; // 0 is the pot
  moves: MoveSeen[];
}

/** My islanders that can move, from the pot on, each with all moves it takes part in. */
export function sourcesOf(scene: PapuaScene, moves: MoveSeen[]): Source[] {
  const mine = scene.islanders.filter((one) => one.seat === scene.decides).map((one) => one.space);
  return [0, ...mine]
    .map((space) => ({ space, moves: moves.filter((move) => takesPart(move, space)) }))
    .filter((source) => source.moves.length > 0);
}

function takesPart(move: MoveSeen, space: number): boolean {
  const { do: does, first, last } = move.json;
  return does === "group" ? first <= space && space <= last : move.json.space === space;
}

/** The move in two or three words. */
export function titleOf(move: MoveSeen, preview: PapuaPreview | undefined): string {
  const does = move.json.do as string;
  if (does !== "group") return say(`web_papua.${does}`);
  return say(preview?.whole ? "web_papua.whole" : preview ? "web_papua.part" : "web_papua.together");
}

/** From where to where it goes. */
export function wayOf(move: MoveSeen, die: number): string {
  const { first, last, space } = move.json;
  if (move.json.do === "group") {
    return say("web_papua.way", { start: `${first}–${last}`, end: `${first + die}–${last + die}` });
  }
  return say("web_papua.way", { start: space || say("web_papua.pot"), end: space + die });
}

/** All that it does, in words. */
export function wordsOf(move: MoveSeen, names: string[]): string {
  return move.says.map((one) => speak(one, names)).join(", ");
}

/** What it does besides going there, and what threatens afterwards. */
export function consequences(
  move: MoveSeen,
  preview: PapuaPreview | undefined,
  names: string[],
): string[] {
  const said = move.says.slice(1).map((one) => speak(one, names));
  if (!preview) return said;
  const alone = preview.stranded.map((one) =>
    say("web_papua.would_wait", { seat: { seat: one.seat }, space: one.space }, names),
  );
  const risks = preview.dangers.map((danger) =>
    say("web_papua.risk", { space: danger.space, faces: { either: danger.faces } }),
  );
  return [...said, ...alone, ...risks];
}

/** Whether a finger made it, which cannot look before it touches. */
export function byFinger(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}
