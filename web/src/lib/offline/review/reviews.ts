// Reviews of matches of this device: made once while the page is open, by workers of their own.
import type { Finding } from "../../engine/coach/review";
import type { ReviewState } from "../../wire";
import type { Event, Opening } from "../match/match";
import { workerLine } from "../workerLine";
import type { Given, Told } from "./reviewer";

const MOST_WORKERS = 4;
const NONE: ReviewState = { state: "none", progress: 0, review: null };
const reviews = new Map<string, Job>();

/** A match as it is kept. */
export interface Played {
  game: string;
  opening: Opening;
  events: Event[];
}

/** Start a review unless there is one; a failed one is tried again. */
export async function startReview(table: string): Promise<ReviewState> {
  const known = reviews.get(table);
  if (known && known.state.state !== "failed") return known.state;
  const job = new Job(await workerLine.ask<Played>("played", table));
  reviews.set(table, job);
  return job.state;
}

export function reviewState(table: string): ReviewState {
  return reviews.get(table)?.state ?? NONE;
}

class Job {
  state: ReviewState = { state: "running", progress: 0, review: null };
  private readonly workers: Worker[] = [];
  private readonly findings: Finding[] = [];
  private found = 0;
  private count = Infinity;

  constructor(match: Played) {
    const of = Math.max(1, Math.min(MOST_WORKERS, (navigator.hardwareConcurrency ?? 2) - 1));
    for (let part = 0; part < of; part++) {
      const worker = new Worker(new URL("./reviewer.ts", import.meta.url), { type: "module" });
      this.workers.push(worker);
      worker.onmessage = ({ data }: MessageEvent<Told>) => this.hear(data);
      worker.onerror = () => this.end({ state: "failed", progress: 0, review: null });
      worker.postMessage({ ...match, part, of } satisfies Given);
    }
  }

  private hear(told: Told): void {
    if ("count" in told) this.count = told.count;
    else if ("review" in told) return this.end({ state: "done", progress: 1, review: told.review });
    else {
      this.findings[told.index] = told.finding;
      this.found += 1;
      this.state = { ...this.state, progress: this.found / this.count };
    }
    if (this.found === this.count) this.workers[0]!.postMessage({ findings: this.findings } satisfies Given);
  }

  private end(state: ReviewState): void {
    this.state = state;
    this.workers.forEach((worker) => worker.terminate());
  }
}
