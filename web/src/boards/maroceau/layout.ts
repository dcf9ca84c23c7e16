// Where everything lies, in pixels of the page: one's own garden large, the piles above it, the
// gardens of the others beside it on a wide table and below it on a narrow one. At the end all of
// them are seen at once, as far as they can.
import { CARD_HEIGHT, CARD_WIDTH } from "./card";

export const RATIO = CARD_HEIGHT / CARD_WIDTH;
export const SMALL = 46; // a card narrower than this shows its number and band only

/** Where a card lies: its upper left corner and its width. */
export interface Spot {
  x: number;
  y: number;
  w: number;
}

/** A garden: a bed with a head and twelve places, a1 a2 a3 b1 … d3. */
export interface Bed {
  seat: number;
  x: number;
  y: number;
  w: number;
  h: number;
  head: number;
  places: Spot[];
}

export interface Layout {
  width: number;
  height: number;
  wide: boolean;
  edge: number; // the tiles round the mat
  draw: Spot;
  discard: Spot;
  hand: Spot; // the same as `discard` where nobody takes a card any more
  info: { x: number; y: number; w: number; h: number };
  beds: Bed[];
}

const NARROW_EDGE = 8;
const edgeOf = (width: number) => (width < 420 ? NARROW_EDGE : 16);
/** Under a pile stand its name and its number, one below the other if it is narrow. */
export const twoLines = (pile: number) => pile < 76;
const labelOf = (pile: number) => (twoLines(pile) ? 40 : 24);
export const BRIEF = 72; // words no higher than this are kept short
const LABELLED = 54; // piles are so far from each other that their names do not meet
const pileHeight = (pile: number) => pile * RATIO + labelOf(pile);
const wideFrom = (seats: number) => (seats > 4 ? 820 : 700);
const LEAST = 21; // a card narrower than this cannot be read
const PLACES = 12;
const ROWS = 3;
const COLUMNS = 4;

/** The room between the cards of a garden, and round them. */
const gapOf = (card: number) => Math.max(3, Math.round(card * 0.07));
const rimOf = (card: number) => Math.max(6, Math.round(card * 0.1));
const headOf = (card: number) => (card < SMALL ? 42 : 46);
const bedWidth = (card: number) => COLUMNS * card + 3 * gapOf(card) + 2 * rimOf(card);
const bedHeight = (card: number) => headOf(card) + ROWS * card * RATIO + 2 * gapOf(card) + rimOf(card);

/** The widest card with which a garden fits; 0 if none does. */
function cardFor(width: number, height: number, most: number): number {
  let card = Math.floor(Math.min(most, width / COLUMNS));
  while (card > LEAST && (bedWidth(card) > width || bedHeight(card) > height)) card -= 1;
  return bedWidth(card) > width || bedHeight(card) > height ? 0 : card;
}

function bedAt(seat: number, x: number, y: number, card: number): Bed {
  const places = Array.from({ length: PLACES }, (_, i) => ({
    x: x + rimOf(card) + Math.floor(i / ROWS) * (card + gapOf(card)),
    y: y + headOf(card) + (i % ROWS) * (card * RATIO + gapOf(card)),
    w: card,
  }));
  return { seat, x, y, w: bedWidth(card), h: bedHeight(card), head: headOf(card), places };
}

/** Gardens side by side in as many columns as make them largest. */
function bedsIn(seats: number[], x: number, y: number, width: number, height: number, most: number): Bed[] {
  const gap = width < 500 ? 8 : 14;
  let best = { card: 0, abreast: 1 };
  for (let abreast = 1; abreast <= seats.length; abreast++) {
    const down = Math.ceil(seats.length / abreast);
    const card = cardFor((width - (abreast - 1) * gap) / abreast, (height - (down - 1) * gap) / down, most);
    if (card > best.card) best = { card, abreast };
  }
  const { card, abreast } = best;
  const [w, h] = [bedWidth(card), bedHeight(card)];
  const down = Math.ceil(seats.length / abreast);
  const spare = Math.min(40, (height - down * h - (down - 1) * gap) / (down + 1));
  const top = Number.isFinite(height) ? y + (height - down * h - (down - 1) * (gap + spare)) / 2 : y;
  return seats.map((seat, i) => {
    const row = Math.floor(i / abreast);
    const inRow = Math.min(abreast, seats.length - row * abreast);
    const left = x + (width - inRow * w - (inRow - 1) * gap) / 2;
    const step = h + gap + (Number.isFinite(height) ? spare : 0);
    return bedAt(seat, left + (i % abreast) * (w + gap), top + row * step, card);
  });
}

/** The piles in a row, and what is left of the row for words. */
function pilesAt(x: number, y: number, width: number, wanted: number) {
  const card = Math.min(wanted, (width - 100) / 3.7);
  const gap = Math.max(12, card * 0.22, LABELLED - card);
  const at = (i: number) => ({ x: x + 2 + i * (card + gap), y: y + 6, w: card });
  const left = x + 3 * (card + gap);
  return {
    draw: at(0),
    discard: at(1),
    hand: at(2),
    info: { x: left, y, w: x + width - left, h: pileHeight(card) },
  };
}

/** The seats in the order of play, beginning with mine. */
function around(count: number, me: number | null): number[] {
  return Array.from({ length: count }, (_, i) => ((i + (me ?? 1) - 1) % count) + 1);
}

/** The whole table for a width, and a height that it should not exceed if it can. */
export function layOut(width: number, height: number, count: number, me: number | null, over: boolean): Layout {
  const seats = around(count, me);
  const roomy = width >= wideFrom(count) ? wide(width, height, seats, me !== null) : null;
  if (roomy && !(over && roomy.height > height)) return roomy;
  const found = (over && atTheEnd(width, height, seats)) || roomy;
  if (found) return found;
  return me !== null && width > height ? sideways(width, height, seats) : narrow(width, height, seats, me !== null);
}

function wide(width: number, wanted: number, seats: number[], mine: boolean): Layout {
  const pad = edgeOf(width) + 14;
  const height = Math.max(seats.length > 4 ? 400 : 320, Math.min(wanted, width * 0.95));
  const inner = height - 2 * pad;
  if (!mine) {
    const card = Math.min(76, inner * 0.12);
    const top = pileHeight(card) + 22;
    const row = Math.min(width - 2 * pad, 3 * card * 1.3 + 240);
    const piles = pilesAt((width - row) / 2, pad, row, card);
    const beds = bedsIn(seats, pad, pad + top, width - 2 * pad, inner - top, 110);
    return { width, height, wide: true, edge: edgeOf(width), ...piles, beds };
  }
  const above = arranged(width, height, seats, pad, true);
  const beside = arranged(width, height, seats, pad, false);
  return worth(above) > worth(beside) ? above : beside;
}

/** How well one sees: one's own cards, and those of the others even more, as they are small. */
function worth({ beds }: Layout): number {
  return beds[0]!.places[0]!.w + 2.2 * (beds[1]?.places[0]!.w ?? 0);
}

/** One's own garden on the left, the others on the right; the piles above one's own, or the others. */
function arranged(width: number, height: number, seats: number[], pad: number, above: boolean): Layout {
  const inner = height - 2 * pad;
  const row = (card: number) => pileHeight(Math.min(108, card * 0.82)) + 16;
  let card = Math.floor(Math.min(140, (width * 0.48) / 4.6)); // larger does not read better
  while (bedHeight(card) + (above ? row(card) : 0) > inner) card -= 1;
  const pile = Math.min(108, card * 0.82);
  const left = bedWidth(card);
  const x = pad + left + 22;
  const right = width - pad - x;
  const slack = (inner - bedHeight(card) - (above ? row(card) : 0)) / 2;
  const piles = above ? pilesAt(pad, pad + slack, left, pile) : pilesAt(x, pad + slack, right, pile);
  const own = bedAt(seats[0]!, pad, pad + slack + (above ? row(card) : 0), card);
  const top = above ? 0 : row(card) + slack;
  const others = bedsIn(seats.slice(1), x, pad + top, right, inner - top - (above ? 0 : slack), Math.floor(card * 0.94));
  return { width, height, wide: true, edge: edgeOf(width), ...piles, beds: [own, ...others] };
}

/** A phone held sideways: one's own garden, the piles beside it in a column, the others below. */
function sideways(width: number, height: number, seats: number[]): Layout {
  const pad = edgeOf(width) + 6;
  const inner = width - 2 * pad;
  const pile = Math.min(60, ((height - 2 * pad) / 3 - 44) / RATIO);
  const card = cardFor(inner - pile - 30, height - 2 * pad, 120) || LEAST;
  const own = bedAt(seats[0]!, pad, pad, card);
  const right = (pad + own.w + width - pad - pile) / 2;
  const at = (i: number) => ({ x: right, y: pad + (i * own.h) / 3, w: pile });
  const info = { x: pad + 4, y: pad + own.h + 12, w: inner - 8, h: 72 };
  const y = info.y + info.h + 12;
  const { beds, room } = below(seats.slice(1), pad, y, inner, card * 0.8);
  const piles = { draw: at(0), discard: at(1), hand: at(2), info };
  return { width, height: y + room + pad, wide: false, edge: edgeOf(width), ...piles, beds: [own, ...beds] };
}

/** The gardens of others one below the other, two or three abreast, and how high that is. */
function below(seats: number[], x: number, y: number, width: number, most: number): { beds: Bed[]; room: number } {
  const abreast = seats.length <= 1 ? 1 : seats.length <= 4 || width < 330 ? 2 : 3;
  const each = cardFor((width - (abreast - 1) * 8) / abreast, Infinity, most);
  const rows = Math.ceil(seats.length / abreast);
  const room = rows * bedHeight(each) + (rows - 1) * 8;
  return { beds: bedsIn(seats, x, y, width, room, each), room };
}

function narrow(width: number, wanted: number, seats: number[], mine: boolean): Layout {
  const pad = edgeOf(width) + (width < 420 ? 6 : 10);
  const inner = width - 2 * pad;
  const pileOf = (card: number) => Math.min(88, card * 0.84);
  const needed = (card: number) => 2 * pad + 18 + pileHeight(pileOf(card)) + bedHeight(card);
  let card = cardFor(inner, Infinity, 120);
  while (mine && card > SMALL && needed(card) > wanted) card -= 1; // one's own cards are seen without scrolling
  const pile = pileOf(card);
  let y = pad + 4;
  const piles = pilesAt(pad, y, inner, pile);
  y += pileHeight(pile) + 14;
  const beds: Bed[] = [];
  if (mine) {
    const bed = bedAt(seats[0]!, pad + (inner - bedWidth(card)) / 2, y, card);
    beds.push(bed);
    y += bed.h + 12;
  }
  const others = below(mine ? seats.slice(1) : seats, pad, y, inner, mine ? card * 0.8 : card);
  beds.push(...others.beds);
  return { width, height: y + others.room + pad, wide: false, edge: edgeOf(width), ...piles, beds };
}

const PILE = 32;
const ASIDE = 80; // the width of words and piles where the gardens are beside them

/** A small table when all is over: every garden alike, none out of sight; null if that cannot be. */
function atTheEnd(width: number, height: number, seats: number[]): Layout | null {
  const pad = NARROW_EDGE + 6;
  const [w, h] = [width - 2 * pad, height - 2 * pad];
  const top = pileHeight(PILE) + 20;
  const [corner, ...rest] = bedsIn([0, ...seats], pad, pad, w, h, 110);
  const ways = [
    { ...pilesAt(pad, pad + 4, w, PILE), beds: bedsIn(seats, pad, pad + top, w, h - top, 110) },
    { ...pilesUnder(pad, pad, ASIDE), beds: bedsIn(seats, pad + ASIDE + 8, pad, w - ASIDE - 8, h, 110) },
    { ...pilesUnder(corner!.x, corner!.y, corner!.w), beds: rest },
  ];
  const cardOf = ({ beds }: { beds: Bed[] }) => beds[0]!.places[0]!.w;
  const best = ways.reduce((one, other) => (cardOf(other) > cardOf(one) ? other : one));
  return cardOf(best) ? { width, height, wide: false, edge: NARROW_EDGE, ...best } : null;
}

/** Few words, and two piles under them: side by side, or one below the other. */
function pilesUnder(x: number, y: number, w: number) {
  const info = { x: x + 4, y, w: w - 4, h: BRIEF };
  const beside = w > LABELLED + PILE + 12;
  const from = x + (w - (beside ? LABELLED : 0) - PILE) / 2;
  const at = (i: number) => ({
    x: from + (beside ? i * LABELLED : 0),
    y: y + BRIEF + (beside ? 0 : i * (pileHeight(PILE) + 6)),
    w: PILE,
  });
  const discard = at(1);
  return { draw: at(0), discard, hand: discard, info };
}

/** Where the card of a spot lies: `draw`, `discard`, `hand`, `leaving`, or seat and place. */
export function spotOf(layout: Layout, spot: string): Spot {
  if (spot === "draw" || spot === "discard" || spot === "hand") return layout[spot];
  const { x, y, w } = layout.discard;
  if (spot === "leaving") return { x: x + w * 0.1, y: y - w * 0.12, w };
  const [, seat, place] = /^(\d+)(.+)$/.exec(spot) ?? [];
  const bed = layout.beds.find((one) => one.seat === Number(seat));
  return bed?.places[placeIndex(place ?? "")] ?? layout.discard;
}

/** The number of a place in its garden: a1 is 0, d3 is 11. */
export function placeIndex(name: string): number {
  return "abcd".indexOf(name.charAt(0)) * ROWS + Number(name.charAt(1)) - 1;
}
