// Everything on paper, by name, from the drawings of the page.
import Hunter from "../src/games/maamut/pieces/Hunter.svelte";
import MaamutBoard from "../src/games/maamut/Board.svelte?raw";
import MaamutCard from "../src/games/maamut/pieces/Card.svelte";
import Mammoth from "../src/games/maamut/pieces/Mammoth.svelte";
import Tile from "../src/games/maamut/pieces/Tile.svelte";
import Trap from "../src/games/maamut/pieces/Trap.svelte";
import { R, hexagon } from "../src/games/maamut/geometry";
import MaheBoard from "../src/games/mahe/Board.svelte?raw";
import MaheCards from "../src/games/mahe/board/Cards.svelte";
import Clutch from "../src/games/mahe/pieces/Clutch.svelte";
import Lagoon from "../src/games/mahe/board/Lagoon.svelte";
import MaheNumbers from "../src/games/mahe/board/Numbers.svelte";
import Turtle from "../src/games/mahe/pieces/Turtle.svelte";
import { CARD, HEIGHT, WIDTH } from "../src/games/mahe/geometry";
import { CARD_HEIGHT, CARD_WIDTH, VALUES, cardBack, cardFace } from "../src/games/maroceau/cards/card";
import PapuaBoard from "../src/games/papua/Board.svelte?raw";
import Carving from "../src/games/papua/pieces/Carving.svelte";
import Figure from "../src/games/papua/pieces/Figure.svelte";
import Ground from "../src/games/papua/board/Ground.svelte";
import Numbers from "../src/games/papua/board/Numbers.svelte";
import Places from "../src/games/papua/board/Places.svelte";
import { layOut } from "../src/games/papua/layout";
import SeatSymbol from "../src/parts/SeatSymbol.svelte";
import TileBack from "./TileBack.svelte";
import { svg, values, type Part, type Values } from "./svg";

type Drawing = [name: string, drawing: string];
type Drawings = Drawing[];

const FLAT = "<style>.cast,.shadow{display:none}</style>"; // paper casts its own shadow
const BLEED = 2.5; // of a card beyond its outline, so that nobody has to cut on a hair

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

export function drawings(): Drawings {
  return [...seats(), ...mahe(), ...maamut(), ...papua(), ...maroceau()];
}

/** A card on its paper, which goes a little further than the drawing. */
function bled(x: number, y: number, width: number, height: number, paper: string, ...rest: [Values, ...Part[]]): string {
  const box = [x - BLEED, y - BLEED, width + 2 * BLEED, height + 2 * BLEED];
  const [own, ...parts] = rest;
  const [left, top, wide, high] = box;
  const ground = `<rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="${paper}"/>`;
  return svg(box.join(" "), own, ground, ...parts);
}

function seats(): Drawings {
  return upTo(8).map((seat): Drawing => [
    `seat-${seat}`,
    svg("-14 -14 28 28", {}, `<circle r="13" fill="var(--seat-${seat})" stroke="#3d2a10"/>`, [SeatSymbol, { seat, size: 15 }]),
  ]);
}

function mahe(): Drawings {
  const own = { ...values(MaheBoard), type: "22px" };
  const empty = { scene: { left: 0, face_up: 0 }, where: new Map(), duration: 0 };
  const card = (eggs: number) =>
    bled(-CARD.width / 2, -CARD.height / 2, CARD.width, CARD.height, "#fbf4e2", own, FLAT, [Clutch, { eggs }]);
  const turtle = (name: string): Drawing => [
    `mahe-turtle-${name}`,
    svg("-56 -56 126 74", own, FLAT, [Turtle, { seat: Number(name[0]), letter: name.slice(1) }]),
  ];
  return [
    ["mahe-board", svg(`0 0 ${WIDTH} ${HEIGHT}`, own, [Lagoon, { eggs: 7 }], [MaheNumbers, { where: new Map() }], [MaheCards, empty])],
    ["mahe-back", card(0)],
    ...upTo(6).map((eggs): Drawing => [`mahe-${eggs}`, card(eggs)]),
    ...upTo(7).map((seat) => turtle(`${seat}`)),
    ...upTo(3).flatMap((seat) => [turtle(`${seat}a`), turtle(`${seat}b`)]),
  ];
}

function maamut(): Drawings {
  const own = values(MaamutBoard);
  const half = (R * Math.sqrt(3)) / 2;
  const box = `${-half} ${-R} ${2 * half} ${2 * R}`;
  // Up to where one cuts, and no further; there it is the colour of the edge.
  const outline = `<clipPath id="cut"><path d="${hexagon(R)}"/></clipPath>`;
  const under = `${outline}<g clip-path="url(#cut)"><rect x="${-half}" y="${-R}" width="${2 * half}" height="${2 * R}" fill="#3b2613"/>`;
  const kinds = { rock: 7, grass: 18, snow: 11, cross: 1 };
  const card = (value: number) => bled(0, 0, 70, 100, value ? "#f6e6c4" : "#7c3f1a", own, [MaamutCard, { value }]);
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

const SHAPE = 1.35; // of two upright sheets side by side
const [SHORTEST, LONGEST] = [21, 61]; // the numbers that a canoe can have

/** A board of each length; its spaces are of the kinds kind-1, kind-2…, which a board file fills in. */
function papua(): Drawings {
  const own = values(PapuaBoard);
  const board = (canoe: number): Drawing => {
    const layout = layOut(canoe, SHAPE);
    const spaces = upTo(canoe - 1).map((number) => ({ number, kind: `kind-${number}` }));
    const numbers = { layout, spaces, letters: 23 };
    const box = `0 0 ${layout.width} ${layout.height}`;
    return [`papua-board-${canoe}`, svg(box, own, [Ground, { layout }], [Places, { layout, spaces }], [Numbers, numbers])];
  };
  return [
    ...upTo(LONGEST).slice(SHORTEST - 1).map(board),
    ...upTo(6).map((seat): Drawing => [`papua-islander-${seat}`, svg("-34 -80 68 96", own, [Carving], [Figure, { seat }])]),
  ];
}

function maroceau(): Drawings {
  const card = (face: string) => bled(0, 0, CARD_WIDTH, CARD_HEIGHT, "#fbf5e6", {}, face);
  return [
    ["maroceau-back", card(cardBack())],
    ...VALUES.map((value): Drawing => [`maroceau-${value}`, card(cardFace(value))]),
  ];
}
