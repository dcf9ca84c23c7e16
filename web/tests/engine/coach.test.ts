// The coach ranks all moves, the best first, the same each time. That its numbers are those of Python
// is checked by same.ts, in a browser.
import { beforeAll, describe, expect, test, vi } from "vitest";
import { advise, grouped, isClose, type Estimate } from "../../src/lib/engine/coach/compare";
import { CHANCE, OVER } from "../../src/lib/engine/rules";
import { games, loadRules, rules } from "../offline/shelf";

vi.setConfig({ testTimeout: 60_000 });

beforeAll(loadRules);

const SIMULATIONS = 300;

/** What the seat to act sees at the first choice between so many moves; null if there is none. */
function choice(game: string, fewest: number): any {
  const own = rules[game]!;
  let s = own.start(own.manifest.seats[0]!);
  for (let ply = 0; ; ply++) {
    const actor = own.toAct(s);
    if (actor === OVER) return null;
    const codes = actor === CHANCE ? own.chances(s).map(([code]) => code) : own.legal(s);
    if (actor !== CHANCE && codes.length >= fewest) return own.observe(s, actor);
    s = own.play(s, codes[ply % codes.length]!).after;
  }
}

describe.each(games)("%s", (game) => {
  test("ranks every legal move, and loses nothing by the best", () => {
    const seen = choice(game, 2);
    const found = advise(rules[game]!, seen, {}, 1n, SIMULATIONS);
    expect(found.map(({ code }) => code).sort()).toEqual([...rules[game]!.legal(seen)].sort());
    expect(found[0]!.loss).toBe(0);
    for (const { wins, error, lossError } of found) {
      expect(wins).toBeLessThanOrEqual(found[0]!.wins);
      expect(error).toBeGreaterThanOrEqual(0);
      expect(lossError).toBeGreaterThanOrEqual(0);
    }
    expect(advise(rules[game]!, seen, {}, 1n, SIMULATIONS)).toEqual(found);
  });
});

test("several moves are simulated twice, the finalists among them longer", () => {
  const game = games.find((one) => !rules[one]!.manifest.coaching.trees && choice(one, 3))!;
  const seen = choice(game, 3);
  const found = advise(rules[game]!, seen, {}, 1n, SIMULATIONS);
  expect(found.length).toBeGreaterThan(2);
  expect(found.map(({ wins }) => wins)).toEqual(found.map(({ wins }) => wins).sort((one, other) => other - one));
});

describe("moves in groups", () => {
  const move = (code: number, wins: number, loss: number, error = 0.01): Estimate => ({ code, wins, error, loss, lossError: error });

  test("are those too close to call", () => {
    const moves = [move(1, 0.5, 0), move(2, 0.49, 0.01), move(3, 0.3, 0.2), move(4, 0.29, 0.21), move(5, 0.1, 0.4)];
    expect(grouped(moves).map((group) => group.map(({ code }) => code))).toEqual([[1, 2], [3, 4], [5]]);
    expect(moves.map(isClose)).toEqual([true, true, false, false, false]);
  });

  test("none where there are no moves", () => expect(grouped([])).toEqual([]));
});
