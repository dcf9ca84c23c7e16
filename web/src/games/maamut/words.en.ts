// What is said in this game alone.
export default import.meta.glob<Record<string, string>>("../../../../src/tablee/games/maamut/words/en/{maamut,web_maamut}.json", {
  eager: true,
  import: "default",
});
