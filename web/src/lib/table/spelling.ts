// A move that came as a text, such as `move 2 NE`, in the words of its button.
import { pageOf } from "../games";
import { nameOf } from "./moves";
import { LEVELS } from "../newTable";
import type { Saying } from "../wire";
import { speak } from "../words.svelte";

/** Who moves for a seat that was given up. */
const STAND_IN = "random";
export function moveName(game: string, text: string): string {
  return speak(spelled(game, text));
}

/** A sentence of the log, with moves and levels of bots called as they are everywhere on the page. */
export function called(game: string, said: Saying): Saying {
  const { move, name } = said.values;
  const values = { ...said.values };
  if (said.key.startsWith("tell.event_") && typeof move === "string") values.move = spelled(game, move);
  if ([...LEVELS, STAND_IN].includes(name)) values.name = { key: `web.level_${name}`, values: {} };
  return { key: said.key, values };
}

function spelled(game: string, text: string): Saying {
  const [verb, ...rest] = text.split(/[ -]/);
  const values = (pageOf(game).moves[verb!]?.values ?? []).map((name, place) => [name, rest[place]]);
  return nameOf(game, { text, json: { do: verb, ...Object.fromEntries(values) }, says: [] });
}
