// Markdown, search and the rulebook.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { blocks, plainText, type Block } from "../src/lib/rules/markdown";
import { contains, pieces } from "../src/lib/rules/search";
import { rulesOf, sectionsOf } from "../src/lib/rules/rulebook";
import { api } from "../src/lib/server/api";
import type { Paragraph, RulesPage } from "../src/lib/wire";

const words = (block: Block | undefined) => (block as Extract<Block, { kind: "text" }>).words;

describe("Markdown", () => {
  test("inline markup", () => {
    expect(words(blocks("Take **two** *or* `roll 1`.")[0])).toEqual([
      { kind: "text", text: "Take " },
      { kind: "strong", text: "two" },
      { kind: "text", text: " " },
      { kind: "em", text: "or" },
      { kind: "text", text: " " },
      { kind: "code", text: "roll 1" },
      { kind: "text", text: "." },
    ]);
  });

  test("known ids become references, if they are complete", () => {
    const ids = new Set(["M13", "M13a"]);
    const refs = (text: string) => words(blocks(text, ids)[0]).filter((one) => one.kind === "ref").map((one) => one.text);
    expect(refs("See M13 and M13a, not M14, AM13 or M131.")).toEqual(["M13", "M13a"]);
    expect(refs("`M13` is code")).toEqual([]);
  });

  test("HTML is escaped", () => {
    expect(words(blocks("<b onclick=x>&amp;")[0])).toEqual([{ kind: "text", text: "<b onclick=x>&amp;" }]);
  });

  test("unclosed markup is literal", () => {
    expect(words(blocks("2 * 3 ** 4 `5")[0]).map((one) => one.text).join("")).toBe("2 * 3 ** 4 `5");
  });

  test("paragraphs, lists, tables, code", () => {
    const text = [
      "One line", "and another.", "", "- first", "  goes on", "- second", "",
      "| a | b |", "|---|---|", "| 1 | *2* |", "", "```text", "- no list", "", "| no table |", "```", "End.",
    ].join("\n");
    const found = blocks(text);
    expect(found.map((block) => block.kind)).toEqual(["text", "list", "table", "code", "text"]);
    expect(words(found[0])).toEqual([{ kind: "text", text: "One line and another." }]);
    expect(found[1]).toMatchObject({ items: [[{ text: "first goes on" }], [{ text: "second" }]] });
    expect(found[2]).toMatchObject({ head: [[{ text: "a" }], [{ text: "b" }]], rows: [[[{ text: "1" }], [{ kind: "em" }]]] });
    expect(found[3]).toEqual({ kind: "code", text: "- no list\n\n| no table |" });
  });

  test("a text may end within markup", () => {
    expect(blocks("")).toEqual([]);
    expect(blocks("\n \n")).toEqual([]);
    expect(blocks("```\nnever closed")).toEqual([{ kind: "code", text: "never closed" }]);
    expect(blocks("| only a head |")).toMatchObject([{ kind: "table", rows: [] }]);
    expect(blocks("text\n- list")).toMatchObject([{ kind: "text" }, { kind: "list" }]);
  });

  test("as plain text", () => {
    expect(plainText("```text\na `b` **c**\n```")).toBe("\na b c\n");
  });
});

describe("search", () => {
  const hits = (text: string, wanted: string) => pieces(text, wanted).filter((one) => one.hit).map((one) => one.text);

  test.each([
    ["Œufs de tortue", "oeuf", ["Œuf"]],
    ["L’ÉTÉ, l'été", "l'ete", ["L’ÉTÉ", "l'été"]],
    ["ababa", "aba", ["ababa"]], // they overlap
    ["one two", "two one", ["one", "two"]],
    ["Châteaux", "CHAT", ["Chât"]],
    ["nothing", "x", []],
  ])("in %j finds %j: %j", (text, wanted, found) => {
    expect(hits(text, wanted)).toEqual(found);
    expect(pieces(text, wanted).map((one) => one.text).join("")).toBe(text);
  });

  test("an empty query matches everything and marks nothing", () => {
    expect(pieces("text", "  ")).toEqual([{ text: "text", hit: false }]);
    expect(contains("text", "")).toBe(true);
    expect(pieces("", "x")).toEqual([]);
  });

  test("all words must occur, in any order", () => {
    expect(contains("The turtle lays an egg", "EGG turt")).toBe(true);
    expect(contains("The turtle lays an egg", "egg raft")).toBe(false);
  });
});

describe("the rulebook", () => {
  const paragraph = (id: string, section: string, title = "", text = ""): Paragraph => ({ id, section, title, text });
  const all = [
    paragraph("M1", "The box"),
    paragraph("M2", "The box", "Cards", "Worth `3` **eggs**"),
    paragraph("M3", "Play", "Eggs"),
    paragraph("M4", "The box", "again"),
  ];

  test("is divided into sections in order", () => {
    const found = sectionsOf(all);
    expect(found.map((one) => [one.title, one.paragraphs.map(({ id }) => id)])).toEqual([
      ["The box", ["M1", "M2"]],
      ["Play", ["M3"]],
      ["The box", ["M4"]],
    ]);
  });

  test("is searched by id, section, title and text", () => {
    const ids = (wanted: string) => sectionsOf(all, wanted).flatMap((one) => one.paragraphs.map(({ id }) => id));
    expect(ids("eggs")).toEqual(["M2", "M3"]);
    expect(ids("3 eggs box")).toEqual(["M2"]);
    expect(ids("m4")).toEqual(["M4"]);
    expect(ids("**")).toEqual([]);
    expect(sectionsOf([], "x")).toEqual([]);
  });

  beforeEach(() => vi.resetModules());

  test("is fetched once per game and language, and again if that failed", async () => {
    const page = { game: "chess" } as RulesPage;
    const asked = vi.spyOn(api, "rules").mockRejectedValueOnce(new Error("down")).mockResolvedValue(page);
    await expect(rulesOf("chess", "fr")).rejects.toThrow("down");
    expect(await Promise.all([rulesOf("chess", "fr"), rulesOf("chess", "fr")])).toEqual([page, page]);
    await rulesOf("chess", "en");
    expect(asked.mock.calls).toEqual([["chess", "fr"], ["chess", "fr"], ["chess", "en"]]);
  });
});
