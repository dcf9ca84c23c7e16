// The contract between the frame of a table and the board of a game.
//
// A board draws a scene and offers the moves it was given, each at its place: `data-touch="MOVE"` and
// the other attributes of lib/table/touch.svelte.ts. The frame does the rest; the board knows no rule. Pieces are keyed by who
// they are, so that when the next scene comes they move from where they were to where they are: the
// frame plays a chain of events by handing over scene after scene, with time for each.
//
// A board fits into the box it is given, of any shape: the box is a size container, and all
// that a move needs lies in it.
import type { Component, Snippet } from "svelte";
import type { Sound } from "../lib/sound/sound";
import type { MoveSeen, Settings } from "../lib/wire";

/** How a seat looks everywhere: colour and symbol, never one alone. */
export interface SeatLook {
  seat: number; // from 1
  name: string;
  colour: string; // CSS custom property reference, such as var(--seat-1)
  ink: string; // what is written on it, such as var(--seat-1-ink)
  symbol: string; // the id of the <symbol> of the seat: see parts/SeatSymbol.svelte
  mine: boolean;
}

/** A piece that is being dragged: its name, the moves it could make, and where in the window it is. */
export interface Drag {
  piece: string;
  moves: readonly string[];
  x: number;
  y: number;
}

export interface BoardProps<Scene, Preview> {
  scene: Scene;
  seats: SeatLook[];
  /** The seat whose view the scene shows; null for a spectator. */
  me: number | null;
  /** The legal moves, if it is my turn and nothing is being played; else []. */
  moves: MoveSeen[];
  /** What each move would do, by its text; they come a moment after the moves. */
  previews: Record<string, Preview>;
  /** The previewed move (hovered, focused, touched once). */
  picked: string | null;
  /** What the table says of a seat (clock, away, left), for a board that shows the seats itself. */
  remarks?: Snippet<[number]>;
  /** The moves of the highlighted place, where there may be several. */
  near?: readonly string[];
  /** A piece that is being dragged. */
  drag?: Drag | null;
  /** The match is over, perhaps before the end of the game itself: no move is due. */
  over?: boolean;
  /** What happens at this moment of the playback: one word, else "". */
  beat: string;
  /** Milliseconds for a movement; 0 when motion is off. */
  duration: number;
}

/** The scene as text, for screen readers: headings and facts, and nothing that the drawing lacks. */
export interface Fact {
  heading: string;
  items: string[];
}

export interface Board {
  component: Component<BoardProps<any, any>>;
  /** The scene as lists, in the language of the page; `names` are those of the seats, from 1. */
  facts: (scene: any, names: string[], over?: boolean) => Fact[];
  /** The colours of the game: one accent, and the ground of the board. */
  accent: string;
  /** How wide the board is where it takes the height `100cqh`, in CSS; none: as wide as there is room. */
  width?: string;
  /** The content of a seat's card: what it has won or holds, if not visible on the board. */
  seat?: Component<{ scene: any; seat: number }>;
  /** Further facts about the scene that are not drawn, where there is room. */
  notes?: Component<{ scene: any }>;
  /** The board itself shows the players, as each seat has a place of its own on it. */
  seated?: boolean;
}

/** A kind of move, by its verb. */
export interface MovePage {
  /** Its name needs no detail. */
  saysAll?: boolean;
  /** There are many at once: their buttons have short names. */
  brief?: boolean;
  /** Its sound; default: wood. */
  sound?: Sound;
  /** The message with its name, where that is not `web.move_GAME_VERB`. */
  named?: (json: Record<string, unknown>) => string | null;
}

/** What every page knows of a game, its board being loaded only at the table: `game.ts`. */
export interface GamePage {
  /** Its position among the games. */
  rank: number;
  /** The default number of seats. */
  usualSeats: number;
  /** It has no folder of its own: its board is text, and its moves are listed. */
  plain?: boolean;
  /** Seats have hidden information: around one screen the device is passed on. */
  secretive?: boolean;
  /** Points are counted, and shown with a result. */
  counted?: boolean;
  /** A first table, small and short: enough to see every rule once. */
  guided: Pick<Settings, "seats" | "options">;
  moves: Record<string, MovePage>;
  /** What a button says shorter than the log, as its name has said the rest. */
  shorter?: Record<string, string>;
}
