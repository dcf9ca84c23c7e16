// What the coach and the pages for learning and for after the game say in this language, and why something cannot be read.
export default import.meta.glob<Record<string, string>>(
  "../../../../src/tablee/words/en/{after,learn,coach,unreadable}.json",
  { eager: true, import: "default" },
);
