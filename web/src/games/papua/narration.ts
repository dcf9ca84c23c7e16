// Papua in words: what happens in a step, and what a move would do.
import type { Row, Rules } from "../../lib/engine/rules";
import { saying, told, type ShownStep } from "../../lib/engine/telling";
import type { Saying, Told } from "../../lib/wire";
import { POT, Report, type State } from "./record";
import { ofKind } from "./show";

/** What happens in a step; a move belongs to the number rolled. */
export function tell(rules: Rules<State>, step: ShownStep<State>): Told[] {
  const { what, a, b } = step.reports[0]!;
  if (what === Report.BEGINS) return [told(a + 1, [saying("tell.begins")])];
  if (what === Report.DIE) return [told(a + 1, [saying("tell.papua_die", { die: b })])];
  return [told(step.before.turn + 1, says(rules, step), true)];
}

/** Where a move leads, and which islanders go along, are sent back, are caught, or win. */
export function says(_rules: Rules<State>, step: ShownStep<State>): Saying[] {
  if (step.reports[0]!.what === Report.PASSES) return [saying("tell.papua_pass")];
  const moved = ofKind(step, Report.MOVES_FROM).map((row) => row.a);
  const others = [...new Set(moved)].filter((seat) => seat !== step.before.turn).sort();
  const along = { seats: { each: others.map((seat) => ({ seat: seat + 1 })) } };
  return [
    moveSaid(step),
    ...(others.length ? [saying("tell.papua_along", along)] : []),
    ...ofKind(step, Report.SENT_BACK, Report.CAUGHT, Report.IN_CANOE).map(lossSaid),
  ];
}

/** From where to where. */
function moveSaid(step: ShownStep<State>): Saying {
  const starts = ofKind(step, Report.MOVES_FROM).map((row) => row.b);
  const [first, last, die] = [starts[0]!, starts.at(-1)!, step.before.die];
  if (last > first) {
    return saying("tell.papua_group", { start: `${first}-${last}`, end: `${first + die}-${last + die}` });
  }
  return saying(first === POT ? "tell.papua_from_pot" : "tell.papua_one", { start: first, end: first + die });
}

/** What becomes of an islander. */
function lossSaid({ what, a, b }: Row): Saying {
  const seat = { seat: a + 1 };
  if (what === Report.IN_CANOE) return saying("tell.papua_canoe", { seat });
  return saying(what === Report.SENT_BACK ? "tell.papua_sent_back" : "tell.papua_caught", { seat, space: b });
}
