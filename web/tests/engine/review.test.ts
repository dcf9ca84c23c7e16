// The review of a whole match: chances from the start to the result, and accounts that add up. That its
// numbers are those of Python is checked by same.ts.
import { beforeAll, expect, test, vi } from "vitest";
import { Reviewer, type Course } from "../../src/lib/engine/coach/review";
import { CHANCE, OVER } from "../../src/lib/engine/rules";
import { games, loadRules, rules } from "../offline/shelf";

vi.setConfig({ testTimeout: 60_000 });
beforeAll(loadRules);

const LAST = 10; // plies

/** The last plies of a match in which everybody does anything. */
function course(game: string): Course {
  const own = rules[game]!;
  const plies: Course["plies"] = [];
  let s = own.start(own.manifest.seats[0]!);
  for (let number = 1; own.toAct(s) !== OVER; number++) {
    const codes = own.toAct(s) === CHANCE ? own.chances(s).map(([code]) => code) : own.legal(s);
    const code = codes[(number * 7) % codes.length]!;
    plies.push({ number, before: s, code });
    s = own.play(s, code).after;
  }
  const { ranks } = own.score(s);
  const winners = ranks.filter((rank) => rank === 1).length;
  return { plies: plies.slice(-LAST), shares: ranks.map((rank) => (rank === 1 ? 1 / winners : 0)), options: {}, names: [] };
}

test.each(games)("%s", (game) => {
  const match = course(game);
  const reviewer = new Reviewer(rules[game]!, match, 600);
  const found = reviewer.conclude(match.plies.map((_, index) => reviewer.find(index)));
  expect(found.values).toHaveLength(match.plies.length + 1);
  expect(found.values.at(-1)).toEqual(match.shares);
  for (const { start, luck, own, others, result } of found.accounts) expect(start + luck + own + others).toBeCloseTo(result, 9);
  for (const { judgement, kind, move } of found.plies) {
    expect(judgement !== undefined).toBe(kind === "decision");
    if (!judgement) continue;
    expect(judgement.moves.map((one) => one.move)).toContain(move);
    expect(judgement.moves[0]!.move).toBe(judgement.best);
    expect(judgement.why).toHaveLength(["best", "fine"].includes(judgement.verdict) ? 0 : 1);
  }
});
