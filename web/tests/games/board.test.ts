import { expect, test, vi } from "vitest";
import { boardOf } from "../../src/lib/games";
import { has, speakLanguage } from "../../src/lib/words.svelte";

vi.mock("../../src/games/mahe/index.ts", () => ({ board: { accent: "#123456" } }));

test("a board is loaded with the messages of its game", async () => {
  await speakLanguage("en");
  expect(has("web_mahe.board")).toBe(false);
  expect((await boardOf("mahe")).accent).toBe("#123456");
  expect(has("web_mahe.board")).toBe(true);
});
