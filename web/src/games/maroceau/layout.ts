// Where everything lies, in pixels of the page, in exactly the room there is: one garden large, with
// the piles, and the others beside it on a wide table, above it on a narrow one. At the end, and for
// a spectator, all of them are alike.
import { CARD_HEIGHT, CARD_WIDTH } from "./cards/card";

export const RATIO = CARD_HEIGHT / CARD_WIDTH;
export const SMALL = 46; // a card narrower than this shows its number and band only
const TINY = 18; // and one narrower than this its colour alone
/** How a card of a width is drawn. */
export const kindOf = (width: number) => (width < TINY ? "tiny" : width < SMALL ? "small" : "large");

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
  ledge: number; // the rim at the left and below
  places: Spot[];
}

export interface Layout {
  width: number;
  height: number;
  edge: number; // the tiles round the mat
  draw: Spot;
  discard: Spot;
  hand: Spot; // the same as `discard` once no card is taken any more
  info: { x: number; y: number; w: number; h: number };
  beds: Bed[];
}

const NARROW_EDGE = 8;
const edgeOf = (width: number) => (width < 420 ? NARROW_EDGE : 16);
/** Under a pile stand its name and its number, one below the other if it is narrow. */
export const twoLines = (pile: number) => pile < 76 && pile > BESIDE;
const labelOf = (pile: number) => (twoLines(pile) ? 40 : 24);
export const BRIEF = 72; // words no higher than this are kept short
const LABELLED = 54; // piles are so far from each other that their names do not meet
const pileHeight = (pile: number) => pile * RATIO + labelOf(pile);
const BESIDE = 58; // piles one below the other are no wider than this
export const COLUMN = 84; // the width of such a column
const LARGE_PILE = 88; // where there is more room
const BROAD = 108;
const LEDGE = 13; // room for the letters of rows and columns
const LETTERED = 22; // a card narrower than this has no room for them
const LEAST = 8;
const LARGEST = 140; // larger cards do not read better
const LINE = 44; // the height of one line of words, with a button
const PLACES = 12;
const ROWS = 3;
const COLUMNS = 4;

/** The room between the cards of a garden, and round them. */
const gapOf = (card: number) => Math.max(3, Math.round(card * 0.07));
const rimOf = (card: number) => Math.max(6, Math.round(card * 0.1));
/** The rim at the left and below, where the names of rows and columns stand if there is room for them. */
const ledgeOf = (card: number) => (card < LETTERED ? rimOf(card) : Math.max(LEDGE, Math.round(card * 0.16)));
/** The size of those letters on a ledge; 0 where there are none. */
export const lettersOf = (card: number) => (card < LETTERED ? 0 : Math.max(12, Math.min(18, ledgeOf(card) * 0.85)));
const headOf = (card: number) => (card < TINY ? 36 : card < SMALL ? 42 : 46);
const bedWidth = (card: number) => COLUMNS * card + 3 * gapOf(card) + ledgeOf(card) + rimOf(card);
const bedHeight = (card: number) => headOf(card) + ROWS * card * RATIO + 2 * gapOf(card) + ledgeOf(card);

/** The widest card with which a garden fits; 0 if none does. */
function cardFor(width: number, height: number, most: number): number {
  let card = Math.floor(Math.min(most, width / COLUMNS));
  while (card > LEAST && (bedWidth(card) > width || bedHeight(card) > height)) card -= 1;
  return bedWidth(card) > width || bedHeight(card) > height ? 0 : card;
}

function bedAt(seat: number, x: number, y: number, card: number): Bed {
  const places = Array.from({ length: PLACES }, (_, i) => ({
    x: x + ledgeOf(card) + Math.floor(i / ROWS) * (card + gapOf(card)),
    y: y + headOf(card) + (i % ROWS) * (card * RATIO + gapOf(card)),
    w: card,
  }));
  return { seat, x, y, w: bedWidth(card), h: bedHeight(card), head: headOf(card), ledge: ledgeOf(card), places };
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

/** The whole table in a room; `front` is the seat whose garden is large, if one is. */
export function layOut(width: number, height: number, count: number, front: number | null, over: boolean): Layout {
  const seats = around(count, front);
  const edge = edgeOf(width);
  const pad = edge + (width < 420 ? 6 : 10);
  const found =
    front === null || over
      ? allAlike(width, height, seats, pad)
      : [
          above(width, height, seats, pad),
          between(width, height, seats, pad, COLUMN, BESIDE),
          between(width, height, seats, pad, BROAD, LARGE_PILE),
          beside(width, height, seats, pad, true),
          beside(width, height, seats, pad, false),
        ].reduce((best, one) => (worth(one) > worth(best) ? one : best));
  return { width, height, edge, ...found };
}

type Arranged = Omit<Layout, "width" | "height" | "edge">;

/** How legible it is: own cards, piles, and even more the opponents' cards, as they are small. */
function worth({ beds, draw, info }: Arranged): number {
  const [own, other] = [beds[0]!.places[0]!.w, beds[1]?.places[0]!.w ?? 0];
  const lacks = Math.max(0, 44 - own) + Math.max(0, 36 - draw.w) + Math.max(0, 172 - info.w) + (other ? 0 : 1000);
  const numbered = other >= TINY ? 40 : 0;
  return own + 2.2 * Math.min(other, 90) + numbered + 0.5 * Math.min(draw.w, 80) - 2 * lacks;
}

/** The own garden on the left, the others on the right; the piles above the own one, or the others. */
function beside(width: number, height: number, seats: number[], pad: number, above: boolean): Arranged {
  const inner = height - 2 * pad;
  const pileOf = (card: number) => Math.min(108, card * 0.82);
  const row = (card: number) => pileHeight(pileOf(card)) + 16;
  let card = Math.floor(Math.min(LARGEST, (width * 0.48) / 4.6));
  while (card > LEAST && bedHeight(card) + (above ? row(card) : 0) > inner) card -= 1;
  const left = bedWidth(card);
  const x = pad + left + 22;
  const right = width - pad - x;
  const slack = (inner - bedHeight(card) - (above ? row(card) : 0)) / 2;
  const piles = above ? pilesAt(pad, pad + slack, left, pileOf(card)) : pilesAt(x, pad + slack, right, pileOf(card));
  const own = bedAt(seats[0]!, pad, pad + slack + (above ? row(card) : 0), card);
  const top = above ? 0 : row(card) + slack;
  const others = bedsIn(seats.slice(1), x, pad + top, right, inner - top - (above ? 0 : slack), Math.floor(card * 0.94));
  return { ...piles, beds: [own, ...others] };
}

/** The own garden below with the piles in a column at its side, the others above, words between. */
function above(width: number, height: number, seats: number[], pad: number): Arranged {
  const [w, h] = [width - 2 * pad, height - 2 * pad];
  return bestOf(cardFor(w - COLUMN, h * 0.75, LARGEST), (card) => {
    const room = h - bedHeight(card) - LINE - 12;
    const others = bedsIn(seats.slice(1), pad, pad, w, room, card * 0.8);
    const free = w - bedWidth(card) - COLUMN;
    const own = bedAt(seats[0]!, pad + free / 3, pad + h - bedHeight(card), card);
    const info = { x: pad + 2, y: own.y - LINE - 4, w: w - 4, h: LINE };
    return { ...pilesDown(own.x + own.w + free / 3, own.y, COLUMN, own.h), info, beds: [own, ...others] };
  });
}

/** The own garden on the left, the piles in a column, the others on the right under the words. */
function between(width: number, height: number, seats: number[], pad: number, column: number, pile: number): Arranged {
  const [w, h] = [width - 2 * pad, height - 2 * pad];
  const largest = cardFor(w * 0.72, h, LARGEST);
  return bestOf(largest, (card) => {
    const own = bedAt(seats[0]!, pad, pad + (h - bedHeight(card)) / 2, card);
    const x = pad + own.w + column + 12;
    const right = width - pad - x;
    const info = { x, y: pad, w: right, h: LINE };
    const others = bedsIn(seats.slice(1), x, pad + LINE + 6, right, h - LINE - 6, Math.floor(card * 0.94));
    return { ...pilesDown(pad + own.w + 6, own.y, column, own.h, pile), info, beds: [own, ...others] };
  });
}

/** The best arrangement with own cards up to a width. */
function bestOf(largest: number, arrange: (card: number) => Arranged): Arranged {
  let best = arrange(Math.max(LEAST, largest));
  for (let card = largest - 1; card > LEAST; card -= 1) {
    const found = arrange(card);
    if (worth(found) > worth(best)) best = found;
  }
  return best;
}

/** Three piles one below the other, each with its name. */
function pilesDown(
  x: number,
  y: number,
  width: number,
  height: number,
  most = BESIDE,
): Pick<Layout, "draw" | "discard" | "hand"> {
  const w = Math.min(most, (height / 3 - 26) / RATIO);
  const at = (place: number) => ({ x: x + (width - w) / 2, y: y + (place * height) / 3, w });
  return { draw: at(0), discard: at(1), hand: at(2) };
}

const PILE = 32;
const ASIDE = 80; // the width of words and piles where the gardens are beside them

/** Every garden alike, none out of sight; words and two small piles where they take least. */
function allAlike(width: number, height: number, seats: number[], pad: number): Arranged {
  const [w, h] = [width - 2 * pad, height - 2 * pad];
  const pile = Math.min(76, Math.max(PILE, h * 0.1));
  const top = pileHeight(pile) + 20;
  const row = Math.min(w, 3 * pile * 1.3 + 240);
  const [corner, ...rest] = bedsIn([0, ...seats], pad, pad, w, h, 110);
  const ways = [
    { ...pilesAt(pad + (w - row) / 2, pad + 4, row, pile), beds: bedsIn(seats, pad, pad + top, w, h - top, 110) },
    { ...pilesUnder(pad, pad, ASIDE), beds: bedsIn(seats, pad + ASIDE + 8, pad, w - ASIDE - 8, h, 110) },
    { ...pilesUnder(corner!.x, corner!.y, corner!.w), beds: rest },
  ];
  const cardOf = ({ beds }: { beds: Bed[] }) => beds[0]!.places[0]!.w;
  return ways.reduce((one, other) => (cardOf(other) > cardOf(one) ? other : one));
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
