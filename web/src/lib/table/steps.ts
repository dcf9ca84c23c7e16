// What has happened as steps for the playback: frame after frame, with its sounds.
import { sound, soundOf } from "../sound/sound";
import type { Step } from "./playback.svelte";
import type { Happened } from "../wire";

/** Something to hear, and nothing to see. */
export const silentStep = (arrive: () => void): Step => ({ scene: null, beat: "", arrive });

/** The frames of an event and the scene after it; `tell` is called as the first of them is shown. */
export function stepsOf(game: string, event: Happened, tell: () => void): Step[] {
  const last = { scene: event.scene, beat: "" };
  return [...event.frames, last].map(({ scene, beat }, place) => ({
    scene,
    beat,
    arrive: () => {
      if (place === 0) tell();
      sound(soundOf(game, event, beat));
    },
  }));
}
