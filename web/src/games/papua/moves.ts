// The legal moves by the islander to touch for them.
import { speak } from "../../lib/words.svelte";
import type { MoveSeen } from "../../lib/wire";
import type { PapuaScene } from "./scene";

export interface Source {
  space: number; // 0 is the pot
  moves: MoveSeen[];
}

/** My islanders that can move, from the pot on, each with all moves it takes part in. */
export function sourcesOf(scene: PapuaScene, moves: MoveSeen[]): Source[] {
  const mine = scene.islanders.filter((one) => one.seat === scene.to_act).map((one) => one.space);
  return [0, ...mine]
    .map((space) => ({ space, moves: moves.filter((move) => takesPart(move, space)) }))
    .filter((source) => source.moves.length > 0);
}

function takesPart(move: MoveSeen, space: number): boolean {
  const { do: does, first, last } = move.json;
  return does === "group" ? first <= space && space <= last : move.json.space === space;
}

/** All that it does, in words. */
export function wordsOf(move: MoveSeen, names: string[]): string {
  return move.says.map((one) => speak(one, names)).join(", ");
}
