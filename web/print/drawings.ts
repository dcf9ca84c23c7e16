// Everything on paper, by name, from the drawings of the page.
import Hunter from "../src/boards/maamut/Hunter.svelte";
import MaamutBoard from "../src/boards/maamut/Board.svelte?raw";
import MaamutCard from "../src/boards/maamut/Card.svelte";
import Mammoth from "../src/boards/maamut/Mammoth.svelte";
import Tile from "../src/boards/maamut/Tile.svelte";
import Trap from "../src/boards/maamut/Trap.svelte";
import { R, hexagon } from "../src/boards/maamut/geometry";
import MaheBoard from "../src/boards/mahe/Board.svelte?raw";
import MaheCards from "../src/boards/mahe/Cards.svelte";
import Clutch from "../src/boards/mahe/Clutch.svelte";
import Lagoon from "../src/boards/mahe/Lagoon.svelte";
import Turtle from "../src/boards/mahe/Turtle.svelte";
import { CARD, HEIGHT, WIDTH } from "../src/boards/mahe/geometry";
import { CARD_HEIGHT, CARD_WIDTH, VALUES, cardBack, cardFace } from "../src/boards/maroceau/card";
import PapuaBoard from "../src/boards/papua/Board.svelte?raw";
import Carving from "../src/boards/papua/Carving.svelte";
import Figure from "../src/boards/papua/Figure.svelte";
import Ground from "../src/boards/papua/Ground.svelte";
import Numbers from "../src/boards/papua/Numbers.svelte";
import Places from "../src/boards/papua/Places.svelte";
import { layOut } from "../src/boards/papua/layout";
import SeatSymbol from "../src/parts/SeatSymbol.svelte";
import TileBack from "./TileBack.svelte";
import { svg, values } from "./svg";

type Drawings = [name: string, drawing: string][];

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

export function drawings(): Drawings {
  return [...seats(), ...mahe(), ...maamut(), ...papua(), ...maroceau()];
}

function seats(): Drawings {
  return upTo(8).map((seat) => [
    `seat-${seat}`,
    svg("-14 -14 28 28", {}, `<circle r="13" fill="var(--seat-${seat})" stroke="#3d2a10"/>`, [SeatSymbol, { seat, size: 15 }]),
  ]);
}

function mahe(): Drawings {
  const own = { ...values(MaheBoard), type: "22px" };
  const empty = { scene: { left: 0, face_up: 0 }, where: new Map(), duration: 0 };
  const card = `${-CARD.width / 2} ${-CARD.height / 2} ${CARD.width} ${CARD.height}`;
  const turtle = (seat: number, letter: string) => svg("-52 -54 120 68", own, [Turtle, { seat, letter }]);
  return [
    ["mahe-board", svg(`0 0 ${WIDTH} ${HEIGHT - 8}`, own, [Lagoon, { eggs: 7 }], [MaheCards, empty])],
    ["mahe-back", svg(card, own, [Clutch, { eggs: 0 }])],
    ...upTo(6).map((eggs) => [`mahe-${eggs}`, svg(card, own, [Clutch, { eggs }])] as Drawings[0]),
    ...upTo(7).flatMap((seat) =>
      ["", "a", "b"].map((letter) => [`mahe-turtle-${seat}${letter}`, turtle(seat, letter)] as Drawings[0]),
    ),
  ];
}

function maamut(): Drawings {
  const own = values(MaamutBoard);
  const half = (R * Math.sqrt(3)) / 2;
  const box = `${-half} ${-R} ${2 * half} ${2 * R}`;
  const under = `<path d="${hexagon(R)}" fill="#3b2613"/>`; // where one cuts it is the colour of the edge
  const tile = (ground: string, seed: number) => svg(box, own, under, [Tile, { ground, seed, duration: 0 }]);
  const kinds = { rock: 7, grass: 18, snow: 11, cross: 1 };
  return [
    ...Object.entries(kinds).flatMap(([ground, count], kind) =>
      upTo(count).map((i) => [`maamut-${ground}-${i}`, tile(ground, 20 * kind + i)] as Drawings[0]),
    ),
    ["maamut-tile", svg(box, own, [TileBack])],
    ...[0, 1, 2, 3].map((value) => [`maamut-card-${value || "back"}`, svg("0 0 70 100", own, [MaamutCard, { value }])] as Drawings[0]),
    ["maamut-mammoth", svg("-106 -70 184 130", own, [Mammoth])],
    ...upTo(4).flatMap((seat): Drawings => [
      [`maamut-hunter-${seat}`, svg("-44 -80 96 130", own, [Hunter, { seat }])],
      [`maamut-trap-${seat}`, svg("-52 -52 104 104", own, [Trap, { seat }])],
    ]),
  ];
}

const SHAPE = 1.35; // two sheets side by side

/** A board of each length; its spaces are of kinds `kind-1`, `kind-2`…, which a board file fills in. */
function papua(): Drawings {
  const own = values(PapuaBoard);
  const boards = upTo(61).slice(20).map((canoe) => {
    const layout = layOut(canoe, SHAPE);
    const spaces = upTo(canoe - 1).map((number) => ({ number, kind: `kind-${number}` }));
    const box = `0 0 ${layout.width} ${layout.height}`;
    return [
      `papua-board-${canoe}`,
      svg(box, own, [Ground, { layout }], [Places, { layout, spaces }], [Numbers, { layout, spaces, letters: 23 }]),
    ] as Drawings[0];
  });
  return [
    ...boards,
    ...upTo(6).map((seat) => [`papua-islander-${seat}`, svg("-32 -78 64 92", own, [Carving], [Figure, { seat }])] as Drawings[0]),
  ];
}

function maroceau(): Drawings {
  const box = `0 0 ${CARD_WIDTH} ${CARD_HEIGHT}`;
  return [
    ["maroceau-back", svg(box, {}, cardBack())],
    ...VALUES.map((value) => [`maroceau-${value}`, svg(box, {}, cardFace(value))] as Drawings[0]),
  ];
}
