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

const REMEMBERED = 8; // announcements stay for a while, so that none is missed

const now = $state({ toasts: [] as Toast[], polite: [] as Heard[], urgent: [] as Heard[] });
let count = 0;

export function toasts(): Toast[] {
  return now.toasts;
}

/** Announcements, the latest last: polite or assertive, all in the current language. */
export function aloud(how: "polite" | "urgent"): Heard[] {
  return now[how].filter((one) => one.language === language());
}

interface Options {
  tone?: Toast["tone"];
  href?: string | null; // where it leads
  stays?: boolean; // until it is dismissed
}

/** Show a message for a while. */
export function toast(text: () => string, { tone = "plain", href = null, stays = false }: Options = {}): void {
  const id = ++count;
  now.toasts = [...now.toasts.filter((one) => one.text() !== text()).slice(-2), { id, text, tone, href }];
  announce(text());
  if (!stays) setTimeout(() => dismiss(id), tone === "bad" || href ? 9000 : 5000);
}

export function dismiss(id: number): void {
  now.toasts = now.toasts.filter((one) => one.id !== id);
}

/** Announce a text to screen readers. */
export function announce(text: string, { urgent = false } = {}): void {
  if (!text) return;
  const how = urgent ? "urgent" : "polite";
  now[how] = [...now[how].slice(1 - REMEMBERED), { id: ++count, text, language: language() }];
}

/** Show a refusal; pass any other error on to the console, as it is a bug. */
export function complain(problem: unknown, names: string[] = []): void {
  if (!(problem instanceof Refusal)) throw problem;
  toast(() => problem.text(names), { tone: "bad" });
}
