// The current route: the address, and the page it shows.
//
// Links are ordinary <a href="/rules/GAME#M13">: `followLinks` makes them stay in the page. A page
// component gets `id` (the game, table or person of the address) as its only property; what stands
// behind ? and # is in `route().query` and `route().hash`. A static site lies in any folder of any host,
// which knows nothing of these addresses: there the whole address stands behind #.

import { untrack } from "svelte";
import { site } from "./offline/site";

const ID = "([0-9a-f]{32})";
const GAME = "([a-z]\\w*)"; // whether there is such a game is found out when its page is shown

/** Addresses, and the component in `pages/` that shows each. */
const PAGES: [RegExp, string][] = [
  [/^\/$/, "Home"],
  [at("new", GAME), "New"],
  [at("table", ID), "Table"],
  [at("rules", GAME), "Rules"],
  [at("learn", GAME), "Learn"],
  [at("replay", ID), "Replay"],
  [at("review", ID), "Review"],
  [at("verify", ID), "Verify"],
  [/^\/verify\/?$/, "Verify"],
  [/^\/account\/?$/, "Account"],
  [at("people", "([\\w-]+)"), "People"],
  [at("leaderboard", GAME), "Leaderboard"],
  [/^\/about\/?$/, "About"],
];

/** Pages about people, who are known to a server alone. */
const OF_SERVER = new Set(["Account", "People", "Leaderboard"]);

export interface Route {
  page: string; // "Missing" where there is nothing
  id: string; // of the game, table or person; else ""
  path: string;
  query: URLSearchParams;
  hash: string; // without #
}

const here = $state({ route: read() });

/** The current route; components that read it are redrawn when it changes. */
export function route(): Route {
  return here.route;
}

/** Navigate to an address of this page. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", placed(address));
  else history.pushState(null, "", placed(address));
  arrive(!replace);
}

/** An address of this page as it is written in the browser's address bar. */
export function placed(address: string): string {
  return site && address.startsWith("/") ? `#${address}` : address;
}

/** Follow links of this site without reloading the page. */
export function followLinks(): void {
  addEventListener("popstate", () => arrive(false));
  if (site) ["pointerover", "focusin"].forEach((type) => document.addEventListener(type, placeLink));
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    const address = link.getAttribute("href")!;
    if (site && /^#?\//.test(address)) {
      event.preventDefault();
      return go(address.replace(/^#/, ""));
    }
    if (link.pathname === location.pathname && link.search === location.search && link.hash) {
      return; // the browser scrolls there; popstate tells us
    }
    event.preventDefault();
    go(link.href);
  });
}

/** Resolve a link about to be used, which may be copied or opened in another tab. */
function placeLink({ target }: Event): void {
  const link = (target as Element | null)?.closest?.("a[href^='/']");
  link?.setAttribute("href", placed(link.getAttribute("href")!));
}

function at(folder: string, what: string): RegExp {
  return new RegExp(`^/${folder}/${what}/?$`);
}

function read(): Route {
  const { pathname, search, hash } = site ? new URL(location.hash.slice(1) || "/", location.origin) : location;
  let id = "";
  const found = PAGES.filter(([, page]) => !site || !OF_SERVER.has(page)).find(([pattern]) => {
    const match = pattern.exec(pathname);
    id = match?.[1] ?? "";
    return match !== null;
  });
  return {
    page: found?.[1] ?? "Missing",
    id,
    path: pathname,
    query: new URLSearchParams(search),
    hash: decoded(hash.slice(1)),
  };
}

/** Decode a part of an address; return it unchanged if it is malformed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function arrive(toTop: boolean): void {
  const before = untrack(() => here.route.path); // navigating must not depend on the current route
  here.route = read();
  if (toTop && before !== here.route.path && !here.route.hash) scrollTo(0, 0);
}
