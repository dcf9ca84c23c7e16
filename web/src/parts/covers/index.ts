// The covers of the games.
import type { Component } from "svelte";

const FILES = import.meta.glob<Component>("../../games/*/Cover.svelte", { eager: true, import: "default" });

/** The cover of a game, or the plain one. */
export function coverOf(game: string): Component {
  return FILES[`../../games/${game}/Cover.svelte`] ?? FILES["../../games/plain/Cover.svelte"]!;
}
