// The coach without a server: the moves with their chances to win, and which of them is best.
import { advise, grouped, isClose } from "../engine/coach/compare";
import type { Advice, AdvisedMove, Saying } from "../wire";
import type { Match } from "./match/match";

/** What the coach says to the seat to move. */
export function adviceOn(match: Match, seed: bigint): Advice {
  const { kit: { rules }, opening, number: event, toAct: seat } = match;
  const found = advise(rules, rules.observe(match.state, seat - 1), opening.settings.options ?? {}, seed);
  const text = (code: number) => rules.notation.text(code);
  const moves = grouped(found).flatMap((group, place) =>
    group.map(({ code, wins: chance, error, loss }): AdvisedMove => ({ text: text(code), chance, error, loss, says: [], group: place + 1 })),
  );
  const [best, other] = found;
  const why: Saying = other
    ? {
        key: isClose(other) ? "coach.best_close" : "coach.best",
        values: { best: text(best!.code), move: text(other.code), wins: { wins: best!.wins }, others: { wins: other.wins } },
      }
    : { key: "coach.only_move", values: { move: text(best!.code) } };
  return { do: "advice", table: opening.table, event, seat, moves, why: [why] };
}
