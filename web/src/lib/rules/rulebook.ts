// The rulebooks, fetched once, in the order of their sections.
import { api } from "../server/api";
import { plainText } from "./markdown";
import { contains } from "./search";
import type { Paragraph, RulesPage } from "../wire";

export interface Section {
  title: string;
  paragraphs: Paragraph[];
}

const asked = new Map<string, Promise<RulesPage>>();

/** The rules of a game; fetched again only if that failed. */
export function rulesOf(game: string, language: string): Promise<RulesPage> {
  const key = `${game} ${language}`;
  const known = asked.get(key);
  if (known) return known;
  const asking = api.rules(game, language);
  asked.set(key, asking);
  asking.catch(() => asked.delete(key));
  return asking;
}

/** The paragraphs that contain all words, by section. */
export function sectionsOf(paragraphs: Paragraph[], wanted = ""): Section[] {
  const found: Section[] = [];
  for (const paragraph of paragraphs) {
    const { id, section, title, text } = paragraph;
    if (!contains(`${id} ${section} ${title} ${plainText(text)}`, wanted)) continue;
    if (found.at(-1)?.title !== section) found.push({ title: section, paragraphs: [] });
    found.at(-1)!.paragraphs.push(paragraph);
  }
  return found;
}
