// What the coach and the pages for learning and for after the game say in this language.
export default import.meta.glob<Record<string, string>>(
  "../../../../src/tablee/words/en/{after,learn,coach}.json",
  { eager: true, import: "default" },
);
