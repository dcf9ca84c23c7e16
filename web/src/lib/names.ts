// Names of seats as they are shown: a bot that has only its level for a name gets one of its own.
import { LEVELS, type Level } from "./plan";
import { say } from "./words.svelte";

/** The name of a seat, numbered from 1; whoever has none is called by the seat. */
export function seatName(name: string, seat: number): string {
  if (!name) return say("web.seat_number", { seat });
  return LEVELS.includes(name as Level) ? say("web.bot_names").split(" ")[(seat - 1) % 8]! : name;
}

/** The names of all seats, in their order. */
export function seatNames(names: readonly string[]): string[] {
  return names.map((name, place) => seatName(name, place + 1));
}
