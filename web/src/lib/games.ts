// The four games as the page knows them: in which order they stand, and where their boards are.
import type { Board } from "../boards/contract";
import type { Settings } from "./wire";
import { catalogueFor } from "./words.svelte";

export type GameName = Settings["game"];
export const GAMES: readonly GameName[] = ["mahe", "maamut", "papua", "maroceau"];

/** How many sit down unless one says otherwise. */
export const USUAL_SEATS: Record<GameName, number> = { mahe: 4, maamut: 4, papua: 4, maroceau: 3 };

/** Games in which a seat sees what the others must not see: around one screen it is passed on. */
export const SECRETIVE: ReadonlySet<string> = new Set(["maamut", "maroceau"]);

const BOARDS = import.meta.glob<Board>("../boards/*/index.ts", { import: "board" });

/** The board of a game with its words; only then is it loaded. */
export async function boardOf(game: string): Promise<Board> {
  const [board] = await Promise.all([BOARDS[`../boards/${game}/index.ts`]!(), catalogueFor([game])]);
  return board;
}
