// SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104). The browser's own are used where it lends them;
// it lends them to https and localhost only, and a table at home is often plain http.

export type Bytes = Uint8Array<ArrayBuffer>;

/** Signs messages with one key. */
export type Signer = (message: Bytes) => Promise<Bytes>;

const BLOCK = 64;

export async function sha256(data: Bytes): Promise<Bytes> {
  if (globalThis.crypto?.subtle === undefined) return plainSha256(data);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data));
}

export async function signer(key: Bytes): Promise<Signer> {
  if (globalThis.crypto?.subtle === undefined) return async (message) => plainHmac(key, message);
  const imported = await crypto.subtle.importKey(
    "raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"],
  );
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

export function plainHmac(key: Bytes, message: Bytes): Bytes {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? plainSha256(key) : key);
  const inner = plainSha256(joined(padded.map((byte) => byte ^ 0x36), message));
  return plainSha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

export function plainSha256(data: Bytes): Bytes {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(data.length) * 8n);
  const hash = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  for (let start = 0; start < padded.length; start += BLOCK) compress(hash, view, start);
  const found = new DataView(new ArrayBuffer(32));
  hash.forEach((word, place) => found.setUint32(4 * place, word));
  return new Uint8Array(found.buffer);
}

const PRIMES = Array.from({ length: 311 }, (_, i) => i + 2).filter((n) => {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}); // the first 64
const ROUNDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

/** The first 32 bits behind the point. */
function fraction(value: number): number {
  return Math.floor((value % 1) * 2 ** 32);
}

function compress(hash: Uint32Array, view: DataView, start: number): void {
  const w = new Uint32Array(64);
  for (let t = 0; t < 16; t++) w[t] = view.getUint32(start + 4 * t);
  for (let t = 16; t < 64; t++) {
    const far = w[t - 15]!;
    const near = w[t - 2]!;
    const low = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const high = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    w[t] = w[t - 16]! + low + w[t - 7]! + high;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number, number, number, number, number, number, number, number,
  ];
  for (let t = 0; t < 64; t++) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[t]! + w[t]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] = hash[place]! + word));
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function joined(first: Bytes, second: Bytes): Bytes {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
