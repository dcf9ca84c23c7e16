// What is said in this game alone.
export default import.meta.glob<Record<string, string>>("../../../../src/tablee/games/mahe/words/en/{mahe,web_mahe}.json", {
  eager: true,
  import: "default",
});
