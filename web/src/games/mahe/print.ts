// What is printed of this game, by name.
import { FLAT, bled, svg, upTo, values, type Drawing, type Drawings } from "../../../print/svg";
import Board from "./Board.svelte?raw";
import Cards from "./board/Cards.svelte";
import Lagoon from "./board/Lagoon.svelte";
import Numbers from "./board/Numbers.svelte";
import { CARD, HEIGHT, WIDTH } from "./geometry";
import Clutch from "./pieces/Clutch.svelte";
import Turtle from "./pieces/Turtle.svelte";

export function drawings(): Drawings {
  const own = { ...values(Board), type: "22px" };
  const empty = { scene: { left: 0, face_up: 0 }, where: new Map(), duration: 0 };
  const card = (eggs: number) =>
    bled(-CARD.width / 2, -CARD.height / 2, CARD.width, CARD.height, "#fbf4e2", own, FLAT, [Clutch, { eggs }]);
  const turtle = (name: string): Drawing => [
    `mahe-turtle-${name}`,
    svg("-56 -56 126 74", own, FLAT, [Turtle, { seat: Number(name[0]), letter: name.slice(1) }]),
  ];
  return [
    ["mahe-board", svg(`0 0 ${WIDTH} ${HEIGHT}`, own, [Lagoon, { eggs: 7 }], [Numbers, { where: new Map() }], [Cards, empty])],
    ["mahe-back", card(0)],
    ...upTo(6).map((eggs): Drawing => [`mahe-${eggs}`, card(eggs)]),
    ...upTo(7).map((seat) => turtle(`${seat}`)),
    ...upTo(3).flatMap((seat) => [turtle(`${seat}a`), turtle(`${seat}b`)]),
  ];
}
