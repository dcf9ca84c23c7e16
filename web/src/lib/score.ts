// How a seat stands, in a word or two, as it is read off the scene.
import { counted, say } from "./words.svelte";
import type { MaamutScene, MaheScene, MaroceauScene, PapuaScene } from "./wire";

const STANDINGS: Record<string, (scene: any, seat: number, brief: boolean) => string> = {
  mahe: ({ nests }: MaheScene, seat) => counted("eggs", nests.find((one) => one.seat === seat)?.eggs ?? 0),
  maamut: ({ hunters }: MaamutScene, seat) =>
    counted("traps", hunters.find((one) => one.seat === seat)?.stock ?? 0),
  papua: ({ islanders }: PapuaScene, seat) => {
    const spaces = islanders.filter((one) => one.seat === seat).map((one) => one.space);
    return spaces.length ? say("web.furthest", { space: Math.max(...spaces) }) : say("web.in_pot");
  },
  maroceau: ({ grids }: MaroceauScene, seat, brief) => {
    const count = grids.find((one) => one.seat === seat)?.total ?? 0;
    return brief ? say("web.points_brief", { count }) : counted("points", count);
  },
};

export function standing(game: string, scene: unknown, seat: number, brief = false): string {
  return scene ? STANDINGS[game]!(scene, seat, brief) : "";
}
