// Sounds of wood, cards and water, for players who have switched them on.
import { pageOf } from "../games";
import { settings } from "../settings.svelte";
import type { Shown } from "../table/reader";

export type Sound = "wood" | "dice" | "card" | "water" | "thud" | "turn";

/** What is heard at a beat on the way; a piece on its way sounds like wood. */
const BEATS: Record<string, Sound> = {
  run: "thud",
  fright: "thud",
  fall: "thud",
  rocks: "thud",
  bust: "water",
  flow: "water",
  gone: "water",
  back: "water",
  eggs: "card",
  turned: "card",
  count: "card",
};

/** Which sound goes with what happens; null: none. */
export function soundOf(game: string, happened: Pick<Shown, "what" | "text">, beat: string): Sound | null {
  if (beat) return BEATS[beat] ?? "wood";
  const [verb = ""] = happened.text.split(" ");
  if (happened.what === "chance") return verb === "die" ? "dice" : "card";
  if (happened.what !== "move") return null;
  if (verb === "roll") return null; // the die itself sounds
  return pageOf(game).moves[verb]?.sound ?? "wood";
}

/** Play a sound if sound is on; the synthesizer is loaded only then. */
export function sound(name: Sound | null): void {
  if (!name || !settings.sound || document.hidden) return;
  import("./synth").then(
    ({ play }) => play(name),
    () => {}, // offline: stay silent
  );
}
