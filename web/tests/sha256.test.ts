import { afterEach, describe, expect, test, vi } from "vitest";
import { bytesOf, hexOf } from "../src/lib/after/fair";
import { plainHmac, plainSha256, sha256, signer, type Bytes } from "../src/lib/after/sha256";

const ascii = (text: string): Bytes => new TextEncoder().encode(text);
const repeated = (byte: number, count: number): Bytes => new Uint8Array(count).fill(byte);

/** FIPS 180-4 and the NIST example values. */
const DIGESTS: [name: string, data: Bytes, digest: string][] = [
  ["nothing", ascii(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", ascii("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "two blocks",
    ascii("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["a million a", repeated(0x61, 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
];

/** RFC 4231: key, data, HMAC-SHA256. */
const SIGNATURES: [name: string, key: Bytes, data: Bytes, mac: string][] = [
  ["case 1", repeated(0x0b, 20), ascii("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
  [
    "case 2: a key shorter than the digest",
    ascii("Jefe"),
    ascii("what do ya want for nothing?"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  ["case 3", repeated(0xaa, 20), repeated(0xdd, 50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"],
  [
    "case 6: a key longer than a block",
    repeated(0xaa, 131),
    ascii("Test Using Larger Than Block-Size Key - Hash Key First"),
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
];

afterEach(() => vi.unstubAllGlobals());

describe.each(["the browser's own", "ours, where the browser lends none"])("%s", (whose) => {
  const without = () => whose.startsWith("ours") && vi.stubGlobal("crypto", {});

  test.each(DIGESTS)("SHA-256 of %s", async (_, data, digest) => {
    without();
    expect(hexOf(await sha256(data))).toBe(digest);
  });

  test.each(SIGNATURES)("HMAC-SHA256, %s", async (_, key, data, mac) => {
    without();
    const sign = await signer(key);
    expect(hexOf(await sign(data))).toBe(mac);
    expect(hexOf(await sign(data))).toBe(mac); // a signer signs more than once
  });
});

test("ours agrees with the browser's at every length around the edges of a block", async () => {
  const whole = new Uint8Array(300).map((_, place) => (place * 37) % 256);
  for (let length = 0; length <= 200; length++) {
    const data = whole.subarray(7, 7 + length); // a view into a larger buffer
    expect(hexOf(plainSha256(data))).toBe(hexOf(await sha256(data)));
  }
  for (const length of [1, 63, 64, 65, 128]) {
    const key = whole.subarray(3, 3 + length);
    expect(hexOf(plainHmac(key, whole))).toBe(hexOf(await (await signer(key))(whole)));
  }
});

test("bytes in hexadecimal", () => {
  expect([...bytesOf("00ff10")]).toEqual([0, 255, 16]);
  expect(bytesOf("")).toHaveLength(0);
  expect(hexOf(bytesOf("c0ffee"))).toBe("c0ffee");
  for (const wrong of ["0", "0g", "FF", " 00", "0x00", "00\n"]) expect(() => bytesOf(wrong)).toThrow(RangeError);
});
