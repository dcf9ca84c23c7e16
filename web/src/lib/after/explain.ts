// Explaining a result: where each seat's points come from, by the last scene.
export interface Explained {
  lines: string[]; // of each seat, from 1
  unit: ((score: number) => string) | null; // null: points say nothing
  rule: string; // the message that says who wins
  paragraph: string; // which says so
}

const FILES = import.meta.glob<(scene: any) => Explained>("../../games/*/explain.ts", { eager: true, import: "explain" });
const NOTHING: Explained = { lines: [], unit: null, rule: "", paragraph: "" };

export function explain(game: string, scene: unknown): Explained {
  const find = FILES[`../../games/${game}/explain.ts`];
  return scene && find ? find(scene) : NOTHING;
}
