// How long a bot takes for its moves, in the page's own thread: for bench/browser/browser_bots.py.
import { choose } from "../../src/lib/engine/bots";
import { compiled } from "../../src/lib/engine/module";
import { CHANCE, OVER, Rules } from "../../src/lib/engine/rules";
import type { Playable } from "../../src/lib/engine/telling";

const PLAYS = import.meta.glob<Playable<any>>("../../src/games/*/play.ts", { import: "game", eager: true });

/** A number that looks like chance, the same each time. */
const lot = (number: number) => (Math.imul(number + 1, 0x9e3779b1) >>> 0) >>> 7;

/** The milliseconds of the first moves of a match in which there is a choice; the seats are all that bot. */
export async function paces(game: string, module: string, level: string, seats: number, moves: number): Promise<number[]> {
  const play = PLAYS[`../../src/games/${game}/play.ts`]!;
  const bytes = Uint8Array.from(atob(module), (sign) => sign.charCodeAt(0));
  const rules = new Rules(play.manifest, await compiled(play.manifest, bytes));
  const found: number[] = [];
  let s = rules.start(seats);
  for (let number = 1; found.length < moves && rules.toAct(s) !== OVER; number++) {
    const actor = rules.toAct(s);
    let code: number;
    if (actor === CHANCE) {
      const chances = rules.chances(s);
      code = chances[lot(number) % chances.length]![0];
    } else {
      const several = rules.legal(s).length > 1;
      const began = performance.now();
      code = choose(rules, rules.observe(s, actor), level, 1n, number);
      if (several) found.push(performance.now() - began);
    }
    s = rules.play(s, code).after;
  }
  return found;
}
