// The whole scene in words: headings and lists, enough to play without seeing the board.
import { say } from "../../lib/words.svelte";
import type { PapuaScene } from "./scene";
import type { Fact } from "../contract";

export function facts(scene: PapuaScene, names: string[], over = false): Fact[] {
  const word = (key: string, values: Record<string, unknown> = {}) =>
    say(`web_papua.${key}`, values, names);
  const seat = (number: number) => names[number - 1] ?? String(number);
  const kindOf = new Map(scene.spaces.map((space) => [space.number, space.kind]));
  const spacesOf = (kind: string) =>
    scene.spaces.filter((space) => space.kind === kind).map((space) => space.number);

  const islanders = scene.pot.map((inPot, index) => {
    const standing = scene.islanders
      .filter((one) => one.seat === index + 1)
      .map((one) => {
        if (one.space === scene.canoe) return word("in_canoe");
        if (one.fate !== "stays") return word(one.fate, { space: one.space });
        const kind = say(`papua.${kindOf.get(one.space)}`);
        return word(one.stuck ? "stands_stuck" : "stands", { space: one.space, kind });
      });
    if (inPot > 0) standing.push(word("in_pot", { count: inPot }));
    return word("of_seat", { seat: seat(index + 1), items: standing.join(", ") });
  });

  const groups = scene.groups.map((group) => {
    const members = scene.islanders
      .filter((one) => group.first <= one.space && one.space <= group.last && one.fate !== "caught")
      .map((one) => word("member", { seat: seat(one.seat), space: one.space }));
    return word("group_of", { first: group.first, last: group.last, items: members.join(", ") });
  });

  return [
    { heading: word("facts_turn"), items: turn(scene, word, seat, over) },
    { heading: word("facts_islanders"), items: islanders },
    { heading: word("facts_groups"), items: groups.length ? groups : [word("no_groups")] },
    {
      heading: word("facts_board"),
      items: [
        ...(["square", "god", "cannibal"] as const)
          .filter((kind) => spacesOf(kind).length > 0)
          .map((kind) => word(`spaces_${kind}`, { spaces: spans(spacesOf(kind)) })),
        word("spaces_round"),
        word("canoe_at", { canoe: scene.canoe }),
        ...(scene.family ? [word("family")] : []),
      ],
    },
  ];
}

type Word = (key: string, values?: Record<string, unknown>) => string;

function turn(scene: PapuaScene, word: Word, seat: (number: number) => string, over: boolean): string[] {
  if (scene.phase === "who_begins") return [word("who_begins"), word("limit", { limit: scene.limit })];
  if (scene.phase === "ended") {
    const winners = scene.winners.map(seat).join(", ");
    return [say(scene.ended), word("won", { winners }), word("turns", { turns: scene.turns })];
  }
  if (over) return [say("web.match_over"), word("turns", { turns: scene.turns })];
  const key = scene.phase === "move" ? "rolled" : "to_roll";
  return [
    word(key, { seat: seat(scene.turn), die: scene.die }),
    word("turn_of", { turn: scene.turns + 1, limit: scene.limit }),
  ];
}

/** Numbers in a row, neighbours as from–to. */
function spans(numbers: number[]): string {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}
