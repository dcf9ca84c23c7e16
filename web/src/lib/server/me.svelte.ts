// Who I am. The first time somebody who does something becomes a guest with a friendly made-up name.
import { api, Refusal } from "./api";
import { language, say } from "../words.svelte";
import type { Me } from "../wire";

const known = $state({ me: null as Me | null });
let asking: Promise<Me> | null = null;

/** Me, if that is known already. */
export function me(): Me | null {
  return known.me;
}

/** Me; a new guest if nobody is known yet. Whom the server has forgotten it refuses, if that is in doubt. */
export function ensureMe(doubted = false): Promise<Me> {
  if (known.me && !doubted) return Promise.resolve(known.me);
  asking ??= ask().finally(() => (asking = null));
  return asking;
}

/** I have another name, picture or account now; null: I am nobody again. */
export function setMe(changed: Me | null): void {
  known.me = changed;
  if (changed) localStorage.setItem("known", changed.id);
  else localStorage.removeItem("known");
}

/** In another tab somebody else has come, or I have left: whatever is seen here was for me. */
addEventListener("storage", (event) => {
  if (event.key === "known" && known.me && event.newValue !== known.me.id) location.reload();
});

/** Who was here before is asked for; the server answers a guest it knows with who he is, too. */
async function ask(): Promise<Me> {
  const found = await (known.me ? api.me() : localStorage.getItem("known") ? again() : enter());
  setMe(found);
  return found;
}

async function again(): Promise<Me> {
  try {
    return await api.me();
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.status !== 401) throw problem;
    return enter();
  }
}

function enter(): Promise<Me> {
  return api.guest({ name: madeUpName() });
}

/** A name such as “Merry Otter”; French puts the animal first. */
export function madeUpName(): string {
  const animals = say("web.guest_animals").split(" ");
  const moods = say("web.guest_moods").split(" ");
  const animal = any(animals);
  const mood = any(moods);
  return language() === "fr" ? `${animal} ${mood}` : `${mood} ${animal}`;
}

function any(list: string[]): string {
  return list[crypto.getRandomValues(new Uint32Array(1))[0]! % list.length]!;
}
