// What is said in this game alone.
export default import.meta.glob<Record<string, string>>("../../../../src/tablee/games/papua/words/en/{papua,web_papua}.json", {
  eager: true,
  import: "default",
});
