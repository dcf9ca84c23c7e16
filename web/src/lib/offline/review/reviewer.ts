// A worker that reviews some plies of a match of this device, beside the one that plays.
import { Reviewer, type Course, type Finding } from "../../engine/coach/review";
import { compiled } from "../../engine/module";
import { cartridge } from "../../engine/playing";
import { Rules } from "../../engine/rules";
import type { Review } from "../../after/review";
import { Match, type Event, type Opening } from "../match/match";

/** A match and every `of`th of its plies, from `part` on; or the findings on all of them. */
export type Given = { game: string; opening: Opening; events: Event[]; part: number; of: number } | { findings: Finding[] };
/** What is told back: how many plies there are, the findings on one of them, and the review. */
export type Told = { count: number } | { index: number; finding: Finding } | { review: Review };

const tell = (told: Told) => postMessage(told);
let reviewer: Reviewer;

onmessage = async ({ data }: MessageEvent<Given>) => {
  if ("findings" in data) return tell({ review: reviewer.conclude(data.findings) });
  const { play, bytes } = await cartridge(data.game);
  const rules = new Rules(play.manifest, await compiled(play.manifest, bytes));
  const match = data.events.reduce((one, event) => one.after(event), Match.open({ play, rules }, data.opening));
  reviewer = new Reviewer(rules, courseOf(match));
  tell({ count: reviewer.count });
  for (let index = data.part; index < reviewer.count; index += data.of) tell({ index, finding: reviewer.find(index) });
};

/** The course of a finished match. */
export function courseOf({ line, result, opening: { settings, names } }: Match): Course {
  const { winners } = result!;
  return {
    plies: line.map(({ number, before, code }) => ({ number, before, code })),
    shares: settings.seats.map((_, place) => (winners.includes(place + 1) ? 1 / winners.length : 0)),
    options: settings.options ?? {},
    names,
  };
}
