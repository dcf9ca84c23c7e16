import { expect, test, vi } from "vitest";
import { boardOf, isGame, pageOf } from "../../src/lib/games";
import { has, speakLanguage } from "../../src/lib/words.svelte";

vi.mock("../../src/games/mahe/index.ts", () => ({ board: { accent: "#123456" } }));

test("a board is loaded with the messages of its game", async () => {
  await speakLanguage("en");
  expect(has("web_mahe.board")).toBe(false);
  expect((await boardOf("mahe")).accent).toBe("#123456");
  expect(has("web_mahe.board")).toBe(true);
});

test("a game without a folder in the page has the plain board, and the words of the server", async () => {
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.startsWith("/api/words/chess/")) return Response.json({ "web_chess.json": { board: "Board" } });
    return new Response("", { status: path.includes("/go/") ? 404 : 500 });
  });
  expect(await Promise.all(["mahe", "chess", "go"].map(isGame))).toEqual([true, true, false]);
  await expect(isGame("checkers")).rejects.toThrow("500");
  expect(pageOf("chess")).toMatchObject({ plain: true, moves: {} });
  expect(await boardOf("chess")).toBe((await import("../../src/games/plain/index")).board);
});
