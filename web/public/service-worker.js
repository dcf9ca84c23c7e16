// Without a connection the page is shown as it was kept by `src/lib/offline.ts`; it says itself what
// it needs the server for. Nothing of the API is ever kept.
const HOME = new URL(self.registration.scope);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const inside = origin === HOME.origin && pathname.startsWith(HOME.pathname);
  if (request.method !== "GET" || !inside || pathname.startsWith(`${HOME.pathname}api/`)) return;
  if (pathname.startsWith(`${HOME.pathname}assets/`)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else {
    const known = request.mode === "navigate" ? HOME.href : request;
    event.respondWith(fetch(request).catch(async () => (await caches.match(known)) ?? Response.error()));
  }
});
