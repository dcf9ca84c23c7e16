// Why the server refuses something; hardly ever needed.
export default import.meta.glob<Record<string, string>>("../../../../../src/tablee/words/en/{serve,table,unreadable,verify,file}.json", {
  eager: true,
  import: "default",
});
