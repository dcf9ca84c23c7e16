// What a seat is shown does not depend on what it may not know, also when it is undone.
import { beforeAll, describe, expect, test } from "vitest";
import { Match, type Kit, type Step } from "../../src/lib/offline/match/match";
import { happened, replayOf, roomSeen, type Kept } from "../../src/lib/offline/views";
import { ADA, games, loadRules, plays, rules } from "./shelf";

beforeAll(loadRules);

const hiding = games.filter((game) => plays[game]!.manifest.hides);

function opened(game: string): Match {
  const kit: Kit = { play: plays[game]!, rules: rules[game]! };
  const seats = Array(plays[game]!.manifest.seats[0]!).fill("me");
  const settings = { game, seats, undo: "consent" as const };
  const names = seats.map((_, place) => `Player ${place + 1}`);
  return Match.open(kit, { table: "f".repeat(32), settings, names, secret: "00".repeat(32) }).play({ do: "begin" });
}

/** Who may not see the latest outcome; a spectator is null. */
function blind(match: Match): (number | null)[] {
  return (match.veils.get(match.number)?.viewers ?? []).map((viewer) => (viewer < 0 ? null : viewer + 1));
}

/** Who alone has seen the latest outcome, if it was hidden. */
function drawer(match: Match): number | undefined {
  return match.veils.has(match.number) ? match.people.find((seat) => !blind(match).includes(seat)) : undefined;
}

/** The match after a hidden outcome of a player who has moved, and as it would be with another outcome. */
function drawn(match: Match): [Match, Match] {
  const { rules } = match.kit;
  for (let lot = 1; !match.latest(drawer(match) ?? -1); lot = (lot * 16807) % 2147483647) {
    const codes = rules.legal(match.state);
    match = match.play({ do: "move", seat: match.toAct, move: rules.notation.text(codes[lot % codes.length]!) });
  }
  const step = match.steps.at(-1)!;
  const came = rules.notation.code((step.event as Extract<Step["event"], { do: "chance" }>).outcome)!;
  const [other] = rules.chances(step.before).find(([code]) => code !== came)!;
  const { after, reports } = rules.play(step.before, other);
  const instead = { ...step, event: { do: "chance", outcome: rules.notation.text(other) }, after, reports };
  const line = [...match.line.slice(0, -1), { ...match.line.at(-1)!, code: other }];
  const changes = { state: after, steps: [...match.steps.slice(0, -1), instead as Step], line };
  return [match, Object.assign(Object.create(Match.prototype), match, changes) as Match];
}

/** All that a viewer may be sent of a match. */
function shown(match: Match, viewer: number | null): string {
  const kept: Kept = { match, host: ADA, created: 0, at: 0, rematch: null };
  return JSON.stringify([roomSeen(kept, viewer), match.steps.map((step) => happened(kept, step, viewer)), replayOf(kept, viewer)]);
}

describe.each(hiding)("%s", (game) => {
  test("shows a drawn card to its drawer only, before and after an undo", () => {
    const found = drawn(opened(game));
    const [seat, others] = [drawer(found[0])!, blind(found[0])];
    expect(others).toHaveLength(found[0].people.length); // a spectator is one of them
    const asked = found.map((match) => match.play({ do: "ask_undo", seat, event: match.latest(seat) }));
    const undone = asked.map((match) => match.ask!.waiting.reduce((now, one) => now.play({ do: "agree", seat: one }), match));
    expect(undone[0]!.steps.some(({ event }) => event.do === "take_back")).toBe(true);
    for (const [one, other] of [found, asked, undone] as [Match, Match][]) {
      expect(shown(one, seat)).not.toEqual(shown(other, seat));
      for (const viewer of others) expect(shown(one, viewer)).toEqual(shown(other, viewer));
    }
  });
});
