// Maroc'eau on the page.
import type { Board } from "../contract";
import BoardView from "./Board.svelte";
import { facts } from "./facts";

export const board: Board = {
  component: BoardView,
  facts,
  accent: "light-dark(#31459c, #aab9ff)",
  seated: true,
};
