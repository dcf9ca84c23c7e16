// The settings of this device, stored in the browser.
import { firstLanguage, speakLanguage, type Language } from "./words.svelte";

export type Motion = "off" | "fast" | "normal" | "slow";
export type Theme = "auto" | "light" | "dark";
/** Which moves need a second press: none, those touched on the board, or all. */
export type Confirm = "never" | "board" | "always";
export type TextForm = "off" | "beside" | "only";

export interface Chosen {
  theme: Theme;
  motion: Motion | null; // null: as the device wishes
  sound: boolean;
  confirm: Confirm;
  lone: boolean; // an only move is made by itself
  coach: boolean; // odds and hints are shown where the table allows them
  text: TextForm; // the board as headings and lists
  keys: boolean; // single keys choose moves
  list: boolean; // the list of moves is unfolded
  panel: boolean; // log, chat and coach are unfolded
}

const KEY = "settings";
const DEFAULTS: Chosen = {
  theme: "auto",
  motion: null,
  sound: false,
  confirm: "board",
  lone: true,
  coach: false,
  text: "off",
  keys: true,
  list: false,
  panel: true,
};
const MILLISECONDS: Record<Motion, number> = { off: 0, fast: 160, normal: 300, slow: 600 };

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const device = $state({ calm: calm.matches });
calm.addEventListener("change", () => (device.calm = calm.matches));

/** The settings; change them by `choose`. */
export const settings: Chosen = $state(kept());

/** Change and store settings. */
export function choose(change: Partial<Chosen>): void {
  Object.assign(settings, change);
  localStorage.setItem(KEY, JSON.stringify(settings));
  showTheme();
}

/** Change the language. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem("language", language);
  await speakLanguage(language);
}

/** The chosen motion, or else that of the device. */
export function motion(): Motion {
  return settings.motion ?? (device.calm ? "off" : "normal");
}

/** Milliseconds for one movement; 0 when nothing moves. */
export function duration(): number {
  return MILLISECONDS[motion()];
}

/** Initialise the settings before the first page is drawn. */
export async function applySettings(): Promise<void> {
  showTheme();
  await speakLanguage(firstLanguage());
}

function showTheme(): void {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}

function kept(): Chosen {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof found.confirm === "boolean") found.confirm = found.confirm ? "always" : "board"; // of old
    return { ...DEFAULTS, ...found };
  } catch {
    return { ...DEFAULTS };
  }
}
