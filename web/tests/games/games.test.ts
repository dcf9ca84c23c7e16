// Moves, results and the log, as players read them.
import { beforeAll, describe, expect, test } from "vitest";
import { explain } from "../../src/lib/after/explain";
import { lineText, sceneAfter, spokenText, withNews } from "../../src/lib/table/log";
import { playing } from "../../src/lib/engine/playing";
import { GAMES } from "../../src/lib/games";
import { called, keyOf, moveName, moveWords } from "../../src/lib/table/moves";
import { seatName, seatNames } from "../../src/lib/seats/seatNames";
import { looksOf } from "../../src/lib/seats/seatLooks";
import { momentAt, momentsOf, newText, sentenceOf } from "../../src/lib/after/replay";
import { EVERYTHING, say, speak, speakLanguage } from "../../src/lib/words.svelte";
import { serveModules } from "../modules";
import type { ShownReplay } from "../../src/lib/after/replay";
import type { Shown } from "../../src/lib/table/reader";
import type { MoveSeen, Noted, Spoken, Told } from "../../src/lib/wire";

beforeAll(async () => {
  serveModules();
  await Promise.all([speakLanguage("en", EVERYTHING), ...GAMES.map(playing)]); // moves are read by the rules
});

const move = (text: string, json: Record<string, unknown>, ...says: MoveSeen["says"]): MoveSeen => ({ text, json, says });
const NAMES = ["Ada", "Ben", "Cleo"];

describe("the name of a move", () => {
  test.each([
    ["mahe", "roll"], ["mahe", "stop"], ["mahe", "card 5"], ["mahe", "turtle 1"], ["mahe", "turtle 2"],
    ["maamut", "place C3"], ["maamut", "move 2 NE"], ["maamut", "trap"], ["maamut", "lift"],
    ["maamut", "discard 3"], ["maamut", "flee SW"],
    ["papua", "alone 0"], ["papua", "alone 12"], ["papua", "group 3-5"], ["papua", "leap 7"], ["papua", "pass"],
    ["maroceau", "take"], ["maroceau", "draw"], ["maroceau", "drop"], ["maroceau", "flip a1"], ["maroceau", "swap d3"],
  ])("%s: %s has a name with all its values", (game, text) => {
    const name = moveName(game, text);
    expect(name).not.toMatch(/web\.|[{}]|undefined/);
    for (const number of text.match(/\d+/g) ?? []) {
      if (game !== "mahe" || !text.startsWith("turtle")) if (text !== "alone 0") expect(name).toContain(number);
    }
  });

  test("the two turtles of a seat are named by the letters on their shells", () => {
    expect(moveName("mahe", "turtle 1")).not.toBe(moveName("mahe", "turtle 2"));
    expect(moveName("mahe", "turtle 1")).toContain("a");
  });

  test("moving out of the pot has another name than moving from a space", () => {
    expect(moveName("papua", "alone 0")).toBe(say("web.move_papua_out"));
    expect(moveName("papua", "alone 10")).not.toBe(say("web.move_papua_out"));
  });

  test("is the same from JSON and from text", () => {
    const seen = move("move 2 NE", { do: "move", card: 2, direction: "NE" }, { key: "tell.maamut_stands", values: {} });
    expect(moveWords("maamut", seen, NAMES).name).toBe(moveName("maamut", "move 2 NE"));
  });

  test("is short where there are many buttons, with the outcome as detail", () => {
    const says = { key: "tell.maroceau_may_swap", values: { place: "a1", value: 5 } };
    const short = moveWords("maroceau", move("swap a1", { do: "swap", place: "a1" }, says), NAMES);
    const long = moveWords("maroceau", move("swap a1", { do: "swap", place: "a1" }), NAMES);
    expect(short.name.length).toBeLessThan(long.name.length);
    expect([short.detail, long.detail]).toEqual([speak({ ...says, key: "web.short_swap" }), ""]);
  });

  test("has no detail where the name is complete", () => {
    const seen = move("place C3", { do: "place", tile: "C3" }, { key: "tell.maamut_place", values: { tile: "C3" } });
    expect(moveWords("maamut", seen, NAMES).detail).toBe("");
  });
});

test("35 moves each have a key of their own", () => {
  const keys = Array.from({ length: 35 }, (_, place) => keyOf(place));
  expect(new Set(keys).size).toBe(35);
  expect([keyOf(0), keyOf(8), keyOf(9), keyOf(34), keyOf(35), keyOf(-1)]).toEqual(["1", "9", "a", "z", "", ""]);
});

describe("sentences of the log", () => {
  test("name a move as on its button", () => {
    const said = called("papua", { key: "tell.event_take_back", values: { move: "group 3-5", seat: 1 } });
    expect(speak(said, NAMES)).toContain(moveName("papua", "group 3-5"));
  });

  test("leave other texts and unknown levels alone", () => {
    const said = { key: "tell.papua_die", values: { move: "alone 1", name: "Gentiana" } };
    expect(called("papua", said)).toEqual(said);
  });

  test.each(["gentle", "master", "random"])("name the bot %s by its level", (name) => {
    const said = called("mahe", { key: "server.note_bot", values: { name, seat: 2 } });
    expect(said.values.name).toEqual({ key: `web.level_${name}`, values: {} });
  });
});

describe("names", () => {
  test("of people are kept, bots get one, and unnamed seats are numbered", () => {
    expect(seatName("Gentle Ben", 1)).toBe("Gentle Ben");
    expect(seatName("", 3)).toBe(say("web.seat_number", { seat: 3 }));
    const bots = seatNames(Array(8).fill("master"));
    expect(new Set(bots).size).toBe(8);
    expect(bots).not.toContain("master");
    expect(seatName("club", 9)).toBe(seatName("club", 1));
    expect(seatName("Joueur 3", 3)).toBe("Player 3");
    expect(seatName("You", 1)).not.toBe("You"); // another player with that name
    expect(seatNames(["Ada", "Ben"], [2])).toEqual(["Ada", "You"]);
    expect(seatNames(["Ada", "Ben"], [1, 2])).toEqual(["Ada", "Ben"]);
  });

  test("have the colours of their seats", () => {
    expect(looksOf(["Ada", "Ben"], [2])).toEqual([
      { seat: 1, name: "Ada", colour: "var(--seat-1)", ink: "var(--seat-1-ink)", symbol: "seat-1", mine: false },
      { seat: 2, name: "Ben", colour: "var(--seat-2)", ink: "var(--seat-2-ink)", symbol: "seat-2", mine: true },
    ]);
    expect(looksOf([])).toEqual([]);
  });
});

// --- the log, and a replay of it -------------------------------------------------------------------

const told = (seat: number, key: string, goes_on = false): Told => ({ seat, says: [{ key, values: {} }], goes_on });
let seq = 0;
const happened = (what: string, ...all: Told[]): Shown => {
  seq += 1;
  return { is: "event", seq, at: 0, number: seq, what, seat: all[0]?.seat ?? 0, text: "", told: all, frames: [], scene: `scene ${seq}`, drawn: true };
};
const note = (key: string): Noted => ({ is: "note", seq: ++seq, at: 0, says: { key, values: { name: "Ada", seat: 1 } } });

describe("the log", () => {
  test("shows consecutive actions of a seat as one line, which opens their last scene", () => {
    const news = [
      happened("move", told(1, "tell.maamut_stands")),
      happened("chance", told(1, "tell.papua_pass", true)),
      happened("move", told(2, "tell.begins", true)),
    ];
    const lines = withNews([], news, "maamut");
    expect(lines.map((line) => [line.seat, line.says.length, sceneAfter(line)])).toEqual([
      [1, 2, news[1]!.scene],
      [2, 1, news[2]!.scene],
    ]);
    expect(lineText(lines[0]!, NAMES)).toBe(`${say("tell.maamut_stands")} · has no move`);
    expect(spokenText(lines[0]!, NAMES)).toBe(`Ada ${say("tell.maamut_stands")}, has no move.`);
  });

  test("starts another line after an answer", () => {
    const lines = withNews([], [happened("move", told(1, "tell.begins")), happened("ask_undo", told(1, "tell.begins")), happened("chance", told(1, "tell.begins", true))], "mahe");
    expect(lines.map((line) => line.says.length)).toEqual([1, 1, 1]);
  });

  test("continues incrementally, without changing its input", () => {
    const first = withNews([], [happened("move", told(1, "tell.begins"))], "mahe");
    const before = structuredClone(first);
    const both = withNews(first, [happened("chance", told(1, "tell.begins", true)), note("server.note_sat")], "mahe");
    expect(first).toEqual(before);
    expect(both.map((line) => [line.seat, line.says.length, line.event > 0])).toEqual([[1, 2, true], [0, 1, false]]);
    expect(spokenText(both[1]!, NAMES)).toMatch(/^Ada .*[^.]\.$/); // it names its person itself
  });

  test("addresses the reader as “you”, in the right form, also in notes", () => {
    const [line] = withNews([], [happened("move", told(1, "tell.papua_pass"))], "papua");
    expect(spokenText(line!, seatNames(NAMES, [1]))).toBe("You have no move.");
    const sat = lineText(withNews([], [note("server.note_sat")], "papua", "Ada")[0]!, NAMES);
    expect(sat).toContain("You");
    expect(sat).not.toContain("Ada");
  });

  test("omits chat and events without a text", () => {
    const chat = { is: "chat", seq: 1 } as Spoken;
    expect(withNews([], [chat, happened("move")], "mahe")).toEqual([]);
  });
});

describe("a replay", () => {
  const begun = happened("move", told(1, "tell.maamut_stands"));
  const silent = happened("pause");
  const replay = {
    settings: { game: "maamut" },
    start: "start",
    events: [
      begun,
      silent,
      { ...happened("chance", told(1, "tell.papua_pass", true)), scene: null },
      happened("move", told(2, "tell.begins"), told(0, "tell.reshuffled")),
    ],
  } as unknown as ShownReplay;
  const moments = momentsOf(replay);
  const events = moments.map((moment) => moment.event);

  test("stops at moments with a text", () => {
    expect(events).toEqual([0, ...[0, 2, 3].map((place) => replay.events[place]!.number)]);
    expect(moments[0]).toEqual({ event: 0, scene: "start", frames: [], lines: [] });
  });

  test("keeps the scene when nothing new is shown", () => {
    expect(moments[2]!.scene).toBe(moments[1]!.scene);
  });

  test("finds the last moment not after an event", () => {
    expect(momentAt(moments, 0)).toBe(0);
    expect(momentAt(moments, silent.number)).toBe(1);
    expect(momentAt(moments, events[3]!)).toBe(3);
    expect(momentAt(moments, 1e9)).toBe(3);
  });

  test("tells a moment in sentences with one full stop each", () => {
    const sentence = sentenceOf(moments[2]!, NAMES);
    expect(sentence).toMatch(/^Ada .*, .*\.$/);
    expect(sentenceOf(moments[0]!, NAMES)).toBe(say("after.replay_start"));
    expect(sentenceOf(moments[3]!, NAMES)).not.toMatch(/\.\./);
  });

  test("tells only news, naming each player once", () => {
    expect(newText(moments[1]!.lines[0]!, NAMES)).toEqual({ name: "Ada", text: say("tell.maamut_stands") });
    expect(newText(moments[2]!.lines[0]!, NAMES)).toEqual({ name: "", text: "has no move" });
    expect(newText(moments[3]!.lines[1]!, NAMES).name).toBe("");
  });
});

// --- results -----------------------------------------------------------------------

const mahe = { nests: [{ seat: 1, cards: [3, 5], eggs: 9, beach: true }, { seat: 2, cards: [], eggs: 0, beach: false }, { seat: 3, cards: [], eggs: 1, beach: true }] };
const maamut = (winner: number) => ({ winner, hunters: [{ seat: 1, out: false, stock: 2 }, { seat: 2, out: true, stock: 1 }, { seat: 3, out: false, stock: 0 }] });
const papua = (front: number) => ({ canoe: 31, pot: [1, 0, 3], islanders: [{ seat: 1, space: 4 }, { seat: 1, space: front }, { seat: 2, space: 2 }] });
const maroceau = { grids: [{ seat: 1, total: 12 }, { seat: 2, total: 1 }], last: { number: 3, seats: [{ seat: 1, points: 6, counted: 12, doubled: true }] } };

describe("a result explained", () => {
  test("Mahé: the cards won, and the beach", () => {
    const { lines, unit, rule, paragraph } = explain("mahe", mahe);
    expect(lines).toEqual([`3 + 5 + ${say("web.the_beach")}`, say("web.no_clutch"), say("web.the_beach")]);
    expect([unit!(1), unit!(4)]).toEqual(["1 egg", "4 eggs"]);
    expect(speak({ key: rule, values: {} })).not.toBe(rule);
    expect(paragraph).toMatch(/^M\d+$/);
  });

  test("Mâamut: the winner, fallen hunters, and the others", () => {
    const keys = (winner: number) => explain("maamut", maamut(winner)).lines;
    expect(keys(1)).toEqual([say("web.maamut_trapped"), say("web.maamut_out"), say("web.maamut_missed")]);
    expect(keys(0)).toEqual([say("web.maamut_escaped"), say("web.maamut_out"), say("web.maamut_escaped")]);
    expect(explain("maamut", maamut(0)).unit).toBeNull();
  });

  test("Papua: by the canoe, or because all are stuck", () => {
    const away = explain("papua", papua(31));
    const stuck = explain("papua", papua(30));
    expect([away.paragraph, stuck.paragraph]).toEqual(["P40", "P42"]);
    expect(away.lines[0]).toBe(say("web.papua_canoe"));
    expect(stuck.lines).toEqual([say("web.papua_space", { space: 30, canoe: 31 }), say("web.papua_space", { space: 2, canoe: 31 }), say("web.in_pot")]);
  });

  test("Maroc'eau: the last round, if there was one", () => {
    const [first, second] = explain("maroceau", maroceau).lines;
    expect(first).toBe(say("web.maroceau_doubled", { round: 3, points: 6, counted: 12 }));
    expect(second).toBe("");
    expect(explain("maroceau", { ...maroceau, last: null }).lines).toEqual(["", ""]);
  });

  test("nothing without a scene", () => {
    expect(explain("mahe", null)).toEqual({ lines: [], unit: null, rule: "", paragraph: "" });
  });
});
