// The worker in which the tables of this device are: bots think here, and the page never waits.
import { cartridge } from "../engine/playing";
import { Refused } from "../engine/refused";
import { holder } from "../tabs";
import { House } from "./house";
import { Store } from "./store";

/** What a page asks: a method of the house, and what it is given. */
export interface Asked {
  n: number;
  ask: "newTable" | "myTables" | "info" | "replay" | "verify" | "transcript" | "played" | "drop" | "watch" | "unwatch" | "command";
  given: unknown[];
}

const house = new House(new Store(), {
  load: cartridge,
  send: (message) => postMessage({ message }),
  unkept: () => postMessage({ unkept: true }),
  later: (think) => void setTimeout(think),
  hold: holder(),
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
