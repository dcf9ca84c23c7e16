// Where the points of each seat come from.
import type { Explained } from "../../lib/after/explain";
import { say } from "../../lib/words.svelte";
import type { PapuaScene } from "./scene";

export const explain = ({ islanders, pot, canoe }: PapuaScene): Explained => ({
  ...(islanders.some((one) => one.space === canoe)
    ? { rule: "web.result_papua", paragraph: "P40" }
    : { rule: "web.result_papua_stuck", paragraph: "P42" }),
  lines: pot.map((_, place) => {
    const spaces = islanders.filter((one) => one.seat === place + 1).map((one) => one.space);
    const best = Math.max(0, ...spaces);
    if (best === canoe) return say("web.papua_canoe");
    return best ? say("web.papua_space", { space: best, canoe }) : say("web.in_pot");
  }),
  unit: null,
});
