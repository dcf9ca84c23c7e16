// The displayed names of seats: the reader is “You”, bots have names of their own.
import { LEVELS, type Level } from "../newTable";
import { reader, say } from "../words.svelte";

/** The default name of a seat around one screen, in both languages. */
const NUMBERED = /^(?:Player|Joueur) (\d+)$/;

/** The name of a seat, numbered from 1; an unnamed seat is called by its number. */
export function seatName(name: string, seat: number): string {
  if (!name) return say("web.seat_number", { seat });
  if (LEVELS.includes(name as Level)) return say("web.bot_names").split(" ")[(seat - 1) % 8]!;
  if (name === reader()) return say("web.coach_quotes", { text: name }); // another player whose name is that word
  const numbered = NUMBERED.exec(name);
  return numbered ? say("web.player_number", { seat: numbered[1] }) : name;
}

/** The names of all seats, in their order; a reader who holds one seat alone is “You”. */
export function seatNames(names: readonly string[], mine: readonly number[] = []): string[] {
  return names.map((name, place) =>
    mine.length === 1 && mine[0] === place + 1 ? reader() : seatName(name, place + 1),
  );
}
