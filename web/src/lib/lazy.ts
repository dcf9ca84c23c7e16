// What nobody needs at first sight is fetched when the page has come to rest: then it is there at
// once when it is wanted, also if the server has been given a newer page in the meantime.
const REST = 2000; // ms

/** Ask again for stylesheets that could not be fetched: Vite asks once, and then takes them for there. */
export function retryStylesheets(): void {
  const again = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
    target.remove();
    setTimeout(() => document.head.append(target.cloneNode()), REST);
  };
  document.addEventListener("error", again, { capture: true });
}

/** Load something when the page rests, or as soon as the returned function is called. */
export function later<Found>(load: () => Promise<Found>): () => Promise<Found> {
  setTimeout(() => load().catch(() => {}), REST); // it is tried again when it is wanted
  return load;
}

const LOADED_AGAIN = "loaded again";
const SOON = 60_000; // ms

/** Load the page again, as there may be a newer one; false if that was done a moment ago. */
export function loadAgainOnce(): boolean {
  const last = Number(sessionStorage.getItem(LOADED_AGAIN) ?? 0);
  if (Date.now() - last < SOON) return false;
  sessionStorage.setItem(LOADED_AGAIN, String(Date.now()));
  location.reload();
  return true;
}
