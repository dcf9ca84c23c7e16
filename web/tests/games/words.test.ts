import { beforeEach, describe, expect, test, vi } from "vitest";

type Words = typeof import("../../src/lib/words.svelte");
let words: Words = await import("../../src/lib/words.svelte");

describe("messages are loaded in parts", () => {
  /** A fresh copy of the module, with nothing loaded. */
  beforeEach(async () => {
    vi.resetModules();
    words = await import("../../src/lib/words.svelte");
  });

  test("first those of the home page, then others on demand", async () => {
    await words.speakLanguage("en");
    expect(words.say("web.home")).not.toBe("web.home");
    expect(words.has("tell.begins")).toBe(false);
    await words.catalogueFor(words.TABLE);
    expect(words.has("tell.begins")).toBe(true);
    expect(words.has("web_mahe.board")).toBe(false);
    await words.catalogueFor(["mahe"]);
    expect(words.has("web_mahe.board") && words.has("mahe.raft")).toBe(true);
    expect(words.has("web_papua.board")).toBe(false);
  });

  test("all languages have the same keys", async () => {
    const keys = ["web.home", "tell.begins", "coach.review_deal", "serve.too_fast", "learn.title", "maamut.fell"];
    for (const language of words.LANGUAGES) {
      await words.speakLanguage(language, words.EVERYTHING);
      for (const key of keys) expect(words.say(key), `${key} in ${language}`).not.toBe(key);
    }
  });

  test("changing the language reloads all loaded parts", async () => {
    await words.speakLanguage("en", [...words.TABLE, "papua"]);
    await words.speakLanguage("fr");
    expect(words.language()).toBe("fr");
    expect(document.documentElement.lang).toBe("fr");
    expect(words.has("papua.canoe") && words.has("tell.begins")).toBe(true);
  });

  test("parts loaded during a change are in the new language", async () => {
    await words.speakLanguage("en");
    await Promise.all([words.speakLanguage("fr"), words.catalogueFor(["papua"])]);
    expect(words.language()).toBe("fr");
    const french = words.say("papua.canoe");
    await words.speakLanguage("en");
    expect(words.say("papua.canoe")).not.toBe(french);
  });

  test("of two concurrent changes the last one wins", async () => {
    await words.speakLanguage("en");
    await Promise.all([words.speakLanguage("fr", words.EVERYTHING), words.speakLanguage("en")]);
    expect(words.language()).toBe("en");
  });

  test.each([
    [{ key: "serve.too_fast", values: {} }, "serve.too_fast"],
    [{ key: "table.not_your_turn", values: {} }, "table.not_your_turn"],
    [{ key: "papua.pot_is_empty", values: {} }, "papua.pot_is_empty"],
    [{ key: "common.instead", values: { choices: { each: [{ key: "maroceau.pile", values: {} }] } } }, "maroceau.pile"],
  ])("a refusal is shown once its text is loaded: %j", async (said, key) => {
    await words.speakLanguage("en");
    expect(words.has(key)).toBe(false);
    await words.catalogueToTell(said);
    expect(words.has(key)).toBe(true);
    expect(words.has("tell.begins")).toBe(true); // it may quote what is said at a table
  });

  test("a refusal with an unknown key is shown nevertheless", async () => {
    await words.speakLanguage("en");
    await words.catalogueToTell({ key: "toString.nothing", values: { what: null } });
    expect(words.speak({ key: "toString.nothing", values: {} })).toBe("toString.nothing");
  });
});

describe("the first language", () => {
  const browserSpeaks = (...languages: string[]) => vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);

  test.each([
    [["fr-CH", "en"], "fr"],
    [["de", "it-IT", "fr"], "fr"],
    [["en-GB"], "en"],
    [["de"], "en"],
    [[], "en"],
  ])("of a browser that prefers %j is %s", (languages, found) => {
    browserSpeaks(...languages);
    expect(words.firstLanguage()).toBe(found);
  });

  test("is the one chosen before, if it is supported", () => {
    browserSpeaks("en");
    localStorage.setItem("language", "fr");
    expect(words.firstLanguage()).toBe("fr");
    localStorage.setItem("language", "xx");
    expect(words.firstLanguage()).toBe("en");
  });
});

describe("messages", () => {
  beforeEach(() => words.speakLanguage("en", words.EVERYTHING));

  const spelled = (value: unknown, names: string[] = []) => words.say("web.says", { name: value, text: "" }, names);

  test.each([
    ["Ada", "Ada"],
    [3, "3"],
    [-3, "−3"],
    [2.5, "2.5"],
    [-0.25, "−0.3"],
    [null, "null"],
    [{ seat: 2 }, "Ben"],
    [{ seat: 9 }, "seat 9"],
    [{ key: "tell.seat", values: { seat: 2 } }, "Ben"],
    [{ wins: 0.456 }, "45.6%"],
    [{ chance: 0.456 }, "46%"],
    [{ count: "eggs", number: 1 }, "1 egg"],
    [{ count: "eggs", number: 3 }, "3 eggs"],
    [{ each: ["a", "b", "c"] }, "a, b and c"],
    [{ each: ["a"] }, "a"],
    [{ each: [] }, ""],
    [{ either: [1, { seat: 1 }] }, "1 or Ada"],
    [{ key: "web.title_mahe", values: {} }, "Mahé"],
  ])("format the value %j as %j", (value, said) => {
    expect(spelled(value, ["Ada", "Ben"])).toContain(said);
  });

  test("address the reader, with the verb in the form of its subject", () => {
    const said = (names: string[]) => words.say("tell.papua_pass", { you: { seat: 1 } }, names);
    expect([said(["Ada"]), said([words.reader()])]).toEqual(["has no move", "have no move"]);
    expect(words.say("web.says", { name: { each: [{ seat: 1 }, { seat: 2 }] } }, ["Ada", words.reader()])).toContain("Ada and you");
  });

  test("tolerate missing values", () => {
    expect(() => words.say("web.says")).not.toThrow();
    expect(words.say("no.such_message", { a: 1 })).toBe("no.such_message");
  });
});

describe("numbers", () => {
  test.each([
    [0, "0%"],
    [1, "100%"],
    [0.0004, "0%"],
    [0.0123, "1.2%"],
    [0.5, "50%"],
    [0.0995, "10%"],
    [0.9, "90%"],
    [0.905, "90.5%"],
    [0.951, "95.1%"],
    [0.9996, "100%"],
    [-0.023, "−2.3%"],
  ])("the share %d is %s", async (share, said) => {
    await words.speakLanguage("en");
    expect(words.percent(share)).toBe(said);
  });

  test("in French have a comma, a no-break space, and the singular up to one and a half", async () => {
    await words.speakLanguage("fr", words.TABLE);
    expect(words.percent(0.055)).toBe("5,5\u00a0%");
    expect(words.percent(0.5, 2)).toBe("50,00\u00a0%");
    expect(words.decimal(-1.25, 2)).toBe("−1,25");
    expect(words.counted("eggs", 0)).toMatch(/^0.œuf$/);
    expect(words.counted("eggs", 2)).toMatch(/^2.œufs$/);
  });

  test("dates are formatted in each language", async () => {
    const noon = Date.UTC(2026, 10, 18, 12);
    await words.speakLanguage("en");
    expect(words.day(noon)).toMatch(/Nov.* 18|18 Nov/);
    await words.speakLanguage("fr");
    expect(words.day(noon)).toMatch(/18 nov/);
  });
});

test("in French no line begins with a punctuation mark", async () => {
  await words.speakLanguage("fr", words.EVERYTHING);
  for (const key of ["web.ask_leave", "after.forget_sure", "web.home_title"]) {
    expect(words.say(key)).not.toMatch(/ [?!:;»]|« /);
  }
});
