// Maroc'eau as it is drawn: the grids, both piles, the card in hand, the sheet of points.
import { copyOf } from "../../lib/engine/layout";
import type { Rules } from "../../lib/engine/rules";
import { reported, upTo, type Frame, type ShownStep } from "../../lib/engine/telling";
import { columnOf, GRID } from "./grids";
import {
  DECK, FACE_DOWN, HIGHEST, KINDS, LOWEST, NO_CARD, Phase, PLACES, Report, ROWS, TURNS_A_SEAT, type State,
} from "./record";
import type {
  MaroceauGrid, MaroceauHeld, MaroceauKind, MaroceauPlace, MaroceauRoundSheet, MaroceauScene,
} from "./scene";

const PHASES: Record<number, MaroceauScene["phase"]> = {
  [Phase.TURN_TWO]: "turn_two",
  [Phase.CHOOSE]: "choose",
  [Phase.PLACE_TAKEN]: "place_taken",
  [Phase.PLACE_DRAWN]: "place_drawn",
  [Phase.TURN_ONE]: "turn_one",
  [Phase.TWO_CARD]: "turning",
  [Phase.ONE_CARD]: "turning",
  [Phase.OPEN_DISCARD]: "opening",
  [Phase.WHO_BEGINS]: "who_begins",
  [Phase.DRAWN]: "drawing",
  [Phase.REPLACED]: "replacing",
  [Phase.REVEAL]: "reveal",
  [Phase.ENDED]: "over",
};
const NOBODYS_TURN: number[] = [Phase.OPEN_DISCARD, Phase.WHO_BEGINS, Phase.REVEAL, Phase.ENDED];
const CARD_AWAITED: number[] = [Phase.TWO_CARD, Phase.ONE_CARD, Phase.REVEAL];
const COLOURS: [MaroceauKind["colour"], number][] = [
  ["violet", 2], ["blue", 3], ["green", 4], ["yellow", 3], ["red", 3],
];
const COLOUR_OF = COLOURS.flatMap(([colour, kinds]) => Array<MaroceauKind["colour"]>(kinds).fill(colour));

type Ask = Rules<State>;

// --- what is seen --------------------------------------------------------------------------------

/** The whole table. */
export function scene(rules: Ask, s: State): MaroceauScene {
  const lap = s.ended_by ? (s.ended_by - 1 - s.turn + s.seats) % s.seats : 0;
  return {
    round: s.round_number,
    rounds: s.rounds,
    target: s.target,
    phase: PHASES[s.phase]!,
    turn: NOBODYS_TURN.includes(s.phase) ? 0 : s.turn + 1,
    to_act: Math.max(rules.toAct(s) + 1, 0),
    ended_by: s.ended_by,
    last_turns: upTo(lap).map((later) => ((s.turn + later) % s.seats) + 1),
    tied: s.phase === Phase.WHO_BEGINS ? tied(rules, s) : [],
    turns_left: TURNS_A_SEAT * s.seats - s.turns,
    stock: s.stock,
    reshuffled: s.reshuffled !== 0,
    discards: discards(s),
    top: s.top <= HIGHEST ? s.top : null,
    hand: held(s),
    leaving: s.phase === Phase.REPLACED ? GRID[s.place % PLACES]! : null,
    grids: upTo(s.seats).map((seat) => grid(rules, s, seat)),
    kinds: upTo(KINDS).map((i) => ({ value: LOWEST + i, colour: COLOUR_OF[i]!, unseen: s.unseen[i]!, pile: s.pile[i]! })),
    last: sheet(rules, s),
    winners: winners(rules, s),
  };
}

/** The seats of which one is drawn to begin. */
function tied(rules: Ask, s: State): number[] {
  const best = rules.ask("opening", s, s.turn);
  return upTo(s.seats).filter((seat) => rules.ask("opening", s, seat) === best).map((seat) => seat + 1);
}

/** How many cards the discard pile has: those that are nowhere else. */
function discards(s: State): number {
  const inGrids = s.grid.filter((card) => card !== NO_CARD).length;
  const inHand = s.hand !== NO_CARD || s.phase === Phase.REPLACED ? 1 : 0;
  return DECK - s.stock - inGrids - inHand;
}

/** The places of a seat. */
function grid(rules: Ask, s: State, seat: number): MaroceauGrid {
  const first = seat * PLACES;
  const cards = s.grid.slice(first, first + PLACES);
  const awaited = CARD_AWAITED.includes(s.phase) ? s.place - first : -1;
  const places = cards.map((card, number) => {
    const full = card <= HIGHEST && columnOf(number).every((other) => cards[other] === card);
    return place(number, card, full, number === awaited);
  });
  return {
    seat: seat + 1,
    places,
    open_points: rules.ask("visible_points", s, seat),
    face_down: rules.ask("face_down", s, seat),
    total: s.totals[seat]!,
  };
}

function place(number: number, card: number, full: boolean, awaited: boolean): MaroceauPlace {
  const name = GRID[number]!;
  if (card === FACE_DOWN) return { name, lies: "down", value: null, full: false, awaited };
  if (card === NO_CARD) return { name, lies: "gone", value: null, full: false, awaited: false };
  return { name, lies: "up", value: card, full, awaited: false };
}

/** The card in hand, if there is one. */
function held(s: State): MaroceauHeld | null {
  if (s.hand === NO_CARD) return null;
  return { seat: s.turn + 1, value: faceOf(s.hand), source: s.phase === Phase.PLACE_TAKEN ? "discard" : "draw" };
}

/** What a card shows; null: its back. */
export function faceOf(card: number): number | null {
  return card === FACE_DOWN ? null : card;
}

/** The round that was counted last, if any was. */
function sheet(rules: Ask, s: State): MaroceauRoundSheet | null {
  const number = s.phase === Phase.ENDED ? s.round_number : s.round_number - 1;
  if (number === 0) return null;
  const seats = upTo(s.seats).map((seat) => {
    const [points, counted] = [s.last_points[seat]!, rules.ask("round_points", s, seat)];
    return { seat: seat + 1, points, counted, doubled: points !== counted };
  });
  const others = seats.filter(({ seat }) => seat !== s.last_ended_by);
  return { number, ended_by: s.last_ended_by, fewest: Math.min(...others.map(({ points }) => points)), seats };
}

/** The winners, once the match is over. */
function winners(rules: Ask, s: State): number[] {
  if (s.phase !== Phase.ENDED) return [];
  const { ranks } = rules.score(s);
  return upTo(s.seats).filter((seat) => ranks[seat] === 1).map((seat) => seat + 1);
}

// --- what happens on the way ---------------------------------------------------------------------

/**
 * A card is turned, a complete column goes, the round is counted. Beats: `turned` (all are, at the end
 * of a round), `flow` (a column is complete and under water), `gone` (all such columns), `count`.
 */
export function frames(rules: Ask, step: ShownStep<State>): Frame<MaroceauScene>[] {
  const gone = reported(step, Report.COLUMN_GOES);
  const counted = reported(step, Report.COUNTED);
  if (!gone && !counted) return [];
  const s = withCards(step);
  const shown = { beat: gone ? "flow" : "turned", scene: settling(rules, s, step.after) };
  return [shown, ...(counted ? countFrames(rules, s, step) : [])];
}

/** The record once all cards of a step lie where they are seen, before any of them go. */
export function withCards(step: ShownStep<State>): State {
  const s = copyOf(step.before);
  s.place = 0;
  for (const { what, a: place, b: card } of step.reports) {
    if (what === Report.SHOWS || what === Report.LAYS) s.grid[place] = card;
    if (what === Report.LAYS) s.hand = NO_CARD;
    if (what === Report.REPLACED) s.top = card;
    if (what === Report.SHOWS || (what === Report.REPLACED && s.phase === Phase.REPLACED)) {
      s.unseen[card - LOWEST]! -= 1;
    }
  }
  return s;
}

/** A scene on the way, while what was played takes effect, and no seat can act. */
function settling(rules: Ask, s: State, after: State): MaroceauScene {
  const revealed = s.phase === Phase.REVEAL;
  const pools = after.round_number === s.round_number ? after : s;
  const onTheWay = scene(rules, { ...s, phase: Phase.CHOOSE, unseen: pools.unseen, pile: pools.pile });
  return { ...onTheWay, phase: "settling", to_act: 0, turn: revealed ? 0 : onTheWay.turn };
}

/** After all cards were turned: equal columns go, and what is left is counted. */
function countFrames(rules: Ask, s: State, step: ShownStep<State>): Frame<MaroceauScene>[] {
  const { after } = step;
  if (after.phase === Phase.ENDED) return []; // the scene after the step shows just this
  const rest = copyOf(s);
  const gone = step.reports.filter((row) => row.what === Report.COLUMN_GOES);
  for (const { a: first, b: card } of gone) {
    rest.grid.splice(first, ROWS, ...Array<number>(ROWS).fill(NO_CARD));
    rest.top = card;
  }
  const left = { ...settling(rules, rest, after), turn: 0, last_turns: [] };
  const grids = left.grids.map((one) => ({ ...one, total: after.totals[one.seat - 1]! }));
  const count = { ...left, phase: "count" as const, grids, last: sheet(rules, after) };
  return [...(gone.length ? [{ beat: "gone", scene: left }] : []), { beat: "count", scene: count }];
}
