// What is said in this game alone.
export default import.meta.glob<Record<string, string>>("../../../../src/tablee/games/maroceau/words/en/{maroceau,web_maroceau}.json", {
  eager: true,
  import: "default",
});
