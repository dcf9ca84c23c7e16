// What is said at a table in this language; the words of the terminal stay where they are.
export default import.meta.glob<Record<string, string>>(
  [
    "../../../../src/tablee/words/en/*.json",
    "!../../../../src/tablee/words/en/{web,common,after,learn,coach,terminal,cli,host,bots,store,print,unreadable,verify,file,web_*}.json",
  ],
  { eager: true, import: "default" },
);
