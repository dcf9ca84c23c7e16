// Where everything lies: a path of any length folded into rows, landscape or portrait.
//
// Units are those of the drawing: from one space to the next it is 100.

export interface Point {
  x: number;
  y: number;
}

export interface Plant extends Point {
  kind: "palm" | "fern" | "flower" | "rock";
  size: number;
  turn: number; // degrees
}

export interface Layout {
  width: number;
  height: number;
  /** The pot is number 0, then come the spaces, and the canoe is the last. */
  places: Point[];
  /** Where the number of each stands, seen from its middle. */
  numbers: Point[];
  trail: string;
  shore: string;
  sea: string;
  tray: Point;
  /** 1 where the canoe lies on the right, -1 on the left. */
  side: 1 | -1;
  plants: Plant[];
}

export const STEP = 100;
export const FRAME = 24; // the printed edge
const MARGIN = 76; // from the edge of the board to the middle of the outermost space
const POT_FROM_EDGE = 156;
const CANOE_FROM_EDGE = 118;
const POT_TO_FIRST = 178;
export const POT = { rx: 121, ry: 100 };
const LAST_TO_CANOE = 152;
const TOP = 150;
const BOTTOM = 190;
const PITCHES = { least: 164, most: 260 };
const SHAPES = { least: 0.55, most: 2.4 }; // more slender than that nothing is stretched
const WAVE = 9;
const HEAD = 50; // of an islander, above the middle of its space
const NUMBER_SPOTS = [0, 14, -14, 28, -28].map((x) => ({ x, y: 31 - Math.abs(x) / 9 }));

interface Fold {
  rows: number;
  pitch: number; // from row to row
  straight: number; // of a row, without its turns
  width: number;
  height: number;
  left: number; // to the middle of the outermost space
  top: number; // to the first row
}

/** The layout of a board with its canoe at this number, in exactly this shape (width to height). */
export function layOut(canoe: number, wanted: number): Layout {
  const length = POT_TO_FIRST + (canoe - 2) * STEP + LAST_TO_CANOE;
  const fold = bestFold(length, Math.min(SHAPES.most, Math.max(SHAPES.least, wanted)));
  const { width, height } = fold;
  const line = walked(fold, length);
  const at = (distance: number) => line[Math.round((distance / length) * (line.length - 1))]!;
  const places = [at(0)];
  for (let space = 1; space < canoe; space++) places.push(at(POT_TO_FIRST + (space - 1) * STEP));
  places.push(at(length));
  const side = fold.rows % 2 ? 1 : -1;
  const canoeAt = places[canoe]!;
  const tray = { x: side > 0 ? FRAME + 72 : width - FRAME - 72, y: height - FRAME - 66 };
  const water = [
    { x: canoeAt.x - side * 80, y: canoeAt.y + 80 },
    { x: canoeAt.x + side * 70, y: canoeAt.y - 60 },
  ];
  const samples: Point[] = [];
  for (let distance = 0; distance <= length; distance += 20) samples.push(at(distance));
  const shore = shoreLine(fold, canoeAt, side);
  const far = side > 0 ? width : 0;
  return {
    width,
    height,
    places,
    numbers: places.map((_, place) => numberSpot(places, place)),
    trail: "M" + samples.slice(0, -5).map(written).join("L"),
    shore,
    sea: `${shore}V${height}H${width - far}z`,
    tray,
    side,
    plants: growPlants(fold, canoe, samples, [tray, canoeAt, ...water], places[0]!),
  };
}

/** Below the islander on its space, but not where the head of another one would hide it. */
function numberSpot(places: Point[], place: number): Point {
  const here = places[place]!;
  const heads = [-2, -1, 1, 2].flatMap((by) => {
    const other = places[place + by];
    return other ? [{ x: other.x - here.x, y: other.y - here.y - HEAD }] : [];
  });
  const room = (spot: Point) => Math.min(38, ...heads.map((head) => distanceOf(head, spot)));
  return NUMBER_SPOTS.reduce((best, spot) => (room(spot) > room(best) ? spot : best));
}

/** How the path is folded so that its spaces are large in a board of that shape, which it fills. */
function bestFold(length: number, shape: number): Fold {
  let best = { rows: 2, pitch: PITCHES.least, straight: 0, width: 0, height: 0 };
  let most = 0;
  for (let rows = 2; rows <= 14; rows++) {
    for (let pitch = PITCHES.least; pitch <= PITCHES.most; pitch += 4) {
      const turns = ((rows - 1) * Math.PI * pitch) / 2;
      const ends = pitch + 2 * MARGIN - POT_FROM_EDGE - CANOE_FROM_EDGE;
      const straight = (length - turns - ends) / rows;
      if (straight < 180) continue;
      const width = Math.round(2 * MARGIN + pitch + straight);
      const height = TOP + (rows - 1) * pitch + BOTTOM;
      const filled = Math.min(width / height / shape, (shape * height) / width);
      const good = Math.min(shape / width, 1 / height) * Math.sqrt(filled);
      if (good > most) {
        most = good;
        best = { rows, pitch, straight, width, height };
      }
    }
  }
  const width = Math.max(best.width, Math.round(best.height * shape));
  const height = Math.max(best.height, Math.round(best.width / shape));
  const left = MARGIN + (width - best.width) / 2;
  return { ...best, width, height, left, top: TOP + (height - best.height) / 2 };
}

/** The wavy line as points that lie evenly on it, one for each unit of the path. */
function walked(fold: Fold, length: number): Point[] {
  const rough: Point[] = [];
  const far = [0];
  for (let distance = 0; distance <= length; distance += 5) {
    rough.push(along(fold, distance));
    const [last, now] = [rough.at(-2), rough.at(-1)!];
    if (last) far.push(far.at(-1)! + distanceOf(last, now));
  }
  const even: Point[] = [];
  let index = 0;
  for (let unit = 0; unit <= length; unit++) {
    const wanted = (unit / length) * far.at(-1)!;
    while (index + 2 < far.length && far[index + 1]! < wanted) index++;
    const share = (wanted - far[index]!) / (far[index + 1]! - far[index]!);
    const [one, other] = [rough[index]!, rough[index + 1]!];
    even.push({ x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share });
  }
  return even;
}

/** The point at a distance from the pot, on the wavy line. */
function along(fold: Fold, distance: number): Point {
  const { rows, pitch, straight } = fold;
  const left = fold.left + pitch / 2;
  const right = left + straight;
  const turn = (Math.PI * pitch) / 2;
  let rest = distance + POT_FROM_EDGE - MARGIN - pitch / 2; // from the left end of the first row
  const sway = WAVE * Math.sin(distance / 95);
  for (let row = 0; ; row++) {
    const forward = row % 2 === 0;
    const y = fold.top + row * pitch;
    if (rest <= straight || row === rows - 1) {
      const x = forward ? left + rest : right - rest;
      return { x, y: y + sway };
    }
    rest -= straight;
    if (rest <= turn) {
      const angle = (rest / turn) * Math.PI;
      const radius = pitch / 2 - sway * Math.cos(angle);
      const out = Math.sin(angle) * radius;
      return {
        x: forward ? right + out : left - out,
        y: y + pitch / 2 - Math.cos(angle) * radius,
      };
    }
    rest -= turn;
  }
}

/** The line between sand and water: low along the last row, high where the canoe lies. */
function shoreLine(fold: Fold, canoe: Point, side: 1 | -1): string {
  const { width, height, pitch } = fold;
  const far = side > 0 ? width : 0;
  const near = width - far;
  const x = (inland: number) => canoe.x - side * inland;
  const low = height - 62;
  const rise = Math.min(canoe.y - 92, canoe.y - pitch + 170);
  const third = (x(150) - near) / 3;
  return (
    `M${near} ${low + 4}C${near + third} ${low - 22} ${near + 2 * third} ${low + 26} ${x(190)} ${low - 6}` +
    `C${x(110)} ${low - 34} ${x(96)} ${canoe.y + 20} ${x(74)} ${canoe.y - 26}` +
    `S${x(0)} ${rise + 8} ${far} ${rise}`
  );
}

/** Palms and smaller things where nothing else is; the same on every board of that length. */
function growPlants(fold: Fold, seed: number, trail: Point[], free: Point[], pot: Point): Plant[] {
  const random = dice(seed * 7919 + fold.rows);
  const plants: Plant[] = [];
  const { width, height } = fold;
  for (let tries = 0; tries < 1400; tries++) {
    const spot = { x: random() * width, y: random() * (height - 116) };
    const turn = random() * 360;
    const room = Math.min(
      ...trail.map((point) => distanceOf(point, spot) - 58),
      ...free.map((point) => distanceOf(point, spot) - 125),
      distanceOf(pot, spot) - 138,
    );
    const apart = (size: number) =>
      plants.every((plant) => distanceOf(plant, spot) > (plant.size + size) * 0.78);
    const size = Math.min(room, 40 + random() * 44);
    if (tries < 700) {
      if (size > 25 && apart(size)) plants.push({ ...spot, kind: "palm", size, turn });
    } else {
      const small = Math.min(room, 12 + random() * 12);
      const kind = (["fern", "flower", "fern", "rock"] as const)[Math.floor(random() * 4)]!;
      if (small > 11 && apart(small)) plants.push({ ...spot, kind, size: small, turn });
    }
  }
  return plants.sort((one, other) => one.size - other.size);
}

/** Even numbers from 0 to 1, always the same for a seed. */
function dice(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function distanceOf(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function written(point: Point): string {
  return `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
}

/** Where the islanders of a seat stand in the pot: each seat has its own spot, four in a fan. */
export function potSpot(pot: Point, seat: number, seats: number, inside: number): Point {
  const columns = seats > 4 ? 3 : seats > 3 ? 2 : 3;
  const rows = Math.ceil(seats / columns);
  const column = (seat - 1) % columns;
  const row = Math.floor((seat - 1) / columns);
  const apart = columns === 3 ? 72 : 92;
  return {
    x: pot.x + (column - (columns - 1) / 2) * apart - 12 + inside * 8,
    y: pot.y + (rows > 1 ? row * 74 - 14 : 24) + inside * 1.5,
  };
}

/** Where a way out of the pot begins: at its rim, so that it crosses no islander inside. */
export function potEdge(pot: Point, next: Point): Point {
  const [dx, dy] = [next.x - pot.x, next.y - pot.y];
  const share = 1 / Math.hypot(dx / POT.rx, dy / POT.ry);
  return { x: pot.x + dx * share, y: pot.y + dy * share };
}

/** A line along the path from one place to another, as points. */
export function route(places: Point[], from: number, to: number): Point[] {
  const step = from < to ? 1 : -1;
  const found: Point[] = [];
  for (let place = from; place !== to; place += step) found.push(places[place]!);
  found.push(places[to]!);
  return found;
}

/** A smooth line through points. */
export function smooth(points: Point[], dy = 0): string {
  let line = `M${points[0]!.x.toFixed(1)} ${(points[0]!.y + dy).toFixed(1)}`;
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b] = [points[Math.max(0, i - 1)]!, points[i]!];
    const [c, d] = [points[i + 1]!, points[Math.min(points.length - 1, i + 2)]!];
    const one = { x: b.x + (c.x - a.x) / 6, y: b.y + (c.y - a.y) / 6 + dy };
    const two = { x: c.x - (d.x - b.x) / 6, y: c.y - (d.y - b.y) / 6 + dy };
    line += `C${written(one)} ${written(two)} ${written({ x: c.x, y: c.y + dy })}`;
  }
  return line;
}
