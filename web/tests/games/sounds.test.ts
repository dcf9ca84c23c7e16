import { expect, test } from "vitest";
import { soundOf } from "../../src/lib/sound/sound";

test.each([
  ["mahe", "move", "roll", "", null], // the die itself sounds
  ["mahe", "move", "stop", "", "water"],
  ["mahe", "move", "card 3", "", "wood"],
  ["mahe", "chance", "die 4", "", "dice"],
  ["mahe", "chance", "turn 7", "", "card"],
  ["maroceau", "move", "draw", "", "card"],
  ["papua", "move", "alone 1", "walk", "wood"],
  ["maamut", "move", "move 2 NE", "fall", "thud"],
  ["maroceau", "move", "swap a1", "flow", "water"],
  ["mahe", "ask_undo", "", "", null],
])("%s: %s %s %s", (game, what, text, beat, name) => {
  expect(soundOf(game, { what, text }, beat)).toBe(name);
});
