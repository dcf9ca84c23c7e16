// A move on a button: what one does, then what comes of it.
import { speak } from "./words.svelte";
import type { MoveSeen, Saying } from "./wire";

/** Moves whose name says all there is to say. */
const SAY_ALL = new Set(["maamut place", "maamut discard", "maroceau flip"]);
/** Moves of which there are many at once: their buttons have short names. */
const BRIEF = new Set(["maroceau swap", "maroceau drop", "maroceau flip"]);
/** What a button says shorter than the log, as its name has said the rest. */
const SHORTER: Record<string, string> = {
  "tell.maamut_move": "web.short_way",
  "tell.maamut_runs": "web.short_runs",
  "tell.maamut_sets": "web.short_sets",
  "tell.maamut_lifts": "web.short_lifts",
  "tell.maamut_lifts_own": "web.short_lifts_own",
  "tell.maamut_flees": "web.short_flees",
  "tell.papua_from_pot": "web.short_way",
  "tell.papua_one": "web.short_way",
  "tell.papua_group": "web.short_way",
  "tell.maroceau_may_swap": "web.short_swap",
  "tell.maroceau_may_put": "web.short_put",
  "tell.maroceau_may_drop": "web.short_drop",
};
const KEYS = "123456789abcdefghijklmnopqrstuvwxyz";

export interface MoveWords {
  name: string;
  detail: string;
}

export function moveWords(game: string, move: MoveSeen, names: readonly string[]): MoveWords {
  const name = speak(nameOf(game, move));
  if (SAY_ALL.has(`${game} ${move.json.do}`)) return { name, detail: "" };
  const says = move.says.map((one) => ({ ...one, key: SHORTER[one.key] ?? one.key }));
  return { name, detail: says.map((one) => speak(one, names)).join(", ") };
}

/** What one does. */
export function nameOf(game: string, move: MoveSeen): Saying {
  const { do: verb, direction, ...values } = move.json;
  return {
    key: nameKey(game, verb, move),
    values: {
      ...values,
      direction: direction && { key: `web.direction_${direction}`, values: {} },
      turtle: "ab"[values.number - 1], // as it is drawn on her shell
    },
  };
}

/** The message with the name of a move; where nothing else is said of it that is the long one. */
function nameKey(game: string, verb: string, { json, says }: MoveSeen): string {
  if (game === "papua" && verb === "alone" && Number(json.space) === 0) return "web.move_papua_out";
  return `web.${says.length && BRIEF.has(`${game} ${verb}`) ? "brief" : "move"}_${game}_${verb}`;
}

/** The key that chooses the move of that place; "" where there are no more. */
export function keyOf(place: number): string {
  return KEYS[place] ?? "";
}
