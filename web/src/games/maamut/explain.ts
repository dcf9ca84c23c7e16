// Where the points of each seat come from.
import type { Explained } from "../../lib/after/explain";
import { say } from "../../lib/words.svelte";
import type { MaamutScene } from "./scene";

export const explain = ({ hunters, winner }: MaamutScene): Explained => ({
  lines: hunters.map(({ seat, out }) => {
    if (seat === winner) return say("web.maamut_trapped");
    return out ? say("web.maamut_out") : say(winner ? "web.maamut_missed" : "web.maamut_escaped");
  }),
  unit: null,
  rule: "web.result_maamut",
  paragraph: "H40",
});
