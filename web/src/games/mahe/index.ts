import type { Board } from "../contract";
import Table from "./Board.svelte";
import Nest from "./pieces/Nest.svelte";
import Notes from "./board/Notes.svelte";
import { HEIGHT, WIDTH } from "./geometry";
import { facts } from "./facts";

export const board: Board = {
  component: Table,
  facts,
  accent: "#14656d",
  width: `100cqh * ${WIDTH} / ${HEIGHT}`,
  seat: Nest,
  notes: Notes,
};
