// What the coach says, and the pages for learning and for after the game.
export default import.meta.glob<Record<string, string>>(
  ["../../../../../src/tablee/words/en/{after,learn,coach}.json", "../../../../../src/tablee/games/*/words/en/{after,learn,coach}.json"],
  {
    eager: true,
    import: "default",
  },
);
