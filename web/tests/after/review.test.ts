// Reviews, and the layout of their charts.
import { describe, expect, test } from "vitest";
import { bandOf, endsOf, lineOf, nearestRow, plotOf } from "../../src/lib/after/reviewPlot";
import {
  better, change, eventOfRow, mistakesOf, named, rowOfEvent, shownRows, tally, turningPoints,
  type Judgement, type Ply, type Review,
} from "../../src/lib/after/review";
import { speakLanguage, TABLE } from "../../src/lib/words.svelte";

const judged = (verdict: Judgement["verdict"], counted: number, why = counted > 0): Judgement => ({
  verdict, best: "stop", loss: counted, loss_error: 0, counted,
  moves: [
    { move: "roll", wins: 0.4, wins_error: 0.01, loss: counted },
    { move: "stop", wins: 0.4 + counted, wins_error: 0.01, loss: 0 },
    { move: "card 3", wins: 0.4 + counted / 3, wins_error: 0.01, loss: 0 },
  ],
  why: why ? [{ key: "coach.review_deal", values: {} }] : [],
});
const ply = (number: number, actor: number, judgement?: Judgement): Ply => ({
  number, actor, move: "roll", kind: actor < 0 ? "chance" : judgement ? "decision" : "forced", ...(judgement && { judgement }),
});

/** Two plies of the deal, which are event 1; then five, events 2 to 6. */
const review: Review = {
  game: "chess",
  names: ["Ada", ""],
  deal: 2,
  finished: true,
  simulations: 100,
  seed: 1,
  values: [[0.5, 0.5], [0.5, 0.5], [0.5, 0.5], [0.6, 0.4], [0.3, 0.7], [0.3, 0.7], [0.35, 0.65], [1, 0]],
  errors: Array.from({ length: 8 }, () => [0.02, 0.1]),
  accounts: [],
  plies: [
    ply(1, -1), ply(1, -1),
    ply(2, 1, judged("best", 0)), ply(3, 2, judged("blunder", 0.3)), ply(4, 1),
    ply(5, 2, judged("mistake", 0.3)), ply(6, 1, judged("fine", 0.01, false)),
  ],
};

test("the deal is one step of the chart", () => {
  expect(shownRows(review)).toEqual([0, 2, 3, 4, 5, 6, 7]);
  expect(shownRows({ ...review, deal: 0 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test("rows and events map to each other", () => {
  for (const row of shownRows(review)) expect(rowOfEvent(review, eventOfRow(review, row))).toBe(row);
  expect([eventOfRow(review, 0), eventOfRow(review, 99)]).toEqual([0, 6]);
  expect([rowOfEvent(review, 0), rowOfEvent(review, 99)]).toEqual([0, 7]);
});

test("turning points are in order, without rows that changed nothing", () => {
  expect(change(review, 3)[0]).toBeCloseTo(-0.3);
  expect(turningPoints(review)).toEqual([2, 3, 5, 6]);
  expect(turningPoints(review, 2)).toEqual([3, 6]);
  expect(turningPoints(review, 0)).toEqual([]);
});

test("mistakes of a seat are sorted by loss, then by time, and only explained ones are listed", () => {
  expect(mistakesOf(review, 2)).toEqual([3, 5]);
  expect(mistakesOf(review, 1)).toEqual([]);
  expect(mistakesOf(review, -1)).toEqual([]);
});

test("verdicts are counted", () => {
  expect(tally(review, 1)).toEqual({ best: 1, fine: 1, inaccuracy: 0, mistake: 0, blunder: 0 });
  expect(Object.values(tally(review, 9)).every((count) => count === 0)).toBe(true);
});

test("better moves save at least half of the loss", () => {
  const { played, moves } = better(review.plies[3]!);
  expect(played).toBe(0.4);
  expect(moves.map((one) => one.move)).toEqual(["stop"]);
});

test("seats are named as elsewhere", async () => {
  await speakLanguage("en", TABLE);
  expect(named(review).names).toEqual(["Ada", "Seat 2"]);
  expect(review.names[1]).toBe("");
});

describe("the chart", () => {
  const plot = plotOf(review, 600, 300, false);

  test("goes from the left to the right edge, and from 0 at the bottom to 1 at the top", () => {
    expect([plot.x(0), plot.x(7)]).toEqual([plot.left, plot.right]);
    expect([plot.y(0), plot.y(1)]).toEqual([plot.bottom, plot.top]);
    expect([plot.y(-0.1), plot.y(1.1)]).toEqual([plot.bottom, plot.top]); // a band may go beyond
    expect(plot.x(1)).toBe(plot.x(2)); // within the deal: where it is over
  });

  test("a small one keeps a width, and a match without moves a place", () => {
    const small = plotOf(review, 10, 40, true);
    expect(small.right).toBeGreaterThan(small.left);
    expect(small.bottom).toBeGreaterThan(small.top);
    const empty = plotOf({ ...review, deal: 0, values: [[0.5, 0.5]], plies: [] }, 600, 300, false);
    expect(empty.x(0)).toBe(empty.left);
    expect(nearestRow(empty, 300)).toBe(0);
  });

  test("finds the nearest row, also from outside", () => {
    for (const row of plot.rows) expect(nearestRow(plot, plot.x(row) + 3)).toBe(row);
    expect([nearestRow(plot, -50), nearestRow(plot, 9999)]).toEqual([0, 7]);
  });

  test("a line has a point for each row, its band two", () => {
    expect(lineOf(review, plot, 0).split(" ")).toHaveLength(7);
    const band = bandOf(review, plot, 0).split(" ").map((point) => point.split(",").map(Number));
    expect(band).toHaveLength(14);
    expect(band[0]![0]).toBe(band.at(-1)![0]);
    expect(band[0]![1]).toBeLessThan(band.at(-1)![1]!); // the upper edge first
  });

  test("labels at the ends are in order, apart, and within the chart", () => {
    const many = { ...review, values: [...review.values.slice(0, -1), [0.01, 0.02, 0, 0.97]] };
    const ends = endsOf(many, plot, 20);
    const order = [3, 1, 0, 2].map((seat) => ends[seat]!);
    for (let place = 1; place < 4; place++) expect(order[place]! - order[place - 1]!).toBeGreaterThanOrEqual(20 - 1e-9);
    expect(Math.max(...ends)).toBeLessThanOrEqual(plot.bottom);
  });
});
