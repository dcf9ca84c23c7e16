// A move on a button: what one does, then what comes of it.
import { say, speak } from "./words.svelte";
import type { MoveSeen } from "./wire";

/** Moves whose name says all there is to say. */
const SAY_ALL = new Set(["maamut place", "maamut discard", "maroceau flip"]);
const KEYS = "123456789abcdefghijklmnopqrstuvwxyz";

export interface MoveWords {
  name: string;
  detail: string;
}

export function moveWords(game: string, move: MoveSeen, names: string[]): MoveWords {
  const { do: verb, direction, ...values } = move.json;
  const name = say(`web.move_${game}_${verb}`, {
    ...values,
    direction: direction && say(`web.direction_${direction}`),
  });
  if (SAY_ALL.has(`${game} ${verb}`)) return { name, detail: "" };
  return { name, detail: move.says.map((one) => speak(one, names)).join(", ") };
}

/** The key that chooses the move of that place; "" where there are no more. */
export function keyOf(place: number): string {
  return KEYS[place] ?? "";
}
