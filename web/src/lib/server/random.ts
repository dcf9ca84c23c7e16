/** Unguessable random digits, also over plain http, where browsers don't offer `randomUUID`. */
export function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte + 256).toString(16).slice(1)).join("");
}
