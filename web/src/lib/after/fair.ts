// The chance of a match made again, as docs/explanation/fair-chance.md describes it. Nothing here is the
// server's: it is written from that page alone, so that nobody has to believe the server.
import { sha256, signer, type Bytes, type Signer } from "./sha256.ts";
import type { Outcome, VerifyData } from "../wire";

const SPAN = 2n ** 256n; // as many numbers as SHA-256 has digests

/** How an outcome comes about: all that there is to see of it. */
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

export function bytesOf(hex: string): Bytes {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new RangeError("no bytes in lower-case hexadecimal");
  return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
}

export function hexOf(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the table published of its secret beforehand. */
export async function commitmentOf(secret: string): Promise<string> {
  return hexOf(await sha256(bytesOf(secret)));
}

/** What is signed for an outcome. */
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

/** Who has a ticket: the first has those up to its weight, the next those that follow. */
export function holderOf(ticket: number, chances: [string, number][]): string {
  for (const [text, weight] of chances) {
    if (ticket < weight) return text;
    ticket -= weight;
  }
  throw new RangeError("a ticket that nobody has");
}

/** An outcome made again from the secret. */
export async function draw(
  sign: Signer,
  table: string,
  entropy: Record<string, string>,
  number: number,
  chances: [string, number][],
): Promise<Drawn> {
  const total = chances.reduce((sum, [, weight]) => sum + weight, 0);
  if (total < 1) throw new RangeError("nothing is possible");
  for (let attempts = 1; ; attempts++) {
    const message = messageOf(table, entropy, number, attempts);
    const digest = hexOf(await sign(new TextEncoder().encode(message)));
    const ticket = ticketOf(BigInt(`0x${digest}`), BigInt(total));
    if (ticket === null) continue;
    const drawn = Number(ticket);
    return { message, digest, attempts, total, ticket: drawn, text: holderOf(drawn, chances) };
  }
}

/** All outcomes of a match, one after another. */
export async function* checks(data: VerifyData): AsyncGenerator<Checked> {
  const sign = await signer(bytesOf(data.secret));
  for (const outcome of data.outcomes) {
    const drawn = await draw(sign, data.table, data.entropy, outcome.number, outcome.chances);
    yield { ...drawn, outcome, fits: drawn.text === outcome.text };
  }
}
