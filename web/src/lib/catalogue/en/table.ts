// What is said at a table of any game.
export default import.meta.glob<Record<string, string>>(
  ["../../../../../src/tablee/words/en/{tell,option,phrase,server}.json", "../../../../../src/tablee/games/*/words/en/{tell,option,phrase,server}.json"],
  {
    eager: true,
    import: "default",
  },
);
