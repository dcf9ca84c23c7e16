// The chance of a match recomputed, as docs/explanation/fair-chance.md describes it. Nothing here is the
// server's: it is written from that page alone, so that players don't have to trust the server.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Witness } from "../table/diceWitness";
import type { Outcome, VerifyData } from "../wire";

const SPAN = 2n ** 256n; // as many numbers as SHA-256 has digests

/** The computation of an outcome, with all its intermediate values. */
export interface Drawn {
  message: string;
  digest: string;
  attempts: number;
  total: number; // the sum of the weights
  ticket: number; // from 0 up to the total
  text: string; // the outcome that has this ticket
}

export interface Checked extends Drawn {
  outcome: Outcome;
  fits: boolean;
}

export function bytesOf(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new RangeError("no bytes in lower-case hexadecimal");
  return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
}

/** The SHA-256 of bytes or of a text, in hexadecimal. */
export function digestOf(data: Uint8Array | string): string {
  return bytesToHex(sha256(typeof data === "string" ? utf8ToBytes(data) : data));
}

/** The commitment, published beforehand. */
export function commitmentOf(secret: string): string {
  return digestOf(bytesOf(secret));
}

/** Sign messages by HMAC-SHA256. */
type Signer = (message: string) => Uint8Array;

export function signerOf(secret: string): Signer {
  const key = bytesOf(secret);
  return (message) => hmac(sha256, key, utf8ToBytes(message));
}

/** The message that is signed for an outcome. */
export function messageOf(
  table: string,
  entropy: Record<string, string>,
  outcome: number,
  attempt: number,
): string {
  const seats = Object.keys(entropy)
    .map(Number)
    .sort((one, other) => one - other)
    .map((seat) => `seat ${seat} ${entropy[seat]}\n`);
  return `tablee 1 chance\ntable ${table}\n${seats.join("")}outcome ${outcome}\nattempt ${attempt}\n`;
}

/** The ticket of a number below the span, or null if the number is in the uneven rest. */
export function ticketOf(number: bigint, total: bigint, span = SPAN): bigint | null {
  return number < span - (span % total) ? number % total : null;
}

/** The outcome of a ticket: the first has those below its weight, the next those that follow. */
export function holderOf(ticket: number, chances: [string, number][]): string {
  for (const [text, weight] of chances) {
    if (ticket < weight) return text;
    ticket -= weight;
  }
  throw new RangeError("a ticket beyond all weights");
}

/** Recompute an outcome from the secret. */
export function draw(
  sign: Signer,
  table: string,
  entropy: Record<string, string>,
  number: number,
  chances: [string, number][],
): Drawn {
  const total = chances.reduce((sum, [, weight]) => sum + weight, 0);
  if (total < 1) throw new RangeError("nothing is possible");
  for (let attempts = 1; ; attempts++) {
    const message = messageOf(table, entropy, number, attempts);
    const digest = bytesToHex(sign(message));
    const ticket = ticketOf(BigInt(`0x${digest}`), BigInt(total));
    if (ticket === null) continue;
    const drawn = Number(ticket);
    return { message, digest, attempts, total, ticket: drawn, text: holderOf(drawn, chances) };
  }
}

/** Whether the numbers of a match are those that a browser was shown, and added, before it. */
export function agrees(seen: Pick<Witness, "commitment" | "entropy">, found: Pick<VerifyData, "commitment" | "entropy">): boolean {
  const same = Object.entries(seen.entropy).every(([seat, entropy]) => found.entropy[seat] === entropy);
  return same && seen.commitment === found.commitment;
}

/** All outcomes of a match, one after another. */
export function* checks(data: VerifyData): Generator<Checked> {
  const sign = signerOf(data.secret);
  for (const outcome of data.outcomes) {
    const drawn = draw(sign, data.table, data.entropy, outcome.number, outcome.chances);
    yield { ...drawn, outcome, fits: drawn.text === outcome.text };
  }
}
