// What the home page says.
export default import.meta.glob<Record<string, string>>(
  ["../../../../../src/tablee/words/fr/{web,common,offline}.json", "../../../../../src/tablee/games/*/words/fr/{web,common}.json"],
  {
    eager: true,
    import: "default",
  },
);
