// The notes of the games.
import type { Note } from "./note";

const FILES = import.meta.glob<Note<any>[]>("../../../games/*/notes.ts", { eager: true, import: "notes" });

/** By the name of the game; one without notes has none. */
export function notesOf(game: string): Note<any>[] {
  return FILES[`../../../games/${game}/notes.ts`] ?? [];
}
