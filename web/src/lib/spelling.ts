// A move that came as a text, such as `move 2 NE`, in the words of its button.
import { moveWords } from "./moves";

/** What stands behind the verb, in its order; docs/rules tells of the notation. */
const VALUES: Record<string, string[]> = {
  "mahe card": ["value"],
  "mahe turtle": ["number"],
  "maamut place": ["tile"],
  "maamut move": ["card", "direction"],
  "maamut discard": ["card"],
  "maamut flee": ["direction"],
  "papua alone": ["space"],
  "papua group": ["first", "last"],
  "papua leap": ["space"],
  "maroceau flip": ["place"],
  "maroceau swap": ["place"],
};

export function moveName(game: string, text: string): string {
  const [verb, ...rest] = text.split(/[ -]/);
  const values = (VALUES[`${game} ${verb}`] ?? []).map((name, place) => [name, rest[place]]);
  return moveWords(game, { text, json: { do: verb, ...Object.fromEntries(values) }, says: [] }, []).name;
}
