import type { Board } from "../contract";
import Table from "./Board.svelte";
import { facts } from "./words";

export const board: Board = { component: Table, facts, accent: "#14656d" };
