// Search that ignores case and accents: "oeuf" finds "Œufs".

const LIGATURES: Record<string, string> = { œ: "oe", æ: "ae" };

/** A text without case and accents, with the original position of each letter. */
function folded(text: string): { text: string; places: number[] } {
  let plain = "";
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const lower = text[at]!.toLowerCase();
    const base = LIGATURES[lower] ?? lower.normalize("NFD").replace(/\p{M}/gu, "");
    for (const letter of base.replace("’", "'")) {
      plain += letter;
      places.push(at);
    }
  }
  return { text: plain, places };
}

export interface Piece {
  text: string;
  hit: boolean;
}

/** The text split into matches and the parts in between. */
export function pieces(text: string, wanted: string): Piece[] {
  const words = terms(wanted);
  if (words.length === 0) return [{ text, hit: false }];
  const plain = folded(text);
  const marked = new Uint8Array(text.length);
  for (const word of words) {
    for (let at = plain.text.indexOf(word); at >= 0; at = plain.text.indexOf(word, at + 1)) {
      for (let i = at; i < at + word.length; i++) marked[plain.places[i]!] = 1;
    }
  }
  const found: Piece[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = found.at(-1);
    if (last && last.hit === (marked[at] === 1)) last.text += text[at]!;
    else found.push({ text: text[at]!, hit: marked[at] === 1 });
  }
  return found;
}

/** Whether the text contains all words. */
export function contains(text: string, wanted: string): boolean {
  const plain = folded(text).text;
  return terms(wanted).every((word) => plain.includes(word));
}

function terms(wanted: string): string[] {
  return folded(wanted).text.split(/\s+/).filter((word) => word !== "");
}
