// Where things lie on the board, in the units of its viewBox. The ring is a circle seen a little
// from the side; spaces are numbered 0 (the raft) to 21 (the beach), counter-clockwise.
import type { MaheTurtle } from "./scene";

export interface Point {
  x: number;
  y: number;
}

/** Where in a falling stack a turtle was: how many were above her, and below. */
export interface Fall {
  above: number;
  below: number;
}

export const WIDTH = 720;
export const HEIGHT = 784;
export const RAFT = 0;
export const BEACH = 21;

export const CENTRE: Point = { x: 358, y: 400 };
const RING = { x: 298, y: 224 };
export const CLEARING = { x: 358, y: 388, rx: 150, ry: 98 };
export const RAFT_PLACE: Point = { x: 586, y: 706 };
export const CARD_PLACE: Point = { x: 74, y: 706 };
export const PILE_PLACE: Point = { x: 184, y: 710 };
export const CARD = { width: 84, height: 114 };

const BEACH_ANGLE = -68; // degrees; the raft lies beside it, in the corner
const BEACH_ROOM = 1.7; // of the room of a stone
const STONE_ROOM = 360 / (20 + BEACH_ROOM);
// Stones do not lie in rank and file.
const WOBBLE = [0, 4, -5, 3, 6, -4, 2, -6, 5, -3, 4, -5, 6, -2, -5, 4, 3, -6, 4, -3, 5];

export const STEP = 29; // from the feet of a turtle to those of her rider
const TALLEST = 160; // higher than that a stack is pushed together
const HEADROOM = 56; // for the topmost, below the edge of the board

function angle(space: number): number {
  const beyond = space === BEACH ? 0 : (1 + BEACH_ROOM) / 2 + space - 1;
  return ((BEACH_ANGLE + beyond * STONE_ROOM) * Math.PI) / 180;
}

/** So far out from the middle of the island, in the direction of a space. */
function along(space: number, out: number): Point {
  const t = angle(space);
  return { x: CENTRE.x + (RING.x + out) * Math.cos(t), y: CENTRE.y - (RING.y + out) * Math.sin(t) };
}

/** The middle of a stone, of the beach, or of the raft. */
export function place(space: number): Point {
  if (space === RAFT) return RAFT_PLACE;
  return along(space, space === BEACH ? 4 : WOBBLE[space]!);
}

/** Between a stone and the island, where signs of what could happen are put. */
export function inward(space: number): Point {
  return along(space, -57);
}

/** From the feet of a turtle to those of her rider, in a stack of `size` on a space. */
export function stepOf(space: number, size: number): number {
  const room = Math.min(TALLEST, place(space).y - HEADROOM);
  return size > 1 ? Math.min(STEP, room / (size - 1)) : STEP;
}

/** Where a turtle of a stack of `size` has her feet. */
export function feet(space: number, height: number, size: number): Point {
  const { x, y } = place(space);
  return { x, y: y - height * stepOf(space, size) };
}

/** The berth of each turtle on the raft, from 0: two of one seat lie apart, so that a finger can tell them. */
function berths(turtles: MaheTurtle[]): Map<number, number> {
  const inRow = [...turtles].sort((one, other) => one.number - other.number || one.seat - other.seat);
  return new Map(inRow.map(({ id }, berth) => [id, berth]));
}

/** Turtles on the raft stand side by side: four behind, the others before them, from the right. */
function berthPlace(berth: number, crew: number): Point {
  const behind = crew > 4 ? 4 : crew;
  const front = berth >= behind;
  const row = front ? crew - behind : behind;
  const index = front ? crew - 1 - berth : berth;
  return {
    x: RAFT_PLACE.x + (index - (row - 1) / 2) * 57,
    y: RAFT_PLACE.y + (front ? 38 : crew > 4 ? -4 : 16),
  };
}

/** Where a turtle has her feet, and how much of her shell a rider leaves free (0: no rider). */
export interface Footing extends Point {
  free: number;
}

/** Where all turtles stand, by id. */
export function footings(turtles: MaheTurtle[]): Map<number, Footing> {
  const sizes = new Map<number, number>();
  const berth = berths(turtles);
  for (const { space } of turtles) sizes.set(space, (sizes.get(space) ?? 0) + 1);
  return new Map(
    turtles.map(({ id, space, height }) => {
      if (space === RAFT) return [id, { ...berthPlace(berth.get(id)!, turtles.length), free: 0 }];
      const size = sizes.get(space)!;
      return [id, { ...feet(space, height, size), free: height + 1 < size ? stepOf(space, size) : 0 }];
    }),
  );
}

/** The middle of the place of a die in the clearing, from 0. */
export function slot(index: number): number {
  return CLEARING.x + (index - 1) * 72;
}

/** Where the word that says what a space does stands: on the island, over no stone. */
export function wordPlace(space: number): Point {
  return along(space, -WORD_INWARD);
}

const WORD_INWARD = 82; // from the middle of a stone
const NUMBER_BELOW = 17; // from the middle of a stone to its number
const NUMBER_BESIDE = 48; // to the number of a stone that is hidden by a stack on another

/** Where the number of a space stands: on its stone, or beside it if a turtle elsewhere is in the way. */
export function numberPlace(space: number, where: Map<number, Footing>): Point {
  const { x, y } = place(space);
  const usual = { x, y: y + NUMBER_BELOW };
  const free = [usual, along(space, -NUMBER_BESIDE), along(space, NUMBER_BESIDE)].find((at) => !hidden(at, where));
  return free ?? usual;
}

/** Whether a number there would lie on the shell of a turtle. */
function hidden(at: Point, where: Map<number, Footing>): boolean {
  return [...where.values()].some((turtle) => {
    const above = turtle.y - at.y;
    return Math.abs(turtle.x - at.x) < 42 && above > -8 && above < 62;
  });
}

/** Which way a turtle looks: along the ring, or at the dice. */
export function facesLeft(space: number, at: Point, watches: boolean): boolean {
  if (watches) return at.x > CENTRE.x;
  return space === RAFT || at.y < CENTRE.y;
}

/** A line from where a turtle stands, from space to space. */
export function trail(start: Point, path: number[]): string {
  const points = [start, ...path.map(place)];
  // Over the upper half of the stones: their numbers stay readable.
  return points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${(y - 9).toFixed(1)}`).join("");
}
