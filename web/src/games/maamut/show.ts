// Mâamut as it is drawn: the steppe, the pieces on it, the hands; and what a move would do.
// Tiles are called by their names, a1 to g4; seats are numbered from 1, and 0 is none.
import { copyOf } from "../../lib/engine/layout";
import type { Rules } from "../../lib/engine/rules";
import { bitsOf, hasBit, reported, upTo, type Frame, type ShownStep } from "../../lib/engine/telling";
import { ahead, moments, seatsReported, survival, wayOf } from "./flight";
import {
  CARD_VALUES, CROSS, DIRECTION_NAMES, DIRECTIONS, GRASS, NOWHERE, Phase, Report, ROCK, STAY, TILE_NAMES, TILES,
  type State,
} from "./record";
import type { MaamutFlight, MaamutHunter, MaamutPreview, MaamutScene, MaamutTrap } from "./scene";

const PHASES: Record<number, MaamutScene["phase"]> = {
  [Phase.WHO_BEGINS]: "first",
  [Phase.LAY_TILE]: "tiles",
  [Phase.DEAL_HANDS]: "deal",
  [Phase.PLACE_HUNTER]: "place",
  [Phase.HUNT]: "hunt",
  [Phase.FRIGHT]: "fright",
  [Phase.DRAW]: "draw",
  [Phase.ENDED]: "over",
};
const WITHOUT_TURN: number[] = [Phase.WHO_BEGINS, Phase.LAY_TILE, Phase.ENDED];

// --- what is seen --------------------------------------------------------------------------------

/** All of the table; `s` holds no more than the viewer may know. */
export function scene(rules: Rules<State>, s: State): MaamutScene {
  const next = rules.ask("next_tile", s);
  const [rock, grass, snow] = s.tiles as [number, number, number];
  return {
    phase: PHASES[s.phase]!,
    ground: ground(s, next),
    next_tile: s.phase === Phase.LAY_TILE ? nameOf(next) : null,
    bag: { rock, grass, snow },
    mammoth: TILE_NAMES[s.mammoth]!,
    fallen: s.winner !== 0,
    flight: s.landing === NOWHERE ? null : flight(rules, s),
    hunters: upTo(s.seats).map((seat) => hunter(s, seat)),
    traps: traps(s),
    pile: rules.ask("pile_size", s),
    discards: [...s.discards],
    first: s.phase === Phase.WHO_BEGINS ? 0 : s.first + 1,
    turn: WITHOUT_TURN.includes(s.phase) ? 0 : s.turn + 1,
    to_act: Math.max(rules.toAct(s) + 1, 0),
    turns: s.turns,
    limit: s.hunt_limit * s.seats,
    traps_stay: s.fallen_traps === STAY,
    winner: s.winner,
    ending: ending(rules, s),
  };
}

/** The name of a tile, if it is one. */
function nameOf(tile: number): string | null {
  return TILE_NAMES[tile] ?? null;
}

/** What each tile shows. */
function ground(s: State, laid: number): MaamutScene["ground"] {
  return upTo(TILES).map((tile) => {
    if (tile === CROSS) return "cross";
    if (tile >= laid) return "unlaid";
    return hasBit(s.rock, tile) ? "rock" : hasBit(s.grass, tile) ? "grass" : "snow";
  });
}

/** A hunter, and as much of its hand as is known. */
function hunter(s: State, seat: number): MaamutHunter {
  const counts = s.hand.slice(CARD_VALUES * seat, CARD_VALUES * (seat + 1));
  return {
    seat: seat + 1,
    tile: nameOf(s.hunter[seat]!),
    out: s.phase > Phase.PLACE_HUNTER && s.hunter[seat] === NOWHERE,
    frightened: ((s.frightened >> seat) & 1) === 1,
    stock: s.stock[seat]!,
    held: s.held[seat]!,
    cards: counts.flatMap((count, i) => Array<number>(count).fill(i + 1)),
  };
}

/** Where the mammoth runs, also while others make room for it. */
function flight(rules: Rules<State>, s: State): MaamutFlight {
  return {
    direction: DIRECTION_NAMES[s.flight]!,
    ahead: ahead(rules, s).map((tile) => TILE_NAMES[tile]!),
    driver: s.turn + 1,
    landing: TILE_NAMES[s.landing]!,
  };
}

/** All traps on the board, in the order of tiles; no two are on one tile. */
function traps(s: State): MaamutTrap[] {
  const found = upTo(s.seats).flatMap((seat) => bitsOf(s.trap[seat]!).map((tile) => ({ tile, seat: seat + 1 })));
  return found.sort((one, other) => one.tile - other.tile).map(({ tile, seat }) => ({ seat, tile: TILE_NAMES[tile]! }));
}

/** The key of the message that says how the hunt ended. */
function ending(rules: Rules<State>, s: State): string {
  if (s.phase !== Phase.ENDED) return "";
  return s.winner ? "maamut.fell" : survival(rules, s);
}

// --- on the way ----------------------------------------------------------------------------------

/** A flight tile by tile, with frights and falls; or a steppe that has to be laid again. */
export function frames(rules: Rules<State>, step: ShownStep<State>): Frame<MaamutScene>[] {
  if (reported(step, Report.TILE_LAID)) return laidInVain(rules, step);
  const seen = moments(rules, step).map(({ beat, s }) => ({
    beat,
    scene: { ...scene(rules, s), phase: "flight" as const, to_act: 0 }, // no seat has to choose
  }));
  // What the scene after the step shows anyway needs no frame of its own.
  if (seen.length && pieces(seen.at(-1)!.scene) === pieces(scene(rules, step.after))) seen.pop();
  return seen;
}

/** Where everything stands, and which hunters are frightened. */
function pieces({ mammoth, hunters, traps, fallen }: MaamutScene): string {
  return JSON.stringify([mammoth, hunters.map(({ tile, frightened }) => [tile, frightened]), traps, fallen]);
}

/** All 36 tiles, before they are taken up again for the rocks around the cross. */
function laidInVain(rules: Rules<State>, step: ShownStep<State>): Frame<MaamutScene>[] {
  const laid = reported(step, Report.TILE_LAID)!;
  if (!reported(step, Report.TILES_TAKEN_UP)) return [];
  const s = copyOf(step.before);
  if (laid.b === ROCK) s.rock |= 1n << BigInt(laid.a);
  if (laid.b === GRASS) s.grass |= 1n << BigInt(laid.a);
  s.tiles = s.tiles.map(() => 0);
  return [{ beat: "rocks", scene: scene(rules, s) }];
}

// --- what a move would do ------------------------------------------------------------------------

/** The way, the flight, and what becomes of every hunter on it. */
export function preview(rules: Rules<State>, step: ShownStep<State>): MaamutPreview {
  const { before: s, after } = step;
  const names = (tiles: number[]) => tiles.map((tile) => TILE_NAMES[tile]!);
  const kind = step.words[0] as MaamutPreview["kind"];
  const [played, discarded] = [reported(step, Report.MOVES), reported(step, Report.DISCARDS)];
  const mover = reported(step, Report.MAKES_ROOM)?.a ?? s.turn;
  const run = seatsReported(step, Report.RUNS_TO);
  const out = seatsReported(step, Report.OUT);
  const asked = after.phase === Phase.FRIGHT ? inTurnOrder(after, after.frightened) : [];
  const left = traps(after).map(({ tile }) => tile);
  return {
    kind,
    seat: mover + 1,
    card: played ? Math.floor(played.b / DIRECTIONS) + 1 : (discarded?.b ?? 0),
    path: names(path(rules, step, mover)),
    landing: kind === "move" && after.landing !== NOWHERE ? TILE_NAMES[after.landing]! : nameOf(after.hunter[mover]!),
    run: run.length ? names([s.mammoth, ...run]) : [],
    ahead: names(ahead(rules, after)),
    stands: reported(step, Report.STANDS) !== undefined,
    frightened: [...out.filter((seat) => seat !== s.turn), ...asked].map((seat) => seat + 1),
    refuges: asked.length ? names(bitsOf(rules.askSet("refuges", after))) : [],
    out: out.map((seat) => seat + 1),
    lost: traps(s).filter(({ seat, tile }) => out.includes(seat - 1) && !left.includes(tile)),
    sets: trapIn(step, Report.SETS_TRAP),
    lifts: trapIn(step, Report.LIFTS_TRAP),
    winner: after.winner,
    ending: ending(rules, after),
    draw: after.phase === Phase.DRAW && mover === s.turn ? [...after.pile] : [],
  };
}

/** The seats of these bits, in turn order after the active player. */
function inTurnOrder(s: State, seats: number): number[] {
  const order = upTo(s.seats).map((number) => (s.turn + number + 1) % s.seats);
  return order.filter((seat) => (seats >> seat) & 1);
}

/** The trap that is set, or lifted. */
function trapIn(step: ShownStep<State>, what: number): MaamutTrap | null {
  const row = reported(step, what);
  return row ? { seat: row.a + 1, tile: TILE_NAMES[row.b]! } : null;
}

/** The tiles of the hunter's way; a single one where it does not move. */
function path(rules: Rules<State>, step: ShownStep<State>, mover: number): number[] {
  const here = step.before.hunter[mover]!;
  for (const { what, a, b } of step.reports) {
    if (what === Report.PLACED) return [b];
    if (what === Report.MOVES) return wayOf(rules, step.before, a, b);
    if (what === Report.MAKES_ROOM) return [here, b];
  }
  return [here];
}
