import type { Board } from "../contract";
import Table from "./Board.svelte";
import Holdings from "./board/Holdings.svelte";
import { HEIGHT, WIDTH } from "./geometry";
import { facts } from "./facts";

export const board: Board = {
  component: Table,
  facts,
  accent: "#9c4a17",
  width: `100cqh * ${WIDTH} / ${HEIGHT} + 5.5rem`, // and my cards beside it
  seat: Holdings,
};
