// Mahé as it is drawn: turtles and where they stand, dice, eggs, and what a move would do.
import { copyOf } from "../../lib/engine/layout";
import type { Row, Rules } from "../../lib/engine/rules";
import { nameIn, reported, upTo, type Frame, type ShownStep } from "../../lib/engine/telling";
import { BEACH_EGGS, CARD_VALUES, Code, FACES, LAP, Phase, PILE, RAFT, Report, type State } from "./record";
import { riders, turtleName } from "./turtles";
import type { MaheNest, MahePreview, MaheScene, MaheThrow, MaheTurtle, MaheWalk } from "./scene";

// --- what is seen --------------------------------------------------------------------------------

/** What everyone sees; a bust is seen only until it takes effect. */
export function scene(rules: Rules<State>, s: State, bust = false): MaheScene {
  const moving = s.phase === Phase.THROW || s.phase === Phase.DECIDE;
  const sum = rules.ask("total", s);
  return {
    phase: nameIn(Phase, s.phase) as MaheScene["phase"],
    turn: s.phase === Phase.WHO_BEGINS ? 0 : s.turn + 1,
    to_act: Math.max(rules.toAct(s) + 1, 0),
    mover: s.mover,
    carried: s.mover ? riders(s, s.mover) : [],
    decider: moving ? rules.ask("decider", s) + 1 : 0,
    watcher: moving ? rules.ask("topmost", s, s.mover) : 0,
    second: s.second !== 0,
    turtles: upTo(s.seats * rules.ask("turtles_each", s)).map((i) => turtle(rules, s, i + 1)),
    dice: s.faces.slice(0, s.thrown),
    sum,
    steps: sum * s.thrown,
    bust,
    reach: moving && s.thrown && !bust ? walkIfStopped(rules, s) : null,
    path: [],
    face_up: s.face_up,
    left: PILE - s.turned,
    unseen: [...s.unseen],
    spent: eachCard(s.spent),
    beach_eggs: eggsLeft(s),
    nests: nests(rules, s),
    third_die_at_seven: s.third_die_at_seven !== 0,
    cards_as_dice: s.cards_as_dice !== 0,
  };
}

/** The eggs that still lie on the beach. */
function eggsLeft(s: State): number {
  return s.beach ? 0 : BEACH_EGGS;
}

function turtle(rules: Rules<State>, s: State, id: number): MaheTurtle {
  return {
    id,
    seat: rules.ask("owner", s, id) + 1,
    number: ((id - 1) % rules.ask("turtles_each", s)) + 1,
    name: turtleName(rules, s, id),
    space: s.space[id]!,
    height: under(s, id).length,
  };
}

/** The turtles a turtle stands on, from the bottom to the top. */
function under(s: State, id: number): number[] {
  const lower = s.rider.indexOf(id);
  return lower < 0 ? [] : [...under(s, lower), lower];
}

function nests(rules: Rules<State>, s: State): MaheNest[] {
  return upTo(s.seats).map((seat) => ({
    seat: seat + 1,
    cards: eachCard(s.won.slice(seat * CARD_VALUES, (seat + 1) * CARD_VALUES)),
    eggs: rules.ask("eggs", s, seat),
    beach: s.beach === seat + 1,
    played: s.played[seat] !== 0,
  }));
}

/** The values one by one, from how many there are of 1..6. */
function eachCard(counts: number[]): number[] {
  return counts.flatMap((count, i) => Array<number>(count).fill(i + 1));
}

// --- what happens on the way ---------------------------------------------------------------------

/** The last die, the walk or the bust, and the eggs, one after another. */
export function frames(rules: Rules<State>, step: ShownStep<State>): Frame<MaheScene>[] {
  const bust = reported(step, Report.FALLS) !== undefined;
  if (!bust && !reported(step, Report.WALKS)) return []; // the die is seen in the scene after it
  const seen: Frame<MaheScene>[] = [];
  let s = step.before;
  for (const row of step.reports) {
    if (row.what === Report.DIE || row.what === Report.CARD_PLAYED) {
      s = withNumber(s, row);
      seen.push({ beat: row.what === Report.DIE ? "die" : "card", scene: scene(rules, s, bust) });
    } else if (row.what === Report.WALKS) {
      seen.push({ beat: "walk", scene: moved(rules, s, step.after, pathOf(s, row), bust) });
    } else if (row.what === Report.LAYS || row.what === Report.LAYS_LAST) {
      const before = seen.at(-1)!.scene;
      const won = { face_up: 0, beach_eggs: eggsLeft(step.after), nests: nests(rules, step.after) };
      seen.push({ beat: "eggs", scene: { ...before, path: [], ...won } });
    }
  }
  if (bust) seen.push({ beat: "bust", scene: moved(rules, s, step.after, [RAFT], bust) });
  return seen;
}

/** The same with the die on the table, or the card that is played as one. */
function withNumber(s: State, row: Row): State {
  const thrown = copyOf(s);
  thrown.faces[thrown.thrown] = row.a;
  thrown.thrown += 1;
  if (row.what === Report.CARD_PLAYED) {
    thrown.won[row.b * CARD_VALUES + row.a - 1]! -= 1;
    thrown.spent[row.a - 1]! += 1;
    thrown.played[row.b] = 1;
  }
  return thrown;
}

/** The turtles where they are in the end, while all else is as it was: also the stack that moved. */
function moved(rules: Rules<State>, s: State, after: State, path: number[], bust: boolean): MaheScene {
  const there = { ...s, space: after.space, rider: after.rider };
  return {
    ...scene(rules, there, bust),
    carried: riders(s, s.mover),
    decider: rules.ask("decider", s) + 1,
    watcher: rules.ask("topmost", s, s.mover),
    reach: null,
    path,
  };
}

/** The spaces of a walk one by one; the raft and the beach are both just before space 1. */
function pathOf(s: State, row: Row): number[] {
  return upTo(row.b).map((step) => ((s.space[row.a]! + step) % LAP) + 1);
}

// --- what a move would do ------------------------------------------------------------------------

/** Where the mover would end; before another die, where each face would take it. */
export function preview(rules: Rules<State>, step: ShownStep<State>): MahePreview {
  const { after, reports } = step;
  const first = reports[0];
  const spends = first?.what === Report.CARD_PLAYED ? first.a : 0;
  let s = spends ? withNumber(step.before, first!) : step.before;
  const walk = walkIn(step.before, after, reports);
  let throws: MaheThrow[] = [];
  if (!first || first.what === Report.TURTLE_CHOSEN) {
    s = after; // a die is thrown as soon as the move is made
    throws = upTo(FACES).map((face) => throwAhead(rules, after, face + 1));
  }
  return {
    mover: s.mover,
    carried: riders(s, s.mover),
    start: s.space[s.mover]!,
    decider: rules.ask("decider", s) + 1,
    dice: s.faces.slice(0, s.thrown),
    sum: rules.ask("total", s),
    walk: throws.length ? null : (walk ?? walkIfStopped(rules, after)),
    at_once: walk !== null,
    spends,
    throws,
    busts: throws.filter((one) => one.walk === null).length,
    of: throws.length,
  };
}

/** What a face of the next die would make. */
function throwAhead(rules: Rules<State>, s: State, face: number): MaheThrow {
  const { after, reports } = rules.play(s, Code.DIE + face - 1);
  const busts = reports.some((row) => row.what === Report.FALLS);
  const walk = busts ? null : (walkIn(s, after, reports) ?? walkIfStopped(rules, after));
  return { face, sum: rules.ask("total", s) + face, walk };
}

/** The walk with the dice that lie there. */
function walkIfStopped(rules: Rules<State>, s: State): MaheWalk | null {
  const { after, reports } = rules.play(s, Code.STOP);
  return walkIn(s, after, reports);
}

/** The walk that is reported, if there is one. */
function walkIn(s: State, after: State, reports: Row[]): MaheWalk | null {
  let walk = null as MaheWalk | null;
  for (const row of reports) {
    if (row.what === Report.WALKS) {
      const end = { space: after.space[row.a]!, under: under(after, row.a) };
      walk = { steps: row.b, path: pathOf(s, row), ...end, wins: 0, winner: 0, ends: false };
    } else if (walk && (row.what === Report.LAYS || row.what === Report.LAYS_LAST)) {
      walk = { ...walk, wins: row.b, winner: row.a + 1, ends: row.what === Report.LAYS_LAST };
    }
  }
  return walk;
}
