// Mahé in the words of the page: who decides, how far it goes, and the whole scene as lists.
import { counted, say } from "../../lib/words.svelte";
import type { MaheNest, MaheScene, MaheTurtle, MaheWalk } from "./scene";
import type { Fact } from "../contract";
import { BEACH, RAFT } from "./geometry";

/** A space, the raft or the beach. */
function placeName(space: number): string {
  if (space === RAFT) return say("mahe.raft");
  return space === BEACH ? say("mahe.beach") : say("tell.mahe_space", { space });
}

/** A turtle by the name of her seat, with her letter where it has two. */
function turtleName(turtle: MaheTurtle, names: string[]): string {
  const letter = turtle.name.slice(1);
  const name = names[turtle.seat - 1] ?? turtle.name;
  return letter ? say("web_mahe.turtle_of", { seat: name, letter }) : name;
}

/** Who decides for whom, or what is awaited. */
function turnLine(scene: MaheScene, names: string[], over = false): string {
  if (over && scene.phase !== "ended") return say("web.match_over");
  const mover = scene.turtles.find((one) => one.id === scene.mover);
  if (scene.phase === "which_turtle") return say("web_mahe.chooses", { seat: names[scene.turn - 1] });
  if (scene.phase === "who_begins") return say("web_mahe.who_begins");
  if (scene.phase === "turn_card") return say("web_mahe.turn_card");
  if (scene.phase === "ended") return say("web_mahe.ended");
  const values = { decider: names[scene.decider - 1], mover: mover ? turtleName(mover, names) : "" };
  if (scene.decider !== scene.turn) return say("web_mahe.decides_for", values);
  if (scene.phase === "decide") return say("web_mahe.decides", values);
  return say(scene.dice.length ? "web_mahe.rolls_on" : "web_mahe.moves", values);
}

/** The running total: 5 × 2 = 10 steps. */
export function totalLine(count: Pick<MaheScene, "dice" | "sum" | "steps" | "bust">): string {
  if (count.bust) return say("web_mahe.bust", { sum: count.sum });
  const steps = counted("steps", count.steps);
  if (count.dice.length < 2) return steps;
  return say("web_mahe.total", { sum: count.sum, dice: count.dice.length, steps });
}

/** Where a walk ends, on whose back, and what it wins. */
function walkLine(walk: MaheWalk, scene: MaheScene, names: string[]): string {
  const values = { place: placeName(walk.space), turtles: turtleList(walk.under, scene, names) };
  const parts = [say(walk.under.length ? "web_mahe.lands_on_top" : "web_mahe.lands", values)];
  if (walk.wins) {
    const won = { seat: names[walk.winner - 1], eggs: counted("eggs", walk.wins) };
    parts.push(say(walk.ends ? "web_mahe.would_win_last" : "web_mahe.would_win", won));
  }
  return parts.join(" ");
}

/** What can be won now. */
function prizeLine(scene: MaheScene): string {
  if (scene.face_up) return say("web_mahe.prize", { eggs: counted("eggs", scene.face_up) });
  if (scene.left) return say("web_mahe.turning");
  return scene.beach_eggs ? say("web_mahe.prize_last", { eggs: counted("eggs", scene.beach_eggs) }) : "";
}

/** So many cards are left to be turned. */
function leftLine(scene: MaheScene): string {
  if (!scene.left) return say("web_mahe.left_none");
  return say("web_mahe.left", { count: scene.left });
}

/** What a seat has won. */
function nestLine(nest: MaheNest, names: string[]): string {
  const eggs = say("web_mahe.nest", { seat: names[nest.seat - 1], eggs: counted("eggs", nest.eggs) });
  return [eggs, nestCards(nest)].filter(Boolean).join(" ");
}

/** The clutches it consists of. */
export function nestCards(nest: MaheNest): string {
  const parts = [
    nest.cards.length ? say("web_mahe.nest_cards", { cards: nest.cards.join(", ") }) : "",
    nest.beach ? say("web_mahe.nest_beach") : "",
    nest.played ? say("web_mahe.nest_played") : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/** The whole scene, in headings and lists. */
export function facts(scene: MaheScene, names: string[], over = false): Fact[] {
  const turn = [turnLine(scene, names, over)];
  if (scene.second) turn.push(say("web_mahe.second"));
  if (scene.carried.length > 1) {
    turn.push(say("web_mahe.carries", { turtles: turtleList(scene.carried, scene, names) }));
  }
  if (scene.dice.length) {
    turn.push(say("web_mahe.dice", { dice: scene.dice.join(" + ") }), totalLine(scene));
  }
  if (scene.reach) turn.push(walkLine(scene.reach, scene, names));
  const eggs = [prizeLine(scene), leftLine(scene), say("web_mahe.unseen", { cards: unseenCards(scene) })];
  if (scene.spent.length) eggs.push(say("web_mahe.spent", { cards: scene.spent.join(", ") }));
  const rules = [
    say(scene.third_die_at_seven ? "web_mahe.rule_third_die" : "web_mahe.rule_no_third_die"),
    ...(scene.cards_as_dice ? [say("web_mahe.rule_cards")] : []),
  ];
  return [
    { heading: say("web_mahe.turn"), items: turn },
    { heading: say("web_mahe.turtles"), items: spaceLines(scene, names) },
    { heading: say("web_mahe.eggs"), items: eggs.filter(Boolean) },
    { heading: say("web_mahe.nests"), items: scene.nests.map((nest) => nestLine(nest, names)) },
    { heading: say("web_mahe.rules"), items: rules },
  ];
}

/** Each space with turtles on it, from the raft on. */
function spaceLines(scene: MaheScene, names: string[]): string[] {
  const lines = [];
  for (let space = RAFT; space <= BEACH; space++) {
    const here = scene.turtles.filter((one) => one.space === space).sort((a, b) => a.height - b.height);
    if (!here.length) continue;
    const turtles = here.map((one) => turtleName(one, names)).join(", ");
    const stacked = space !== RAFT && here.length > 1;
    lines.push(say(stacked ? "web_mahe.stack" : "web_mahe.standing", { place: placeName(space), turtles }));
  }
  return lines;
}

/** The unseen cards of each value: 1 (×3), 2 (×2). */
export function unseenCards(scene: MaheScene): string {
  const shown = scene.unseen.map((count, i) => (count ? `${i + 1} (×${count})` : ""));
  return shown.filter(Boolean).join(", ");
}

function turtleList(ids: number[], scene: MaheScene, names: string[]): string {
  return ids.map((id) => turtleName(scene.turtles[id - 1]!, names)).join(", ");
}
