// Mâamut: a flight of the mammoth moment by moment, as far as a viewer can follow it.
import { copyOf } from "../../lib/engine/layout";
import type { Rules } from "../../lib/engine/rules";
import { upTo, type ShownStep } from "../../lib/engine/telling";
import { CARD_VALUES, DIRECTIONS, NOWHERE, Phase, Report, type State } from "./record";

/** What happens, and the table afterwards. */
export interface Moment {
  beat: string;
  s: State;
}

/**
 * All that happens one after the other in a step; there is nothing where the mammoth isn't met. The
 * last moment is before the active hunter finishes its way, and before cards are discarded.
 */
export function moments(rules: Rules<State>, step: ShownStep<State>): Moment[] {
  const s = copyOf(step.before);
  const found: Moment[] = [];
  const now = (beat: string) => found.push({ beat, s: copyOf(s) });
  s.phase = Phase.HUNT; // no hunter is asked to make room on the way
  let landing = NOWHERE;
  for (const { what, a, b } of step.reports) {
    if (what === Report.MOVES) {
      landing = wayOf(rules, s, a, b).at(-1)!;
      spend(s, a, Math.floor(b / DIRECTIONS));
    } else if (what === Report.MEETS) {
      s.hunter[a] = b;
    } else if (what === Report.STANDS) {
      now("meet");
    } else if (what === Report.FLEES) {
      Object.assign(s, { flight: a, run: b, landing });
      now("meet");
    } else if (what === Report.RUNS_TO) {
      Object.assign(s, { mammoth: a, run: s.run - 1 });
      now("run");
    } else if (what === Report.FRIGHTENS) {
      s.frightened |= 1 << b;
    } else if (what === Report.MAKES_ROOM) {
      s.hunter[a] = b;
      s.frightened &= ~(1 << a);
      now("flee");
    } else if (what === Report.OUT) {
      if ((s.frightened >> a) & 1) now("fright");
      s.frightened &= ~(1 << a);
      s.hunter[a] = NOWHERE;
      s.trap[a] = step.after.trap[a]!;
      s.stock[a] = step.after.stock[a]!;
      now("out");
    }
  }
  return found;
}

/** A card leaves a hand, of which nothing may be known. */
function spend(s: State, seat: number, i: number): void {
  s.held[seat]! -= 1;
  s.discards[i]! += 1;
  if (s.hand[CARD_VALUES * seat + i]) s.hand[CARD_VALUES * seat + i]! -= 1;
}

/** The tile at the end of a way that is on the board. */
export function walk(rules: Rules<State>, tile: number, direction: number, steps: number): number {
  return Number(rules.compute("walk", tile, direction, steps));
}

/** The tiles from where a hunter stands to where its way ends. */
export function wayOf(rules: Rules<State>, s: State, seat: number, way: number): number[] {
  const [direction, steps] = [way % DIRECTIONS, Math.floor(way / DIRECTIONS) + 1];
  return upTo(steps + 1).map((number) => walk(rules, s.hunter[seat]!, direction, number));
}

/** The tiles that a fleeing mammoth has still to run. */
export function ahead(rules: Rules<State>, s: State): number[] {
  return upTo(s.run).map((number) => walk(rules, s.mammoth, s.flight, number + 1));
}

/** The seats of which this is reported, in the order in which it happens. */
export function seatsReported({ reports }: ShownStep<State>, what: number): number[] {
  return reports.filter((row) => row.what === what).map((row) => row.a);
}

/** The key of the message that tells why the mammoth has survived. */
export function survival(rules: Rules<State>, s: State): string {
  const hunters = rules.askSet("hunters_tiles", s);
  if (hunters === 0n) return "maamut.survived_all";
  if ((s.region & hunters) === 0n) return "maamut.survived_apart";
  return rules.ask("cornered", s) ? "maamut.survived_corner" : "maamut.survived_limit";
}
