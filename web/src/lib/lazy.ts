// What is not needed at first is prefetched when the page is idle: then it is available at
// once when it is needed, even if the server has a newer page by then.
const REST = 2000; // ms

/** Retry stylesheets that failed to load: Vite tries once, and then takes them for loaded. */
export function retryStylesheets(): void {
  const again = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
    target.remove();
    setTimeout(() => document.head.append(target.cloneNode()), REST);
  };
  document.addEventListener("error", again, { capture: true });
}

/** Load something when the page is idle, or as soon as the returned function is called. */
export function later<Found>(load: () => Promise<Found>): () => Promise<Found> {
  setTimeout(() => load().catch(() => {}), REST); // retried when it is needed
  return load;
}

const LOADED_AGAIN = "loaded again";
const SOON = 60_000; // ms

/** Reload the page, as there may be a newer one; false if it was reloaded a moment ago. */
export function loadAgainOnce(): boolean {
  const last = Number(sessionStorage.getItem(LOADED_AGAIN) ?? 0);
  if (Date.now() - last < SOON) return false;
  sessionStorage.setItem(LOADED_AGAIN, String(Date.now()));
  location.reload();
  return true;
}
