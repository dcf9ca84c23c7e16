// The games of the page: their order, and where their boards are.
import type { Board, GamePage } from "../games/contract";
import { catalogueFor, NoWords } from "./words.svelte";

const PAGES = import.meta.glob<GamePage>("../games/*/game.ts", { eager: true, import: "game" });
const BOARDS = import.meta.glob<Board>("../games/*/index.ts", { import: "board" });
/** A game without a folder in the page. */
const PLAIN: GamePage = {
  rank: 100,
  plain: true,
  usualSeats: 2,
  moves: {},
  guided: { seats: ["me", "gentle"], options: {} },
};

/** What the page knows of a game. */
export function pageOf(game: string): GamePage {
  return PAGES[`../games/${game}/game.ts`] ?? PLAIN;
}

/** The games with folders in the page, in order. */
export const GAMES: readonly string[] = Object.keys(PAGES)
  .map((path) => path.split("/").at(-2)!)
  .sort((one, other) => pageOf(one).rank - pageOf(other).rank);

/** Whether the game exists, here or on the server; its messages are loaded then. */
export async function isGame(name: string): Promise<boolean> {
  if (GAMES.includes(name)) return true;
  try {
    await catalogueFor([name]);
    return true;
  } catch (problem) {
    if (problem instanceof NoWords) return false;
    throw problem;
  }
}

/** Load the board of a game with its messages, on first use. */
export async function boardOf(game: string): Promise<Board> {
  const load = BOARDS[`../games/${game}/index.ts`] ?? BOARDS["../games/plain/index.ts"]!;
  const [board] = await Promise.all([load(), catalogueFor([game])]);
  return board;
}
