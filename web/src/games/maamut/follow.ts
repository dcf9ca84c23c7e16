// What one remembers from scene to scene: which way the mammoth looks, and where the last move went.
import type { MaamutScene } from "./scene";
import { tile } from "./geometry";

export interface Leg {
  seat: number; // 0 is the mammoth
  from: string;
  to: string;
}

export interface Followed {
  scene: MaamutScene;
  right: boolean; // the mammoth looks there
  trace: Leg[];
}

/** The same after another scene; a flight is one move, however many scenes it takes. */
export function follow(last: Followed | null, scene: MaamutScene): Followed {
  if (!last) return { scene, right: false, trace: [] };
  if (last.scene === scene) return last;
  const legs: Leg[] = [];
  scene.hunters.forEach(({ seat, tile: to }, index) => {
    const from = last.scene.hunters[index]?.tile;
    if (from && to && from !== to) legs.push({ seat, from, to });
  });
  const [from, to] = [last.scene.mammoth, scene.mammoth];
  if (from !== to) legs.push({ seat: 0, from, to });
  const goesOn = last.scene.phase === "flight" || last.scene.phase === "fright";
  const shift = tile(to).x - tile(from).x;
  return {
    scene,
    right: shift ? shift > 0 : last.right,
    trace: legs.length && !goesOn ? legs : [...last.trace, ...legs],
  };
}
