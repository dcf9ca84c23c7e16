// Mâamut in the words of the page: short lines for the drawing, and the whole scene as lists.
import { counted, say } from "../../lib/words.svelte";
import type { MaamutHunter, MaamutPreview, MaamutScene } from "./scene";
import type { Fact } from "../contract";
import { TILES } from "./geometry";

const KINDS = ["grass", "snow", "rock", "cross", "unlaid"] as const;

/** Where a hunter is, or that they are out. */
function whereabouts(one: MaamutHunter): string {
  if (one.out) return say("web_maamut.out");
  return one.tile ? say("maamut.on_tile", { tile: one.tile }) : say("maamut.not_placed");
}

/** How the hunt stands, in one sentence. */
export function standing(scene: MaamutScene, names: string[], over = false): string {
  if (over && scene.phase !== "over") return say("web.match_over");
  const seat = { seat: scene.to_act || scene.turn };
  switch (scene.phase) {
    case "over":
      return say(scene.ending, { ...scene, seat: { seat: scene.winner }, tile: scene.mammoth }, names);
    case "flight":
      return say("web_maamut.flight", { seat: { seat: scene.turn } }, names);
    default:
      return say(`web_maamut.${scene.phase}`, { seat }, names);
  }
}

/** The chances of the card one draws after a move. */
export function odds(preview: MaamutPreview): string {
  const all = preview.draw.reduce((sum, count) => sum + count, 0);
  const [one, two, three] = preview.draw.map((count) => ({ chance: count / all }));
  return all ? say("web_maamut.odds", { one, two, three }) : "";
}

export function discardsLine(scene: MaamutScene): string {
  const cards = scene.discards
    .map((count, at) => (count > 1 ? say("web_maamut.times", { count, value: at + 1 }) : count ? at + 1 : ""))
    .filter(Boolean)
    .join(", ");
  return cards ? say("web_maamut.discards", { cards }) : say("web_maamut.no_discards");
}

/** All of the scene as headings and lists. */
export function facts(scene: MaamutScene, names: string[], over = false): Fact[] {
  return [
    { heading: say("web_maamut.the_hunt"), items: huntItems(scene, names, over) },
    { heading: say("web_maamut.hunters"), items: scene.hunters.map((one) => hunterItem(one, names)) },
    { heading: say("web_maamut.traps"), items: trapItems(scene, names) },
    { heading: say("web_maamut.steppe"), items: groundItems(scene) },
    {
      heading: say("web_maamut.cards"),
      items: [say("web_maamut.pile", { count: scene.pile }), discardsLine(scene)],
    },
  ];
}

function huntItems(scene: MaamutScene, names: string[], ended: boolean): string[] {
  const items = [standing(scene, names, ended)];
  if (scene.phase === "tiles") items.push(say("web_maamut.bag", scene.bag));
  if (scene.first) items.push(say("web_maamut.began", { seat: { seat: scene.first } }, names));
  items.push(say("web_maamut.mammoth", { tile: scene.mammoth }));
  const flight = scene.flight;
  if (flight) {
    if (flight.ahead.length)
      items.push(say("web_maamut.ahead", { direction: { key: `web.direction_${flight.direction}` }, tiles: flight.ahead.join(", ") }));
    items.push(say("web_maamut.lands", { seat: { seat: flight.driver }, tile: flight.landing }, names));
  }
  const over = scene.phase === "over" ? scene.turns : scene.turns + 1;
  items.push(say("web_maamut.turns", { turn: Math.min(over, scene.limit), limit: scene.limit }));
  items.push(say(scene.traps_stay ? "web_maamut.traps_stay" : "web_maamut.traps_go"));
  return items;
}

function hunterItem(one: MaamutHunter, names: string[]): string {
  const seat = { seat: one.seat };
  const where = whereabouts(one);
  if (one.out) return say("web_maamut.hunter_out", { seat, where }, names);
  const cards = one.cards.length ? one.cards.join(", ") : say("web_maamut.unseen", { count: one.held });
  const line = say("web_maamut.hunter", { seat, where, traps: counted("traps", one.stock), cards }, names);
  return one.frightened ? `${line} ${say("web_maamut.must_flee")}` : line;
}

function trapItems(scene: MaamutScene, names: string[]): string[] {
  if (!scene.traps.length) return [say("web_maamut.no_traps")];
  return scene.traps.map((trap) => say("web_maamut.trap", { seat: { seat: trap.seat }, tile: trap.tile }, names));
}

function groundItems(scene: MaamutScene): string[] {
  return KINDS.flatMap((kind) => {
    const tiles = TILES.filter((tile) => scene.ground[tile.number] === kind).map((tile) => tile.name);
    return tiles.length ? say(`web_maamut.ground_${kind}`, { tiles: tiles.join(" ") }) : [];
  });
}
