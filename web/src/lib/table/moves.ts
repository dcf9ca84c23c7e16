// A move on a button: what one does, then what comes of it.
import { pageOf } from "../games";
import { has, speak } from "../words.svelte";
import type { MoveSeen, Saying } from "../wire";

const KEYS = "123456789abcdefghijklmnopqrstuvwxyz";

export interface MoveWords {
  name: string;
  detail: string;
}

export function moveWords(game: string, move: MoveSeen, names: readonly string[]): MoveWords {
  const name = speak(nameOf(game, move));
  const { moves, shorter } = pageOf(game);
  if (moves[move.json.do]?.saysAll) return { name, detail: "" };
  const says = move.says.map((one) => ({ ...one, key: shorter?.[one.key] ?? one.key }));
  return { name, detail: says.map((one) => speak(one, names)).join(", ") };
}

/** What one does; a move without a name is called as it is written. */
export function nameOf(game: string, move: MoveSeen): Saying {
  const { do: verb, direction, ...values } = move.json;
  const key = nameKey(game, verb, move);
  if (!has(key)) return { key: "tell.plain_outcome", values: { move: move.text } };
  return {
    key,
    values: {
      ...values,
      direction: direction && { key: `web.direction_${direction}`, values: {} },
      turtle: "ab"[values.number - 1], // as it is drawn on her shell
    },
  };
}

/** The message with the name of a move; where nothing else is said of it that is the long one. */
function nameKey(game: string, verb: string, { json, says }: MoveSeen): string {
  const { brief, named } = pageOf(game).moves[verb] ?? {};
  return named?.(json) ?? `web.${says.length && brief ? "brief" : "move"}_${game}_${verb}`;
}

/** The key that chooses the move of that place; "" where there are no more. */
export function keyOf(place: number): string {
  return KEYS[place] ?? "";
}
