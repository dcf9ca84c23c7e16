// An old page on a newer server: the page reloads as soon as nothing is lost by that.
const ENTRY = /assets\/index-[\w-]+\.js/;
const TRIED = "newer"; // the page that was loaded for; if that didn't help, it isn't tried again
const LOOK_AGAIN = 1000; // ms

const FORMS = ["New", "Account"]; // pages that are filled in

/** Whether a reload would lose something: text being typed, or choices. */
function amidst(): boolean {
  if (FORMS.includes(document.body.dataset.page ?? "")) return true;
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("textarea, input[type=text]")];
  return document.querySelector("dialog[open]") !== null || fields.some((field) => field.value !== "");
}

/** Reload if the server has a newer page; `busy` while commands are pending. */
export async function takeNewerPage(busy: () => boolean): Promise<void> {
  const mine = ENTRY.exec(document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "")?.[0];
  const newest = mine && (await newestEntry());
  if (!newest || newest === mine || sessionStorage.getItem(TRIED) === newest) return;
  while (busy() || amidst()) await new Promise((go) => setTimeout(go, LOOK_AGAIN));
  sessionStorage.setItem(TRIED, newest);
  location.reload();
}

/** The entry script of the server's page. */
async function newestEntry(): Promise<string | undefined> {
  try {
    const answer = await fetch("/", { cache: "no-cache" });
    return answer.ok ? ENTRY.exec(await answer.text())?.[0] : undefined;
  } catch {
    return undefined; // the next time the connection is back it is asked again
  }
}
