// The moves one was given, as places on the board to press.
import { speak } from "../../lib/words.svelte";
import type { MaamutPreview, MoveSeen } from "../../lib/wire";

export interface Choice {
  move: string;
  label: string;
  tile: string;
  card: number; // 0 where none is played
  preview: MaamutPreview | undefined;
  sign: "" | "drive" | "fall" | "danger"; // what comes of it for the mammoth, or for me
}

/** All moves that lead to a tile, or are made on one; discards are none of them. */
export function choicesOf(
  moves: MoveSeen[],
  previews: Record<string, MaamutPreview>,
  names: string[],
): Choice[] {
  return moves.flatMap((move) => {
    const preview = previews[move.text];
    const tile = move.json["tile"] ?? preview?.path.at(-1);
    if (tile === undefined || move.json["do"] === "discard") return [];
    return { move: move.text, label: wordsOf(move, names), tile, card: preview?.card ?? 0, preview, sign: signOf(preview) };
  });
}

function signOf(preview: MaamutPreview | undefined): Choice["sign"] {
  if (!preview) return "";
  if (preview.out.includes(preview.seat)) return "danger";
  if (preview.winner) return "fall";
  return preview.run.length ? "drive" : "";
}

/** The discard of a card of this value. */
export function discardOf(moves: MoveSeen[], card: number | null): MoveSeen | undefined {
  return moves.find(({ json }) => json["do"] === "discard" && json["card"] === card);
}

export function wordsOf(move: MoveSeen, names: string[]): string {
  return move.says.map((said) => speak(said, names)).join(", ");
}

/** Whether a finger made it, which cannot look before it touches. */
export function byFinger(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}
