// The messages of the page, from the same catalogue as those of terminal and server.
import type { Saying } from "./wire";

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The catalogue comes in parts, a folder of `catalogue` for each language: the home page needs few
 * words, a table more, and only one game; the coach and the pages around a game need all of them.
 */
type Part = string;
type Files = Record<string, Record<string, string>>; // by path
const LOADERS = import.meta.glob<Files>(["./catalogue/*/*.ts", "../games/*/words.*.ts"], { import: "default" });
export const HOME: Part[] = ["home"];
export const TABLE: Part[] = [...HOME, "table"];
export const EVERYTHING: Part[] = Object.keys(LOADERS).flatMap(
  (path) => /en\/(\w+)\.ts$|(\w+)\/words\.en\.ts$/.exec(path)?.slice(1).filter(Boolean) ?? [],
);
/** The part that holds the messages of a file, where it is not called like that file. */
const PART_OF: Record<string, Part> = { serve: "refusals", table: "refusals", unreadable: "refusals", verify: "refusals", file: "refusals" };

const now = $state({ language: "en" as Language, catalogue: {} as Record<string, string> });
let known: ReadonlySet<Part> = new Set(); // the parts that are there
let wish: Language | null = null; // the language that was asked for last

/** The language of the page; components that read it are redrawn when it changes. */
export function language(): Language {
  return now.language;
}

/** A date in the format of the language. */
export function day(time: number): string {
  return new Intl.DateTimeFormat(now.language, { dateStyle: "medium" }).format(time);
}

/** Change the language; nothing changes until its messages are loaded. */
export async function speakLanguage(wanted: Language, parts = HOME): Promise<void> {
  wish = wanted;
  const told = new Set<Part>();
  const catalogue: Record<string, string> = {};
  for (;;) {
    const missing = [...new Set([...parts, ...known])].filter((part) => !told.has(part));
    if (missing.length === 0) break; // also parts requested in the meantime
    Object.assign(catalogue, await loaded(wanted, missing));
    missing.forEach((part) => told.add(part));
  }
  if (wish !== wanted) return;
  now.catalogue = catalogue;
  now.language = wanted;
  known = told;
  document.documentElement.lang = wanted;
}

/** Wait until these parts of the catalogue are loaded. */
export async function catalogueFor(parts: Part[]): Promise<void> {
  const missing = parts.filter((part) => !known.has(part));
  if (missing.length === 0) return;
  const { language } = now;
  const found = await loaded(language, missing);
  if (language !== now.language) return catalogueFor(parts);
  now.catalogue = { ...now.catalogue, ...found };
  known = new Set([...known, ...missing]);
}

/** Wait until the texts of a server's saying are loaded, unless they can't be fetched. */
export function catalogueToTell(said: Saying): Promise<void> {
  const parts = keysIn(said).map((key) => key.split(".")[0]!).map((file) => PART_OF[file] ?? file);
  return catalogueFor([...TABLE, ...EVERYTHING.filter((part) => parts.includes(part))]).catch(() => {});
}

/** The keys of a saying and of the sayings within it. */
function keysIn(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  const own = "key" in value && typeof value.key === "string" ? [value.key] : [];
  return [...own, ...Object.values(value).flatMap(keysIn)];
}

async function loaded(wanted: Language, parts: Part[]): Promise<Record<string, string>> {
  const catalogue: Record<string, string> = {};
  const files = await Promise.all(parts.map((part) => filesOf(part, wanted)));
  for (const [path, messages] of files.flatMap((one) => Object.entries(one))) {
    const file = /(\w+)\.json$/.exec(path)![1];
    for (const [key, message] of Object.entries(messages)) {
      catalogue[`${file}.${key}`] = wanted === "fr" ? bound(message) : message;
    }
  }
  return catalogue;
}

/** There is no such part, neither here nor on the server. */
export class NoWords extends Error {}

/** The files of a part: they come with the page, or from the server for a game installed there. */
async function filesOf(part: Part, wanted: Language): Promise<Files> {
  const load = LOADERS[`./catalogue/${wanted}/${part}.ts`] ?? LOADERS[`../games/${part}/words.${wanted}.ts`];
  if (load) return load();
  const answer = await fetch(`/api/words/${part}/${wanted}`);
  if (answer.status === 404) throw new NoWords(part);
  if (!answer.ok) throw new Error(`no words for ${part}: ${answer.status}`);
  return (await answer.json()) as Files;
}

/** French puts a space before some signs; no line may begin with them. */
function bound(message: string): string {
  return message.replace(/ (?=[?!:;»])/g, "\u00a0").replace(/« /g, "«\u00a0");
}

/** The initial language: the one chosen before, or the browser's, or English. */
export function firstLanguage(): Language {
  const wished = [localStorage.getItem("language") ?? "", ...navigator.languages];
  const found = wished.map((one) => one.slice(0, 2)).find((one) => LANGUAGES.includes(one as Language));
  return (found as Language | undefined) ?? "en";
}

/**
 * The message of a key with its values put in; `names` are those of the seats, from 1. The reader is
 * in them as “You”. `{value:one|other}` chooses a form: the first if the value is the reader or a
 * number that takes the singular, `#` being the value itself. The subject `you` is the reader unless
 * it is given.
 */
export function say(key: string, values: Values = {}, names: readonly string[] = []): string {
  const message = now.catalogue[key];
  if (message === undefined) return key;
  const said = message.replace(PLACE, (found, name: string | undefined, forms: string | undefined, at: number) => {
    if (name === undefined) return found[0]!;
    const value = values[name];
    if (forms === undefined) {
      const spelt = spell(value, names);
      return at > 0 && spelt === reader() ? say("web.you") : spelt;
    }
    const [first, second] = forms.split("|");
    return (takesFirst(value, names) ? first! : second!).replace("#", () => spell(value, names));
  });
  return now.language === "fr" ? said.replace(ELIDED, "$1’$2") : said;
}

/** Whether there is a message of that key. */
const LOCALES: Record<Language, string> = { en: "en-GB", fr: "fr" }; // no comma before “and”
type Values = Record<string, unknown>;
const PLACE = /\{\{|\}\}|\{(\w+)(?::([^{}]*))?\}/g;
/** A name that begins with a vowel: “la tortue d’Ada”. */
const ELIDED = /(?<![\p{L}’'])([dD]|[qQ]u)e (?=\p{Lu})([AEIOUYÀÂÉÈÊËÎÏÔÖÙÛÜŒÆ])/gu;

/** The name of the reader in a list of names. */
export function reader(): string {
  return say("web.seat_me");
}

/** Whether this is the reader, or a number that takes the singular. */
function takesFirst(value: unknown, names: readonly string[]): boolean {
  if (value === undefined) return true;
  if (typeof value === "number") return singular(value);
  return spell(value, names) === reader();
}

/** Whether what is counted stands in the singular. */
function singular(number: number): boolean {
  return new Intl.PluralRules(now.language).select(Math.abs(number)) === "one";
}

/** The text of a saying from the server. */
export function speak(said: Saying, names: readonly string[] = []): string {
  return say(said.key, said.values, names);
}

/** Whether there is a message of that key. */
export function has(key: string): boolean {
  return key in now.catalogue;
}

/** A number with so many decimals: 3.5, or 3,5 in French. */
export function decimal(value: number, digits = 1): string {
  return new Intl.NumberFormat(now.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(value)
    .replace("-", "−");
}

/** A share in percent, with a decimal near 0 and 100 unless specified. */
export function percent(share: number, digits?: number): string {
  const hundred = 100 * share;
  const size = Math.abs(hundred);
  const shown = digits ?? ((size >= 0.05 && size < 9.95) || (size > 90.05 && size < 99.95) ? 1 : 0);
  return `${decimal(hundred, shown)}${now.language === "fr" ? "\u00a0" : ""}%`;
}

/** A count with its noun: 1 egg, 2 eggs. */
export function counted(what: string, count: number): string {
  return say(`tell.count_${what}`, { count });
}

function spell(value: unknown, names: readonly string[]): string {
  if (typeof value === "number" && !Number.isInteger(value)) return decimal(value);
  if (value === null || typeof value !== "object") return String(value).replace(/^-(?=\d)/, "−");
  if ("key" in value && value.key === "tell.seat") return spell((value as Saying).values, names);
  if ("key" in value) return say(value.key as string, (value as Saying).values ?? {}, names);
  if ("seat" in value) return names[(value.seat as number) - 1] ?? say("tell.seat", { seat: value.seat });
  if ("count" in value && "number" in value) return counted(value.count as string, value.number as number);
  if ("wins" in value) return percent(value.wins as number, 1);
  if ("chance" in value) return percent(value.chance as number);
  if ("each" in value) return listed(value.each as unknown[], "conjunction", names);
  if ("either" in value) return listed(value.either as unknown[], "disjunction", names);
  return String(value);
}

/** Things in a row: “a, b and c”, or “a, b or c”. */
function listed(items: unknown[], type: Intl.ListFormatType, names: readonly string[]): string {
  const words = items.map((item) => spell(item, names)).map((word) => (word === reader() ? say("web.you") : word));
  return new Intl.ListFormat(LOCALES[now.language], { type }).format(words);
}
