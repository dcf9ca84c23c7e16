// The legal moves as places on the board.
import { speak } from "../../lib/words.svelte";
import type { MoveSeen } from "../../lib/wire";
import type { MaamutHunter, MaamutPreview, MaamutScene } from "./scene";
import { R, tile } from "./geometry";

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

const WINDS = ["E", "SE", "SW", "W", "NW", "NE"]; // clockwise, each a sixth of a turn on
const STEP = R * Math.sqrt(3); // from the middle of a tile to the next

/** The move that a touch on any tile asks for, allowed or not; undefined where there is none. */
export function asked(scene: MaamutScene, hunter: MaamutHunter | undefined, name: string): string | undefined {
  if (scene.phase === "place") return `place ${name}`;
  if (!hunter?.tile) return undefined;
  if (name === hunter.tile) return hunter.frightened ? undefined : "trap";
  const [from, to] = [tile(hunter.tile), tile(name)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const turn = (Math.atan2(dy, dx) / (2 * Math.PI)) * WINDS.length;
  const steps = Math.round(Math.hypot(dx, dy) / STEP);
  if (Math.abs(turn - Math.round(turn)) > 0.05 || steps > 3) return undefined; // not in a straight line
  const wind = WINDS[(Math.round(turn) + WINDS.length) % WINDS.length]!;
  return scene.phase === "fright" ? `flee ${wind}` : `move ${steps} ${wind}`;
}
