// The current user. A first-time visitor becomes a guest with a friendly made-up name.
import { api, Refusal } from "./api";
import { keepPerson } from "../offline/person";
import { language, say } from "../words.svelte";
import type { Me } from "../wire";

const known = $state({ me: null as Me | null });
let asking: Promise<Me> | null = null;

/** Me, if that is known already. */
export function me(): Me | null {
  return known.me;
}

/** The current user, or a new guest. Where `doubt` is set, the server is asked whether it still knows them. */
export function ensureMe(doubted = false): Promise<Me> {
  if (known.me && !doubted) return Promise.resolve(known.me);
  asking ??= ask().finally(() => (asking = null));
  return asking;
}

/** Whether the server answers; without a connection it doesn't. */
export async function reachesServer(): Promise<boolean> {
  try {
    await ensureMe();
    return true;
  } catch (problem) {
    if (problem instanceof Refusal && problem.status === 0) return false;
    throw problem;
  }
}

/** Store a changed name, picture or account; null: signed out. */
export function setMe(changed: Me | null): void {
  known.me = changed;
  keepPerson(changed);
  if (changed) localStorage.setItem("known", changed.id);
  else localStorage.removeItem("known");
}

/** Another tab signed in or out: what this page shows belonged to the previous user. */
addEventListener("storage", (event) => {
  if (event.key === "known" && known.me && event.newValue !== known.me.id) location.reload();
});

/** Ask for the returning user; a known guest gets their own account back. */
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
