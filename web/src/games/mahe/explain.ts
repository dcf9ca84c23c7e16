// Where the points of each seat come from.
import type { Explained } from "../../lib/after/explain";
import { counted, say } from "../../lib/words.svelte";
import type { MaheScene } from "./scene";

export const explain = ({ nests }: MaheScene): Explained => ({
  lines: nests.map(({ cards, beach }) => {
    const sum = [...cards.map(String), ...(beach ? [say("web.the_beach")] : [])];
    return sum.length ? sum.join(" + ") : say("web.no_clutch");
  }),
  unit: (score) => counted("eggs", score),
  rule: "web.result_mahe",
  paragraph: "M50",
});
