// The looks of the seats in a replay.
import type { SeatLook } from "../../games/contract";

/** The seats by their names; `mine` are the numbers of those that are mine. */
export function looksOf(names: string[], mine: number[] = []): SeatLook[] {
  return names.map((name, place) => ({
    seat: place + 1,
    name,
    colour: `var(--seat-${place + 1})`,
    ink: `var(--seat-${place + 1}-ink)`,
    symbol: `seat-${place + 1}`,
    mine: mine.includes(place + 1),
  }));
}
