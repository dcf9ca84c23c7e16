// Cache the files of the home page for use without a connection; for a static site, all files.
import { folder, site } from "./offline/site";

/** Register the service worker and cache the current page, dropping older files. */
export async function keepShell(): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  const home = site ? folder() : `${location.origin}/`;
  await navigator.serviceWorker.register(site ? `${home}service-worker.js` : "/service-worker.js");
  const wanted = new Set([home, ...(site ? await siteFiles(home) : await shellFiles(home))]);
  const cache = await caches.open(site ? home : "shell");
  const kept = (await cache.keys()).map(({ url }) => url);
  const same = new Set(kept.filter((url) => url.startsWith(`${home}assets/`))); // their names change with them
  await cache.addAll([...wanted].filter((url) => !same.has(url)));
  for (const url of kept) if (!wanted.has(url)) await cache.delete(url);
}

async function shellFiles(home: string): Promise<string[]> {
  await import("../pages/Home.svelte"); // whichever page was opened first
  return performance
    .getEntriesByType("resource")
    .map((entry) => entry.name)
    .filter((name) => name.startsWith(`${home}assets/`));
}

/** The list that `tablee site` writes. */
async function siteFiles(home: string): Promise<string[]> {
  const answer = await fetch(`${home}files.json`, { cache: "no-cache" });
  const files = (await answer.json()) as string[];
  return files.map((file) => home + file);
}
