// A result explained: where each seat's points come from, as the last scene shows it.
import { counted, say } from "./words.svelte";
import type { MaamutScene, MaheScene, MaroceauScene, PapuaScene } from "./wire";

export interface Explained {
  lines: string[]; // of each seat, from 1
  unit: ((score: number) => string) | null; // null: points say nothing
  rule: string; // the message that says who wins
  paragraph: string; // which says so
}

const GAMES: Record<string, (scene: any) => Explained> = {
  mahe: ({ nests }: MaheScene) => ({
    lines: nests.map(({ cards, beach }) => {
      const sum = [...cards.map(String), ...(beach ? [say("web.the_beach")] : [])];
      return sum.length ? sum.join(" + ") : say("web.no_clutch");
    }),
    unit: (score) => counted("eggs", score),
    rule: "web.result_mahe",
    paragraph: "M50",
  }),
  maamut: ({ hunters, winner }: MaamutScene) => ({
    lines: hunters.map(({ seat, out }) => {
      if (seat === winner) return say("web.maamut_trapped");
      return out ? say("web.maamut_out") : say(winner ? "web.maamut_missed" : "web.maamut_escaped");
    }),
    unit: null,
    rule: "web.result_maamut",
    paragraph: "H40",
  }),
  papua: ({ islanders, pot, canoe }: PapuaScene) => ({
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
  }),
  maroceau: ({ grids, last }: MaroceauScene) => ({
    lines: grids.map(({ seat }) => {
      const round = last?.seats.find((one) => one.seat === seat);
      if (!round) return "";
      const values = { round: last!.number, points: round.points, counted: round.counted };
      return say(round.doubled ? "web.maroceau_doubled" : "web.maroceau_last", values);
    }),
    unit: (score) => counted("points", score),
    rule: "web.result_maroceau",
    paragraph: "W40",
  }),
};

export function explain(game: string, scene: unknown): Explained {
  return scene ? GAMES[game]!(scene) : { lines: [], unit: null, rule: "", paragraph: "" };
}
