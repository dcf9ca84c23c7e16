// Maroc'eau: the places of a grid by name, and its columns.
import { upTo } from "../../lib/engine/telling";
import { COLUMNS, ROWS } from "./record";

/** a1 a2 a3 b1 … d3 */
export const GRID = upTo(COLUMNS).flatMap((column) => upTo(ROWS).map((row) => `${"abcd"[column]}${row + 1}`));

/** The first place of a column. */
export function columnAt(place: number): number {
  return place - (place % ROWS);
}

/** The places of a column. */
export function columnOf(place: number): number[] {
  return upTo(ROWS).map((row) => columnAt(place) + row);
}
