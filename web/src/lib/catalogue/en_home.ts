// What the home page says in this language.
export default import.meta.glob<Record<string, string>>("../../../../src/tablee/words/en/{web,common}.json", {
  eager: true,
  import: "default",
});
