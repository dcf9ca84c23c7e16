// The covers of the four games.
import type { Component } from "svelte";
import Maamut from "./Maamut.svelte";
import Mahe from "./Mahe.svelte";
import Maroceau from "./Maroceau.svelte";
import Papua from "./Papua.svelte";

export const COVERS: Record<string, Component> = {
  mahe: Mahe,
  maamut: Maamut,
  papua: Papua,
  maroceau: Maroceau,
};
