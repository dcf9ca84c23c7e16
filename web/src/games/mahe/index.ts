import type { Board } from "../contract";
import Table from "./Board.svelte";
import Nest from "./Nest.svelte";
import Notes from "./Notes.svelte";
import { HEIGHT, WIDTH } from "./geometry";
import { facts } from "./words";

export const board: Board = {
  component: Table,
  facts,
  accent: "#14656d",
  width: `100cqh * ${WIDTH} / ${HEIGHT}`,
  seat: Nest,
  notes: Notes,
};
