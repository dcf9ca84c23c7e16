// The presentation that a game adds to its rules: scenes, sentences and refusals.
import type { Saying, Told } from "../wire";
import type { Manifest, Seated } from "./manifest";
import type { Row, Rules } from "./rules";

/** A move or an outcome as one viewer sees it; its words end in `?` where the rest is hidden. */
export interface ShownStep<S> {
  words: string[];
  before: S;
  after: S;
  reports: Row[];
}

export interface Frame<Scene> {
  beat: string;
  scene: Scene;
}

/** Why a move is refused: a message with its values, and the paragraph of the rules. */
export interface Reason {
  paragraph: string;
  key: string;
  values: Record<string, unknown>;
}

/** The rules of a game with all that shows them: `games/GAME/play.ts`. */
export interface Playable<S extends Seated> {
  manifest: Manifest<S>;
  /** The scene of a view. */
  scene(rules: Rules<S>, s: S): unknown;
  /** The frames from before to after a step; none where pieces simply move. */
  frames(rules: Rules<S>, step: ShownStep<S>): Frame<unknown>[];
  /** The preview of a move, as far as its seat can know. */
  preview(rules: Rules<S>, step: ShownStep<S>): unknown;
  /** The narration of a step. */
  tell(rules: Rules<S>, step: ShownStep<S>): Told[];
  /** The preview of a move in sentences. */
  says(rules: Rules<S>, step: ShownStep<S>): Saying[];
  /** The prompt: its paragraph and message. */
  awaited(rules: Rules<S>, s: S): [paragraph: string, key: string];
  /** Why a move is refused, by the number of the reason. */
  refusal(rules: Rules<S>, s: S, code: number, reason: number): Reason;
}

export function saying(key: string, values: Record<string, unknown> = {}): Saying {
  return { key, values };
}

/** The player of a seat, from 1, as a value for messages. */
export function seatName(seat: number): Saying {
  return saying("tell.seat", { seat });
}

export function told(seat: number, says: Saying[], goes_on = false): Told {
  return { seat, says, goes_on };
}

/** The first report of some kind. */
export function reported<S>({ reports }: ShownStep<S>, what: number): Row | undefined {
  return reports.find((row) => row.what === what);
}

/** The numbers from 0. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** The numbers of the bits that are set, the lowest first. */
export function bitsOf(set: bigint): number[] {
  const found = [];
  for (let i = 0, left = set; left > 0n; i++, left >>= 1n) if (left & 1n) found.push(i);
  return found;
}

/** Whether a bit is set. */
export function hasBit(set: bigint, bit: number): boolean {
  return ((set >> BigInt(bit)) & 1n) === 1n;
}

/** The name of a number of a namespace, as `who_begins`. */
export function nameIn(space: Record<string, number>, number: number): string {
  return Object.keys(space).find((name) => space[name] === number)!.toLowerCase();
}
