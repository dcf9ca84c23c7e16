// What is printed of this game, by name.
import { FLAT, bled, svg, upTo, values, type Drawing, type Drawings } from "../../../print/svg";
import Board from "./Board.svelte?raw";
import { R, hexagon } from "./geometry";
import Card from "./pieces/Card.svelte";
import Hunter from "./pieces/Hunter.svelte";
import Mammoth from "./pieces/Mammoth.svelte";
import Tile from "./pieces/Tile.svelte";
import TileBack from "./pieces/TileBack.svelte";
import Trap from "./pieces/Trap.svelte";

export function drawings(): Drawings {
  const own = values(Board);
  const half = (R * Math.sqrt(3)) / 2;
  const box = `${-half} ${-R} ${2 * half} ${2 * R}`;
  // Up to where one cuts, and no further; there it is the colour of the edge.
  const outline = `<clipPath id="cut"><path d="${hexagon(R)}"/></clipPath>`;
  const under = `${outline}<g clip-path="url(#cut)"><rect x="${-half}" y="${-R}" width="${2 * half}" height="${2 * R}" fill="#3b2613"/>`;
  const kinds = { rock: 7, grass: 18, snow: 11, cross: 1 };
  const card = (value: number) => bled(0, 0, 70, 100, value ? "#f6e6c4" : "#7c3f1a", own, [Card, { value }]);
  return [
    ...Object.entries(kinds).flatMap(([ground, count], kind) =>
      upTo(count).map((i): Drawing => {
        const tile = { ground, seed: 20 * kind + i, duration: 0 };
        return [`maamut-${ground}-${i}`, svg(box, own, under, [Tile, tile], "</g>")];
      }),
    ),
    ["maamut-tile", svg(box, own, [TileBack])],
    ["maamut-card-back", card(0)],
    ...upTo(3).map((value): Drawing => [`maamut-card-${value}`, card(value)]),
    ["maamut-mammoth", svg("-110 -76 192 134", own, FLAT, [Mammoth])],
    ...upTo(4).flatMap((seat): Drawings => [
      [`maamut-hunter-${seat}`, svg("-46 -84 100 134", own, FLAT, [Hunter, { seat }])],
      [`maamut-trap-${seat}`, svg("-53 -53 106 106", own, [Trap, { seat }])],
    ]),
  ];
}
