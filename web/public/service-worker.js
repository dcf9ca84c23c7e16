// Without a connection the page is shown from the files that `src/lib/offline.ts` asks to keep; it says
// itself what it needs the server for. Of the API only games and rules are kept, which are the same for all.
const HOME = new URL(self.registration.scope);
const API = `${HOME.pathname}api/`;
const SAME = [`${API}games`, `${API}rules/`];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data.keep)));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const inside = origin === HOME.origin && pathname.startsWith(HOME.pathname);
  const own = pathname.startsWith(API) && !SAME.some((start) => pathname.startsWith(start));
  if (request.method !== "GET" || !inside || own) return;
  if (isAsset(request.url)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else {
    const known = request.mode === "navigate" ? HOME.href : request;
    event.respondWith(fetch(request).catch(async () => (await caches.match(known)) ?? Response.error()));
  }
});

/** Keep exactly these files; those with a hash in their names are fetched once. */
async function keep(wanted) {
  const cache = await caches.open(HOME.href);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll(wanted.filter((url) => !(isAsset(url) && kept.has(url))));
  for (const url of kept) if (!wanted.includes(url)) await cache.delete(url);
}

function isAsset(url) {
  return url.startsWith(`${HOME.href}assets/`);
}
