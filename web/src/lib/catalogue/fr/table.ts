// What is said at a table of any game.
export default import.meta.glob<Record<string, string>>(
  ["../../../../../src/tablee/words/fr/{tell,option,phrase,server}.json", "../../../../../src/tablee/games/*/words/fr/{tell,option,phrase,server}.json"],
  {
    eager: true,
    import: "default",
  },
);
