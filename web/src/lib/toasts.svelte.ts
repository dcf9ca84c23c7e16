// Short messages: shown for a moment in a corner, or only read aloud.
import { Refusal } from "./server/api";
import { language, type Language } from "./words.svelte";

export interface Toast {
  id: number;
  text: () => string; // in the language of the page
  tone: "plain" | "good" | "bad";
  href: string | null;
}

export interface Heard {
  id: number;
  text: string;
  language: Language;
}

const REMEMBERED = 8; // what is read aloud stays for a while, so that nothing is swallowed

const now = $state({ toasts: [] as Toast[], polite: [] as Heard[], urgent: [] as Heard[] });
let count = 0;

export function toasts(): Toast[] {
  return now.toasts;
}

/** What is read aloud, the latest last: politely, or at once. Nothing is left in another language. */
export function aloud(how: "polite" | "urgent"): Heard[] {
  return now[how].filter((one) => one.language === language());
}

interface Options {
  tone?: Toast["tone"];
  href?: string | null; // where it leads
  stays?: boolean; // until it is dismissed
}

/** Shows a message for a while. */
export function toast(text: () => string, { tone = "plain", href = null, stays = false }: Options = {}): void {
  const id = ++count;
  now.toasts = [...now.toasts.filter((one) => one.text() !== text()).slice(-2), { id, text, tone, href }];
  announce(text());
  if (!stays) setTimeout(() => dismiss(id), tone === "bad" || href ? 9000 : 5000);
}

export function dismiss(id: number): void {
  now.toasts = now.toasts.filter((one) => one.id !== id);
}

/** Says a text to those who listen. */
export function announce(text: string, { urgent = false } = {}): void {
  if (!text) return;
  const how = urgent ? "urgent" : "polite";
  now[how] = [...now[how].slice(1 - REMEMBERED), { id: ++count, text, language: language() }];
}

/** Shows what went wrong; whatever is no refusal is a fault of ours and goes on to the console. */
export function complain(problem: unknown, names: string[] = []): void {
  if (!(problem instanceof Refusal)) throw problem;
  toast(() => problem.text(names), { tone: "bad" });
}
