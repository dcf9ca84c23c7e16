// What the home page says.
export default import.meta.glob<Record<string, string>>(
  ["../../../../../src/tablee/words/en/{web,common,offline}.json", "../../../../../src/tablee/games/*/words/en/{web,common}.json"],
  {
    eager: true,
    import: "default",
  },
);
