// Reads the updates of a table in the form `record`, and names whatever is not as in the form `scene`.
import { playing } from "../../src/lib/engine/playing";
import { Reader } from "../../src/lib/table/reader";
import type { RoomSeen, Update } from "../../src/lib/wire";

type Pair = [record: Update, scene: Update];

/** How many things were compared, and what is different; a stream is what one viewer is sent. */
export async function compared(game: string, streams: Pair[][]): Promise<[number, ...string[]]> {
  const rules = await playing(game);
  const found: string[] = [];
  let count = 0;
  const same = (what: string, here: unknown, there: unknown) => {
    count += 1;
    const [mine, theirs] = [sorted(here), sorted(there)];
    if (mine !== theirs && found.length < 5) found.push(`${what}:\n  here  ${mine}\n  there ${theirs}`);
  };
  for (const stream of streams) {
    const reader = new Reader(rules);
    for (const [record, scene] of stream) {
      const at = `${record.room.seat ?? "spectator"}, entry ${record.seq}`;
      const news = reader.news(record.news);
      same(at, board(reader.room(record.room)), board(scene.room));
      scene.news.forEach((told, i) => {
        const one = news[i]!;
        if (told.is !== "event" || one.is !== "event") return;
        const { number, what, text, told: says = [], scene: drawn = null } = told;
        same(`${at}, event ${number}`, [one.number, one.what, one.text, one.told, one.scene], [number, what, text, says, drawn]);
      });
    }
  }
  return [count, ...found];
}

const board = ({ scene, moves, awaited, awaited_paragraph, to_act }: RoomSeen) => [scene, moves, awaited, awaited_paragraph, to_act];

/** JSON with its fields in alphabetical order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one) => {
    if (one === null || typeof one !== "object" || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
