import type { Board } from "../contract";
import Papua from "./Board.svelte";
import { facts } from "./facts";

export const board: Board = { component: Papua, facts, accent: "#2f6f4a" };
