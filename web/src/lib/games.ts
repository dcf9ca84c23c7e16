// The games as the page knows them: in which order they stand, and where their boards are.
import type { Board, GamePage } from "../games/contract";
import { catalogueFor, NoWords } from "./words.svelte";

const PAGES = import.meta.glob<GamePage>("../games/*/game.ts", { eager: true, import: "game" });
const BOARDS = import.meta.glob<Board>("../games/*/index.ts", { import: "board" });
/** A game that the page has no folder of. */
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

/** The games that the page has folders of, in their order. */
export const GAMES: readonly string[] = Object.keys(PAGES)
  .map((path) => path.split("/").at(-2)!)
  .sort((one, other) => pageOf(one).rank - pageOf(other).rank);

/** Whether there is such a game, here or on the server; its words are there then. */
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

/** The board of a game with its words; only then is it loaded. */
export async function boardOf(game: string): Promise<Board> {
  const load = BOARDS[`../games/${game}/index.ts`] ?? BOARDS["../games/plain/index.ts"]!;
  const [board] = await Promise.all([load(), catalogueFor([game])]);
  return board;
}
