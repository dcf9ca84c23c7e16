// Papua as it is played without a server: its rules, and what shows them.
import type { Playable } from "../../lib/engine/telling";
import * as narration from "./narration";
import { MANIFEST, type State } from "./record";
import * as refusals from "./refusals";
import * as shown from "./show";

export const game: Playable<State> = {
  manifest: MANIFEST,
  ...shown,
  ...narration,
  ...refusals,
};
