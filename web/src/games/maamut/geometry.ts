// Where the tiles lie on the printed board, in the units of its drawing, and where pieces stand.
import type { MaamutScene } from "./scene";

export interface Point {
  x: number;
  y: number;
}

export interface Tile extends Point {
  name: string; // a1 to g4
  number: number; // its place in `scene.ground`
}

export interface Spot extends Point {
  scale: number;
}

export const R = 80; // from the middle of a tile to its corners
const HALF = (R * Math.sqrt(3)) / 2;
const MARGIN = 30;
const ROWS = [4, 5, 6, 7, 6, 5, 4];
export const WIDTH = Math.round(14 * HALF + 2 * MARGIN);
export const HEIGHT = 11 * R + 2 * MARGIN;

export const TILES: Tile[] = ROWS.flatMap((count, row) =>
  Array.from({ length: count }, (_, column) => ({
    name: `${"abcdefg"[row]}${column + 1}`,
    x: MARGIN + HALF * (8 - count + 2 * column),
    y: MARGIN + R * (1 + 1.5 * row),
  })),
).map((tile, number) => ({ ...tile, number }));

const BY_NAME = new Map(TILES.map((tile) => [tile.name, tile]));

export function tile(name: string): Tile {
  return BY_NAME.get(name)!;
}

/** A number between 0 and 1 that looks random, and is always the same. */
export function chance(seed: number): number {
  const wave = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return wave - Math.floor(wave);
}

/** The outline of a tile around 0,0; `cut` by hand, so that no two are quite alike. */
export function hexagon(radius: number, cut = 0, seed = 0): string {
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2;
    const [x, y] = [0, 1].map((axis) => cut * (chance(12 * seed + 2 * corner + axis) - 0.5));
    return `${(radius * Math.cos(angle) + x!).toFixed(1)} ${(radius * Math.sin(angle) + y!).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}

/** A line through the middles of tiles, beginning a little after the first and ending before the last. */
export function line(names: string[], late = 0, short = 0): string {
  const points: Point[] = names.map(tile);
  const [first, last] = [points[0]!, points.at(-1)!];
  points[0] = towards(first, points[1] ?? first, late);
  points[points.length - 1] = towards(last, names.length > 1 ? tile(names.at(-2)!) : last, short);
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

/** The point so far from one on the way to another. */
export function towards(from: Point, to: Point, far: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + (far * (to.x - from.x)) / length, y: from.y + (far * (to.y - from.y)) / length };
}

const TOGETHER: Spot[][] = [
  [],
  [{ x: 0, y: -4, scale: 1 }],
  [{ x: -31, y: -4, scale: 0.9 }, { x: 31, y: -4, scale: 0.9 }],
  [{ x: -36, y: -22, scale: 0.78 }, { x: 36, y: -22, scale: 0.78 }, { x: 0, y: 12, scale: 0.78 }],
  [-1, 1].flatMap((down) => [-34, 34].map((x) => ({ x, y: -8 + 22 * down, scale: 0.7 }))),
];
const AT_ITS_FEET: Spot[] = [50, 6, -38].map((x) => ({ x, y: x === 6 ? 24 : 16, scale: 0.86 }));

/** Where each hunter on the board stands, by seat; those who share a tile stand side by side.
 *
 * The mammoth's tile is narrow: whom it meets stands before it, who drives it stands behind.
 */
export function spots(scene: MaamutScene, right: boolean): Map<number, Spot> {
  const found = new Map<number, Spot>();
  for (const place of new Set(scene.hunters.map((one) => one.tile))) {
    if (place === null) continue;
    const there = scene.hunters.filter((one) => one.tile === place);
    const met = place === scene.mammoth;
    const arranged = met ? AT_ITS_FEET : TOGETHER[there.length]!;
    there.forEach((one, index) => {
      const { x, y, scale } = arranged[index % arranged.length]!;
      const side = met && right === (one.seat === scene.flight?.driver) ? -1 : 1;
      found.set(one.seat, { x: tile(place).x + side * x, y: tile(place).y + y, scale });
    });
  }
  return found;
}
