// Everything on paper, by name, from the drawings of the page: `print.ts` of each game has its own.
import SeatSymbol from "../src/parts/SeatSymbol.svelte";
import { svg, upTo, type Drawing, type Drawings } from "./svg";

const GAMES = import.meta.glob<() => Drawings>("../src/games/*/print.ts", { eager: true, import: "drawings" });

export function drawings(): Drawings {
  return [...seats(), ...Object.values(GAMES).flatMap((drawn) => drawn())];
}

function seats(): Drawings {
  return upTo(8).map((seat): Drawing => [
    `seat-${seat}`,
    svg("-14 -14 28 28", {}, `<circle r="13" fill="var(--seat-${seat})" stroke="#3d2a10"/>`, [SeatSymbol, { seat, size: 15 }]),
  ]);
}
