// Whether a move reveals anything hidden to any viewer, as in tablee.table.undo: in all
// worlds that look alike to a spectator it must be legal, and worlds that looked alike to a viewer
// before it must do so after it. Here the worlds are a sample, as chance would deal them.
import { Instance } from "../../engine/module";
import { Layout } from "../../engine/layout";
import { DICE } from "../../engine/records";
import { SPECTATOR, type Rules } from "../../engine/rules";

const WORLDS = 40;

export function reveals(rules: Rules<any>, s: any, code: number): boolean {
  if (!rules.manifest.hides) return false;
  const known = new Map<string, string>();
  for (const world of worlds(rules, s)) {
    if (rules.whyNot(world, code) !== 0) return true;
    const { after } = rules.play(world, code);
    for (let viewer = SPECTATOR; viewer < s.seats; viewer++) {
      const [seen, then] = [world, after].map((one) => Object.values(rules.observe(one, viewer)).join());
      const before = `${viewer} ${seen}`;
      if ((known.get(before) ?? then) !== then) return true;
      known.set(before, then!);
    }
  }
  return false;
}

/** The world as it is, and others that a spectator can't tell from it. */
function* worlds(rules: Rules<any>, s: any): Generator<any> {
  yield s;
  const desk = new Instance(rules.module);
  const [layout, dice] = [new Layout<any>(rules.manifest.fields), new Layout<any>(DICE)];
  const [state, throws] = [desk.take(layout.size), desk.take(dice.size)];
  const seen = rules.observe(s, SPECTATOR);
  for (let number = 0; number < WORLDS; number++) {
    layout.write(desk.view, state, seen);
    dice.write(desk.view, throws, { seed_low: BigInt(number), seed_high: 0n, match: 0n, ply: 0n, spare: [0n, 0n, 0n, 0n] });
    desk.call("resample", state, BigInt(SPECTATOR), throws);
    yield layout.read(desk.view, state);
  }
}
