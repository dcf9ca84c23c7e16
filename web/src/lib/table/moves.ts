// Names of moves: on a button with their outcome as detail, in the log by the same name.
import { jsonOf } from "../engine/playing";
import { pageOf } from "../games";
import { LEVELS } from "../newTable";
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

/** The name of a move, or its text if it has none. */
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

/** The message with the name of a move; the long one where the button has no detail. */
function nameKey(game: string, verb: string, { json, says }: MoveSeen): string {
  const { brief, named } = pageOf(game).moves[verb] ?? {};
  return named?.(json) ?? `web.${says.length && brief ? "brief" : "move"}_${game}_${verb}`;
}

/** The key that chooses the move of that place; "" where there are no more. */
export function keyOf(place: number): string {
  return KEYS[place] ?? "";
}

/** The bot that moves for a seat that resigned. */
const STAND_IN = "random";

/** A move that came as a text, such as `move 2 NE`, in the words of its button. */
export function moveName(game: string, text: string): string {
  return speak(spelled(game, text));
}

/** A sentence of the log, with moves and levels of bots named as elsewhere on the page. */
export function called(game: string, said: Saying): Saying {
  const { move, name } = said.values;
  const values = { ...said.values };
  if (said.key.startsWith("tell.event_") && typeof move === "string") values.move = spelled(game, move);
  if ([...LEVELS, STAND_IN].includes(name)) values.name = { key: `web.level_${name}`, values: {} };
  return { key: said.key, values };
}

function spelled(game: string, text: string): Saying {
  return nameOf(game, { text, json: jsonOf(game, text), says: [] });
}
