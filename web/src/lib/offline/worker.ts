// The worker in which the tables of this device are: bots think here, and the page never waits.
import { Refused } from "../engine/refused";
import type { Playable } from "../engine/telling";
import { House, type Cartridge } from "./house";
import { Store } from "./store";

/** What a page asks: a method of the house, and what it is given. */
export interface Asked {
  n: number;
  ask: "newTable" | "myTables" | "info" | "replay" | "verify" | "transcript" | "watch" | "unwatch" | "command";
  given: unknown[];
}

const PLAYS = import.meta.glob<Playable<any>>("../../games/*/play.ts", { import: "game" });
const MODULES = import.meta.glob<string>("../../../../src/tablee/games/*/rules.wasm", { query: "?url", import: "default", eager: true });

async function load(game: string): Promise<Cartridge> {
  const address = MODULES[`../../../../src/tablee/games/${game}/rules.wasm`];
  const play = PLAYS[`../../games/${game}/play.ts`];
  if (!address || !play) throw new Refused("offline.only_here");
  const answer = await fetch(new URL(address, import.meta.url));
  if (!answer.ok) throw new Refused("offline.module_damaged", { title: { key: `web.title_${game}`, values: {} } });
  return { play: await play(), bytes: await answer.arrayBuffer() };
}

const PATIENCE = 2000; // ms, for a tab that is being closed

/** Hold a table as long as this page is open. */
function hold(table: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true); // over plain http
  return new Promise((resolve) => {
    const forGood = () => new Promise<never>(() => resolve(true));
    navigator.locks.request(`tablee ${table}`, { signal: AbortSignal.timeout(PATIENCE) }, forGood).catch(() => resolve(false));
  });
}

const house = new House(new Store(), {
  load,
  send: (message) => postMessage({ message }),
  unkept: () => postMessage({ unkept: true }),
  later: (think) => void setTimeout(think),
  hold,
  now: () => Date.now(),
});

onmessage = async ({ data }: MessageEvent<Asked>) => {
  const { n, ask, given } = data;
  try {
    const done = await (house[ask] as (...given: unknown[]) => unknown).apply(house, given);
    postMessage({ n, done });
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    const { key, values, paragraph, instead, stale } = problem;
    postMessage({ n, refused: { why: { key, values }, paragraph, instead, stale } });
  }
};
