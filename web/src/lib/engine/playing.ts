// The rules of a game as the page fetches them: the compiled module, and what shows it.
import type { Playable } from "./telling";
import { compiled } from "./module";
import { Refused } from "./refused";
import { Rules } from "./rules";

/** The rules, and how they are shown. */
export interface Playing {
  rules: Rules<any>;
  game: Playable<any>;
}

/** What shows a game, and the bytes of compiled rules. */
interface Cartridge {
  play: Playable<any>;
  bytes: ArrayBuffer;
}

const GAMES = import.meta.glob<Playable<any>>("../../games/*/play.ts", { import: "game" });
const SHOWING = import.meta.glob<string>("../../../../src/tablee/games/*/page.wasm", { query: "?url", import: "default", eager: true });
const WHOLE = import.meta.glob<string>("../../../../src/tablee/games/*/rules.wasm", { query: "?url", import: "default", eager: true });
const known = new Map<string, Promise<Playing>>();
const loaded = new Map<string, Playing>();

/** Whether the page has the rules of a game. */
export function hasRules(game: string): boolean {
  return `../../games/${game}/play.ts` in GAMES;
}

/** The rules of a game, fetched once; what could not be fetched is asked for again next time. */
export function playing(name: string): Promise<Playing> {
  const found = known.get(name) ?? load(name);
  known.set(name, found);
  found.catch(() => known.delete(name));
  return found;
}

async function load(name: string): Promise<Playing> {
  const { play, bytes } = await fetched(name, SHOWING[`../../../../src/tablee/games/${name}/page.wasm`]!);
  const found = { game: play, rules: new Rules(play.manifest, await compiled(play.manifest, bytes)) };
  loaded.set(name, found);
  return found;
}

/** A move as JSON, by the notation of its game; where its rules are not there the text is all. */
export function jsonOf(game: string, text: string): Record<string, string | number> {
  const { notation } = loaded.get(game)?.rules ?? {};
  const code = notation?.code(text);
  return code === undefined ? { do: text } : notation!.of(code).json;
}

/** What shows a game, and the bytes of its rules with its bots and coach. */
export function cartridge(name: string): Promise<Cartridge> {
  return fetched(name, WHOLE[`../../../../src/tablee/games/${name}/rules.wasm`]!);
}

async function fetched(name: string, module: string): Promise<Cartridge> {
  if (!hasRules(name)) throw new Refused("offline.only_here");
  try {
    const [play, bytes] = await Promise.all([GAMES[`../../games/${name}/play.ts`]!(), bytesAt(name, module)]);
    return { play, bytes };
  } catch (problem) {
    throw problem instanceof Refused ? problem : new Refused("web.no_server");
  }
}

async function bytesAt(name: string, module: string): Promise<ArrayBuffer> {
  const answer = await fetch(module);
  if (!answer.ok) throw new Refused("offline.module_other", { title: { key: `web.title_${name}` } }); // there is a newer page
  return answer.arrayBuffer();
}
