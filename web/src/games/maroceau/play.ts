// Maroc'eau as it is played without a server: its rules, and what shows them.
import type { Playable } from "../../lib/engine/telling";
import * as narration from "./narration";
import * as shown from "./show";
import { preview } from "./preview";
import { MANIFEST, type State } from "./record";
import * as refusals from "./refusals";

export const game: Playable<State> = {
  manifest: MANIFEST,
  ...shown,
  preview,
  ...narration,
  ...refusals,
};
