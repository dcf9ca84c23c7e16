// Where the points of each seat come from.
import type { Explained } from "../../lib/after/explain";
import { counted, say } from "../../lib/words.svelte";
import type { MaroceauScene } from "./scene";

export const explain = ({ grids, last }: MaroceauScene): Explained => ({
  lines: grids.map(({ seat }) => {
    const round = last?.seats.find((one) => one.seat === seat);
    if (!round) return "";
    const values = { round: last!.number, points: round.points, counted: round.counted };
    return say(round.doubled ? "web.maroceau_doubled" : "web.maroceau_last", values);
  }),
  unit: (score) => counted("points", score),
  rule: "web.result_maroceau",
  paragraph: "W40",
});
