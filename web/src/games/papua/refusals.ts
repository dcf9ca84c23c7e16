// Papua: what has to happen now, and why a move is refused.
import type { Rules } from "../../lib/engine/rules";
import { hasBit, seatName, upTo, type Reason } from "../../lib/engine/telling";
import { everyone, lowest } from "./path";
import { AWAITED, Code, MAX_SPACES, Phase, REASONS, Why, type State } from "./record";

export function awaited(rules: Rules<State>, s: State): [string, string] {
  if (s.phase !== Phase.ENDED) return AWAITED[s.phase]!;
  if (hasBit(everyone(rules, s), s.canoe)) return ["P41", "papua.ended_in_canoe"];
  return ["P42", s.turns === s.turn_limit * s.seats ? "papua.ended_by_limit" : "papua.ended_stuck"];
}

export function refusal(rules: Rules<State>, s: State, code: number, reason: number): Reason {
  let [paragraph, key] = REASONS[reason]!;
  let values: Record<string, unknown> = { die: s.die, canoe: s.canoe, end: s.canoe - 1 };
  if (code >= Code.GROUP && code < Code.FIRST) {
    const first = Math.floor((code - Code.GROUP) / MAX_SPACES) + 1;
    const last = ((code - Code.GROUP) % MAX_SPACES) + 1;
    values = { ...values, ...groupValues(rules, s, first, last) };
    if (reason === Why.ONE_COLOUR && first === last) key = "papua.one_islander";
  } else if (code !== Code.PASS) {
    const space = code >= Code.LEAP ? code - Code.LEAP + 1 : code - Code.ALONE;
    const owner = upTo(s.seats).find((seat) => hasBit(s.islanders[seat]!, space));
    values = { ...values, space, arrival: space + s.die, owner: seatName(owner === undefined ? 0 : owner + 1) };
    values.needed = s.canoe - space;
    if (code >= Code.LEAP && paragraph === "P12") paragraph = "P29"; // it is about an own islander here, too
  }
  return { paragraph, key, values };
}

/** What a refusal may have to say of the islanders from `first` to `last`. */
function groupValues(rules: Rules<State>, s: State, first: number, last: number): Record<string, unknown> {
  const allRound = everyone(rules, s) & ~s.squares;
  const wanted = (2n << BigInt(last)) - (1n << BigInt(first));
  let [start, end] = [first, last];
  while (hasBit(allRound, start - 1)) start -= 1;
  while (hasBit(allRound, end + 1)) end += 1;
  return {
    spaces: first === last ? first : `${first}-${last}`,
    first,
    last,
    space: last,
    square: lowest(rules, wanted & s.squares),
    gap: lowest(rules, wanted & ~allRound),
    whole: `${start}-${end}`,
    god: rules.ask("god_on_the_way", s, first),
  };
}
