// The compiled rules by name, against the golden playthroughs that Python has written.
import { describe, expect, test } from "vitest";
import { choose } from "../src/lib/engine/bots";
import { copyOf, Layout } from "../src/lib/engine/layout";
import { compiled } from "../src/lib/engine/module";
import { Refused } from "../src/lib/engine/refused";
import { CHANCE, OVER, Rules, SPECTATOR } from "../src/lib/engine/rules";
import { bitsOf, type Playable } from "../src/lib/engine/telling";

const PLAYS = Object.values(import.meta.glob<Playable<any>>("../src/games/*/play.ts", { import: "game", eager: true }));
const GOLDEN = import.meta.glob<string>("../../tests/golden/*.txt", { query: "?raw", import: "default", eager: true });

const MODULES = import.meta.glob<string>("../../src/tablee/games/*/rules.wasm", { query: "?inline", import: "default", eager: true });
const SHOWING = import.meta.glob<string>("../../src/tablee/games/*/page.wasm", { query: "?inline", import: "default", eager: true });

/** The whole module of a game, or what the page needs of it. */
function bytesOf(name: string, whole = true): Uint8Array<ArrayBuffer> {
  const at = `../../src/tablee/games/${name}`;
  const [, base64] = (whole ? MODULES[`${at}/rules.wasm`] : SHOWING[`${at}/page.wasm`])!.split(",");
  return Uint8Array.from(atob(base64!), (sign) => sign.charCodeAt(0));
}

const rulesOf = async ({ manifest }: Playable<any>, whole = true) => new Rules(manifest, await compiled(manifest, bytesOf(manifest.name, whole)));

/** What Python writes as JSON. */
const json = (python: string) => JSON.parse(python.replaceAll("'", '"').replaceAll("True", "true").replaceAll("False", "false"));

function playthroughs(name: string): [string, string][] {
  return Object.entries(GOLDEN).filter(([path]) => path.includes(`/${name}-`));
}

describe.each(PLAYS.map((play) => [play.manifest.name, play] as const))("%s", (name, play) => {
  test.each(playthroughs(name))("reproduces the playthrough %s", async (_, text) => {
    const rules = await rulesOf(play, false);
    const [, seats, options] = /, (\d+) seats, options (.*), rules/.exec(text)!;
    let s = rules.start(Number(seats), json(options!));
    let plies = 0;
    for (const line of text.split("\n")) {
      const [, what, told] = /^(\[\d+\] to act:|    moves:|    chances:|    >|    result:) (.*)$/.exec(line) ?? [];
      const actor = rules.toAct(s);
      if (what === "    moves:") expect(rules.legal(s).map((code) => rules.notation.text(code)).join(", ")).toBe(told);
      else if (what === "    chances:") {
        const chances = rules.chances(s).map(([code, weight]) => [rules.notation.text(code), weight]);
        expect(Object.fromEntries(chances)).toEqual(json(told!));
      } else if (what === "    >") {
        s = rules.play(s, rules.notation.code(told!)!).after;
        plies += 1;
      } else if (what === "    result:") {
        const { points, ranks } = rules.score(s);
        expect(told).toContain(`scores=(${points.join(", ")}), ranks=(${ranks.join(", ")})`);
      } else if (what) expect(actor < 0 ? actor : actor + 1).toBe(Number(told));
    }
    expect(plies).toBeGreaterThan(20);
    expect(rules.toAct(s)).toBe(OVER);
  });

  test("shows a position, and has bots of all levels", async () => {
    const rules = await rulesOf(play);
    let s = rules.start(play.manifest.seats[0]!);
    while (rules.toAct(s) === CHANCE) s = rules.play(s, rules.chances(s)[0]![0]).after;
    const actor = rules.toAct(s);
    const seen = rules.observe(s, actor);
    const legal = rules.legal(seen);
    expect(play.scene(rules, seen)).toMatchObject({ to_act: actor + 1 });
    for (const level of ["gentle", "expert", "master"]) expect(legal).toContain(choose(rules, seen, level, 7n, 1));
    expect(choose(rules, seen, "master", 7n, 1)).toBe(choose(rules, seen, "master", 7n, 1));
    expect(rules.sees(s, SPECTATOR)).toBe(true);
  });

  test("refuses a damaged module and one of other rules by name", async () => {
    const { manifest } = play;
    const damaged = bytesOf(name).subarray(0, 5000);
    await expect(compiled(manifest, damaged)).rejects.toMatchObject({ key: "offline.module_damaged" });
    const sources = { ...manifest.sources, [Object.keys(manifest.sources)[0]!]: "other" };
    await expect(compiled({ ...manifest, sources }, bytesOf(name))).rejects.toMatchObject({ key: "offline.module_other" });
    const bare = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]); // a module that says nothing
    await expect(compiled(manifest, bare)).rejects.toBeInstanceOf(Refused);
  });
});

test("records round-trip numbers of every width", () => {
  const layout = new Layout<any>([["a", 8, 0], ["b", 64, 2], ["c", 32, 0], ["d", 16, 3]]);
  const record = { a: -3, b: [1n << 60n, -1n], c: 70_000, d: [1, -2, 3] };
  const view = new DataView(new ArrayBuffer(layout.size));
  layout.write(view, 0, record);
  expect(layout.read(view, 0)).toEqual(record);
  const copy = copyOf(record);
  copy.d[0] = 9;
  expect(record.d[0]).toBe(1);
  expect(bitsOf(0b1010n)).toEqual([1, 3]);
});
