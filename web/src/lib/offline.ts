// Keeps what the home page is made of, so that it can be shown without a connection.
const CACHE = "shell";

/** Registers the service worker, and keeps the page as it is now; what it was before is dropped. */
export async function keepShell(): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  await navigator.serviceWorker.register("/service-worker.js");
  await import("../pages/Home.svelte"); // whichever page one came in by
  const assets = performance
    .getEntriesByType("resource")
    .map((entry) => entry.name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`));
  const wanted = new Set([`${location.origin}/`, ...assets]);
  const cache = await caches.open(CACHE);
  await cache.addAll([...wanted]);
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
}
