// Mahé in words: what happens in a step, and what a move would do.
import type { Row, Rules } from "../../lib/engine/rules";
import { reported, saying, told, upTo, type ShownStep } from "../../lib/engine/telling";
import type { Saying, Told } from "../../lib/wire";
import { BEACH, Code, FACES, RAFT, Report, type State } from "./record";
import { letter } from "./turtles";

/** What happens in a step; further dice of a move continue its line. */
export function tell(rules: Rules<State>, step: ShownStep<State>): Told[] {
  const { before: s, reports } = step;
  const first = reports[0];
  if (!first) return []; // the die that follows tells it
  if (first.what === Report.BEGINS) return [told(first.a + 1, [saying("tell.begins")])];
  if (first.what === Report.CARD_TURNED) {
    return [told(0, [saying("tell.mahe_flip", { eggs: { count: "eggs", number: first.a } })])];
  }
  if (s.mover === 0 || s.thrown === 0) return [told(s.turn + 1, sayings(rules, step))];
  return [told(rules.ask("decider", s) + 1, sayings(rules, step), true)];
}

/** A move, or a die, with all that follows from it. */
function sayings(rules: Rules<State>, step: ShownStep<State>): Saying[] {
  const said = step.reports.filter((row) => row.what !== Report.FALLS).map((row) => sentence(rules, step, row));
  const fallen = step.reports.filter((row) => row.what === Report.FALLS);
  if (fallen.length === 0) return said;
  const each = fallen.map((row) => turtleSaid(rules, step.before, row.a));
  return [...said, saying("tell.mahe_bust", { turtles: { each } })];
}

/** A single report as a sentence. */
function sentence(rules: Rules<State>, step: ShownStep<State>, { what, a, b }: Row): Saying {
  const s = step.before;
  switch (what) {
    case Report.TURTLE_CHOSEN:
      return saying("tell.mahe_turtle", { turtle: letter(rules, s, a) });
    case Report.DIE: {
      if (s.thrown) return saying("tell.mahe_next_die", { face: a, sum: rules.ask("total", s) + a });
      const key = rules.ask("turtles_each", s) === 2 ? "tell.mahe_first_die_for" : "tell.mahe_first_die";
      return saying(key, { turtle: letter(rules, s, s.mover), face: a });
    }
    case Report.CARD_PLAYED:
      return saying("tell.mahe_card", { value: a, sum: rules.ask("total", s) + a });
    case Report.STOPS:
      return saying("tell.mahe_stop");
    case Report.WALKS: {
      const [start, end] = [placeSaid(s.space[a]!), placeSaid(step.after.space[a]!)];
      return saying("tell.mahe_walk", { steps: { count: "steps", number: b }, start, end });
    }
    case Report.CLIMBS:
      return saying("tell.mahe_climbs", { turtle: turtleSaid(rules, s, b) });
    default: {
      const key = what === Report.LAYS ? "tell.mahe_lays" : "tell.mahe_lays_last";
      return saying(key, { seat: { seat: a + 1 }, eggs: { count: "eggs", number: b } });
    }
  }
}

/** A turtle by the name of its seat; with two turtles a seat also which of them. */
function turtleSaid(rules: Rules<State>, s: State, turtle: number): unknown {
  const seat = { seat: rules.ask("owner", s, turtle) + 1 };
  if (rules.ask("turtles_each", s) === 1) return seat;
  return saying("tell.mahe_turtle_of", { seat, turtle: letter(rules, s, turtle) });
}

/** The name of a space, or its number. */
function placeSaid(space: number, key = "tell.mahe_number"): Saying {
  if (space === RAFT) return saying("mahe.raft");
  return saying(space === BEACH ? "mahe.beach" : key, { space });
}

/** What a move would do; of another die, how often it busts. */
export function says(rules: Rules<State>, step: ShownStep<State>): Saying[] {
  const { before: s, after, reports } = step;
  const first = reports[0];
  if (!first) {
    const falls = (face: number) => reported({ ...step, ...rules.play(after, Code.DIE + face) }, Report.FALLS);
    const busts = upTo(FACES).filter(falls).length;
    return [saying(busts ? "tell.mahe_risk" : "tell.mahe_no_risk", { chance: { chance: busts / FACES } })];
  }
  if (first.what === Report.TURTLE_CHOSEN) {
    const turtle = first.a;
    const place = placeSaid(s.space[turtle]!, "tell.mahe_space");
    const values = { turtle: letter(rules, s, turtle), place };
    const boss = rules.ask("owner", s, rules.ask("topmost", s, turtle));
    if (boss === s.turn) return [saying("tell.mahe_choose", values)];
    return [saying("tell.mahe_choose_ridden", { ...values, seat: { seat: boss + 1 } })];
  }
  const said = sayings(rules, step);
  return said.length > 1 ? said.slice(1) : said;
}
