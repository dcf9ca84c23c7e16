// The Markdown subset of the rulebook, parsed into data: a component draws it, so that no
// text ever becomes HTML by itself.

export interface Inline {
  kind: "text" | "code" | "strong" | "em" | "ref"; // ref: the id of another paragraph
  text: string;
}

export type Block =
  | { kind: "text"; words: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "list"; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

const MARKED = /`([^`]+)`|\*\*(?!\s)([^*]+)(?<!\s)\*\*|\*(?!\s)([^*]+)(?<!\s)\*|\b([A-Z]\d+[a-z]?)\b/g;

/** A text in blocks; words that are in `ids` become references. */
export function blocks(text: string, ids: ReadonlySet<string> = new Set()): Block[] {
  const found: Block[] = [];
  const lines = text.split("\n");
  const words = (line: string) => inlines(line, ids);
  for (let at = 0; at < lines.length; ) {
    const start = at;
    const take = (pattern: RegExp): string[] => {
      while (at < lines.length && pattern.test(lines[at]!)) at += 1;
      return lines.slice(start, at);
    };
    if (lines[at]!.startsWith("```")) {
      at = lines.findIndex((line, place) => place > start && line.startsWith("```"));
      if (at < 0) at = lines.length;
      found.push({ kind: "code", text: lines.slice(start + 1, at).join("\n") });
      at += 1;
    } else if (lines[at]!.startsWith("|")) {
      const [head, , ...rows] = take(/^\|/).map(cells);
      found.push({
        kind: "table",
        head: head!.map(words),
        rows: rows.map((row) => row.map(words)),
      });
    } else if (lines[at]!.startsWith("- ")) {
      const items = take(/^(- | +\S)/).join("\n").slice(2).split("\n- ");
      found.push({ kind: "list", items: items.map((item) => words(item.replace(/\n */g, " "))) });
    } else if (lines[at]!.trim() === "") {
      at += 1;
    } else {
      found.push({ kind: "text", words: words(take(/^(?!```|\||- |\s*$)/).join(" ")) });
    }
  }
  return found;
}

function cells(row: string): string[] {
  return row.split("|").slice(1, -1).map((cell) => cell.trim());
}

function inlines(text: string, ids: ReadonlySet<string>): Inline[] {
  const found: Inline[] = [];
  let done = 0;
  const plain = (end: number) => {
    if (end > done) found.push({ kind: "text", text: text.slice(done, end) });
  };
  for (const match of text.matchAll(MARKED)) {
    const [whole, code, strong, em, id] = match;
    if (id !== undefined && !ids.has(id)) continue;
    plain(match.index);
    done = match.index + whole.length;
    if (code !== undefined) found.push({ kind: "code", text: code });
    else if (strong !== undefined) found.push({ kind: "strong", text: strong });
    else if (em !== undefined) found.push({ kind: "em", text: em });
    else found.push({ kind: "ref", text: id! });
  }
  plain(text.length);
  return found;
}

/** The plain text, without markup. */
export function plainText(text: string): string {
  return text.replace(/^```\w*$/gm, "").replace(/[`*|]/g, "");
}
