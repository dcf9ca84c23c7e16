// Reviews of matches of this device: split between workers, put together, and made anew if one fails.
import { beforeEach, expect, test, vi } from "vitest";
import { callHere } from "../../src/lib/offline/calls";
import { reviewState, startReview } from "../../src/lib/offline/review/reviews";
import { workerLine } from "../../src/lib/offline/workerLine";

class Fake {
  static all: Fake[] = [];
  onmessage = (_: { data: unknown }) => {};
  onerror = () => {};
  readonly given: any[] = [];
  terminate = vi.fn();
  constructor() {
    Fake.all.push(this);
  }
  postMessage(given: unknown): void {
    this.given.push(given);
  }
}

const PLAYED = { game: "chess", opening: {}, events: [] };
let ask: ReturnType<typeof asking>;
const asking = () => vi.spyOn(workerLine, "ask").mockResolvedValue(PLAYED);

beforeEach(() => {
  Fake.all = [];
  vi.stubGlobal("Worker", Fake);
  Object.defineProperty(navigator, "hardwareConcurrency", { value: 3, configurable: true });
  ask = asking();
});

const tell = (worker: number, data: object) => Fake.all[worker]!.onmessage({ data });

test("a review is made once, by two workers on three cores", async () => {
  expect(reviewState("t")).toMatchObject({ state: "none" });
  expect(await callHere("POST", "/api/tables/t/review", undefined)).toMatchObject({ state: "running", progress: 0 });
  await startReview("t");
  expect(ask.mock.calls).toEqual([["played", "t"]]);
  expect(Fake.all.map(({ given }) => given)).toEqual([[{ ...PLAYED, part: 0, of: 2 }], [{ ...PLAYED, part: 1, of: 2 }]]);
  for (const worker of [0, 1]) tell(worker, { count: 2 });
  tell(1, { index: 1, finding: { after: 1 } });
  expect(await callHere("GET", "/api/tables/t/review", undefined)).toMatchObject({ state: "running", progress: 0.5 });
  tell(0, { index: 0, finding: {} });
  expect(Fake.all[0]!.given.at(-1)).toEqual({ findings: [{}, { after: 1 }] });
  tell(0, { review: "all" });
  expect(await startReview("t")).toEqual({ state: "done", progress: 1, review: "all" });
  expect(Fake.all.every(({ terminate }) => terminate.mock.calls.length === 1)).toBe(true);
});

test("a review that failed can be made anew", async () => {
  await startReview("u");
  Fake.all[1]!.onerror();
  expect(reviewState("u").state).toBe("failed");
  expect((await startReview("u")).state).toBe("running");
});
