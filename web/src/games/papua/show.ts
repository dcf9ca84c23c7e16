// Papua as it is drawn: the path, its islanders, and what a move would do.
import { CHANCE, type Row, type Rules } from "../../lib/engine/rules";
import { bitsOf, hasBit, nameIn, upTo, type Frame, type ShownStep } from "../../lib/engine/telling";
import { holder, joined } from "./path";
import { FACES, Phase, Report, type State } from "./record";
import { awaited } from "./refusals";
import type {
  PapuaDanger, PapuaGroup, PapuaIslander, PapuaPreview, PapuaScene, PapuaSpace, PapuaWalk,
} from "./scene";

// --- what is seen --------------------------------------------------------------------------------

/** The board and its islanders, the same for every viewer. */
export function scene(rules: Rules<State>, s: State): PapuaScene {
  const drawn = s.phase !== Phase.WHO_BEGINS;
  const over = s.phase === Phase.ENDED;
  const seats = upTo(s.seats);
  return {
    spaces: upTo(s.canoe - 1).map((i) => ({ number: i + 1, kind: kindOf(s, i + 1) })),
    canoe: s.canoe,
    family: s.family !== 0,
    limit: s.turn_limit * s.seats,
    turns: s.turns,
    phase: nameIn(Phase, s.phase) as PapuaScene["phase"],
    turn: drawn ? s.turn + 1 : 0,
    first: drawn ? s.first + 1 : 0,
    to_act: Math.max(rules.toAct(s) + 1, 0),
    die: s.die,
    pot: seats.map((seat) => rules.ask("in_pot", s, seat)),
    islanders: onThePath(rules, s),
    groups: groups(rules, s),
    foremost: seats.map((seat) => rules.ask("foremost", s, seat)),
    winners: over ? winners(rules, s) : [],
    ended: over ? awaited(rules, s)[1] : "",
  };
}

function kindOf(s: State, space: number): PapuaSpace["kind"] {
  if (hasBit(s.squares, space)) return "square";
  if (hasBit(s.gods, space)) return "god";
  return hasBit(s.cannibals, space) ? "cannibal" : "round";
}

/** All islanders that are not in the pot, in the order of their spaces. */
function onThePath(rules: Rules<State>, s: State): PapuaIslander[] {
  return upTo(s.canoe).flatMap((i) => {
    const seat = holder(s, i + 1);
    if (seat === undefined) return [];
    return [{ seat: seat + 1, space: i + 1, stuck: isStuck(rules, s, i + 1), fate: "stays" as const }];
  });
}

/** Whether an islander on this space waits for company. */
function isStuck(rules: Rules<State>, s: State, space: number): boolean {
  const onRound = space < s.canoe && !hasBit(s.squares, space);
  return onRound && !joined(rules, s, space) && !joined(rules, s, space - 1);
}

/** Every group, in the order of the path. */
function groups(rules: Rules<State>, s: State): PapuaGroup[] {
  const found: PapuaGroup[] = [];
  for (let space = 1; space < s.canoe; space++) {
    if (!joined(rules, s, space)) continue;
    const last = found.at(-1);
    if (last?.last === space) last.last = space + 1;
    else found.push({ first: space, last: space + 1 });
  }
  return found;
}

function winners(rules: Rules<State>, s: State): number[] {
  const { ranks } = rules.score(s);
  return upTo(s.seats).filter((seat) => ranks[seat] === 1).map((seat) => seat + 1);
}

// --- what is seen on the way ---------------------------------------------------------------------

/** What is reported of these kinds, in the order of the spaces. */
export function ofKind({ reports }: ShownStep<State>, ...kinds: number[]): Row[] {
  return reports.filter((row) => kinds.includes(row.what)).sort((one, other) => one.b - other.b);
}

/** `walk`: all have landed; `back`: those that stood there are gone, if others are caught. */
export function frames(rules: Rules<State>, step: ShownStep<State>): Frame<PapuaScene>[] {
  const doomed = (what: number, fate: PapuaIslander["fate"]) =>
    ofKind(step, what).map(({ a, b }) => ({ seat: a + 1, space: b, stuck: false, fate }));
  const caught = doomed(Report.CAUGHT, "caught");
  const back = doomed(Report.SENT_BACK, "sent_back");
  if (caught.length + back.length === 0) return []; // islanders simply move
  const found = [{ beat: "walk", scene: withDoomed(rules, step, [...back, ...caught]) }];
  if (caught.length && back.length) found.push({ beat: "back", scene: withDoomed(rules, step, caught) });
  return found;
}

/** The scene after a step, but these have not gone back to the pot yet, and the turn goes on. */
function withDoomed(rules: Rules<State>, step: ShownStep<State>, doomed: PapuaIslander[]): PapuaScene {
  const [before, after] = [scene(rules, step.before), scene(rules, step.after)];
  const pot = [...after.pot];
  for (const { seat } of doomed) pot[seat - 1]! -= 1;
  const islanders = [...after.islanders, ...doomed].sort((one, other) => one.space - other.space);
  return { ...before, islanders, groups: after.groups, pot };
}

// --- what a move would do ------------------------------------------------------------------------

/** The islanders that would move, be lost, or be left, and what could happen next. */
export function preview(rules: Rules<State>, step: ShownStep<State>): PapuaPreview {
  const does = step.words[0] as PapuaPreview["does"];
  const [before, after] = [scene(rules, step.before), scene(rules, step.after)];
  const moved = walks(step);
  const starts = moved.map((walk) => walk.start);
  const ends = moved.map((walk) => walk.end);
  const left = before.groups
    .map(({ first, last }) => upTo(last - first + 1).map((i) => first + i))
    .filter((run) => run.some((space) => starts.includes(space)))
    .flatMap((run) => run.filter((space) => !starts.includes(space)));
  const waited = before.islanders.filter(({ stuck, space }) => stuck && !ends.includes(space)).map(({ space }) => space);
  return {
    does,
    whole: does === "group" && left.length === 0,
    walks: moved,
    sent_back: ofKind(step, Report.SENT_BACK).map(({ a, b }) => ({ seat: a + 1, space: b })),
    left,
    stranded: after.islanders
      .filter(({ stuck, space }) => stuck && !waited.includes(space))
      .map(({ seat, space }) => ({ seat, space })),
    groups: after.groups,
    dangers: dangers(rules, step.after, step.before.turn),
    wins: after.winners.length === 1 ? after.winners[0]! : 0,
  };
}

/** The islanders that move, in the order of their spaces. */
function walks(step: ShownStep<State>): PapuaWalk[] {
  const caught = ofKind(step, Report.CAUGHT).map((row) => row.b);
  return ofKind(step, Report.MOVES_FROM).map(({ a, b }) => {
    const end = b + step.before.die;
    return { seat: a + 1, start: b, end, caught: caught.includes(end) };
  });
}

/** Which islanders of a seat the next one could send back or lead into a cannibal space. */
function dangers(rules: Rules<State>, s: State, seat: number): PapuaDanger[] {
  if (s.phase !== Phase.THROW || rules.toAct(s) !== CHANCE) return [];
  const mine = s.islanders[seat]!;
  const faces = new Map<number, number[]>();
  for (const face of upTo(FACES).map((i) => i + 1)) {
    const codes = rules.legal({ ...s, phase: Phase.MOVE, die: face });
    const by = BigInt(face);
    let lost = 0n;
    for (const code of codes) {
      const moving = rules.compute("movers_of", code);
      lost |= mine & (moving << by) & ~moving;
      lost |= mine & moving & (s.cannibals >> by);
    }
    for (const space of bitsOf(lost)) faces.set(space, [...(faces.get(space) ?? []), face]);
  }
  return [...faces].map(([space, with_]) => ({ space, faces: with_ })).sort((one, other) => one.space - other.space);
}
