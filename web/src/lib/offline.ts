// Keep the page for use without a connection, so that games on this device can be played.
import { GAMES } from "./games";
import { folder, site } from "./offline/site";
import { LANGUAGES } from "./words.svelte";

/** Register the service worker, and let it keep this page's files. */
export async function keepPage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const home = site ? folder() : `${location.origin}/`;
  await navigator.serviceWorker.register(`${home}service-worker.js`);
  const answer = await fetch(`${home}files.json`, { cache: "no-cache" });
  const files = (await answer.json()) as string[];
  const { active } = await navigator.serviceWorker.ready;
  active!.postMessage({ keep: [home, ...[...files, ...(site ? [] : known())].map((file) => home + file)] });
}

/** What the server says to everybody alike. */
function known(): string[] {
  return ["api/games", ...GAMES.flatMap((game) => LANGUAGES.map((language) => `api/rules/${game}/${language}`))];
}

/** Whether this page can be played without a connection. */
export function isKept(): boolean {
  return navigator.serviceWorker?.controller != null;
}
