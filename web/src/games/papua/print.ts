// What is printed of this game, by name.
import { svg, upTo, values, type Drawing, type Drawings } from "../../../print/svg";
import Board from "./Board.svelte?raw";
import Ground from "./board/Ground.svelte";
import Numbers from "./board/Numbers.svelte";
import Places from "./board/Places.svelte";
import { layOut } from "./layout";
import Carving from "./pieces/Carving.svelte";
import Figure from "./pieces/Figure.svelte";

const SHAPE = 1.35; // of two upright sheets side by side
const [SHORTEST, LONGEST] = [21, 61]; // the numbers that a canoe can have

/** A board of each length; its spaces are of the kinds kind-1, kind-2…, which a board file fills in. */
export function drawings(): Drawings {
  const own = values(Board);
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
