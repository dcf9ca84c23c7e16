// Fair chance, compared with docs/explanation/fair-chance.md and archived matches.
import { describe, expect, test } from "vitest";
import { bytesOf, checks, commitmentOf, draw, holderOf, messageOf, signerOf, ticketOf } from "../../src/lib/after/fair";
import { readTranscript, type Transcript } from "../../src/lib/after/transcript";
import type { VerifyData } from "../../src/lib/wire";

const FILES = import.meta.glob<string>("../../../tests/table/archive/*.tablee", {
  query: "?raw",
  import: "default",
  eager: true,
});
const ARCHIVE = new Map(Object.entries(FILES).map(([path, text]) => [path.split("/").at(-1)!, text]));
const archived = (name: string) => ARCHIVE.get(name)!;
const DIE: [string, number][] = [1, 2, 3, 4, 5, 6].map((face) => [`die ${face}`, 1]);

/** The verification data of a match of Papua, in which chance decides only the first player and dice. */
function told(read: Transcript, seats: number): VerifyData {
  const first: [string, number][] = Array.from({ length: seats }, (_, place) => [`first ${place + 1}`, 1]);
  const outcomes = read.outcomes.map((one) => ({ ...one, chances: one.text.startsWith("first") ? first : DIE }));
  return { table: read.table, commitment: read.commitment, secret: read.secret!, entropy: read.entropy, outcomes };
}

function misfits(data: VerifyData): number[] {
  const wrong: number[] = [];
  for (const one of checks(data)) if (!one.fits) wrong.push(one.outcome.number);
  return wrong;
}

describe("the worked example of the documentation", () => {
  const secret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  const table = "5f".repeat(16);
  const entropy = { 3: "00ff", 1: "c0ffee" };

  test("commitment", () => {
    expect(commitmentOf(secret)).toBe("630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
  });

  test("message, digest, ticket and outcome", () => {
    const sign = signerOf(secret);
    expect(draw(sign, table, entropy, 4, DIE)).toEqual({
      message: `tablee 1 chance\ntable ${table}\nseat 1 c0ffee\nseat 3 00ff\noutcome 4\nattempt 1\n`,
      digest: "ccce2eb724b48df84be59c6ee847dad0c3f88238cf969d5951bb058ada7456d4",
      attempts: 1,
      total: 6,
      ticket: 0,
      text: "die 1",
    });
  });

  test("seats are in the message by number, not by letter", () => {
    const message = messageOf(table, { 10: "aa", 9: "bb" }, 1, 2);
    expect(message.indexOf("seat 9 bb\n")).toBeLessThan(message.indexOf("seat 10 aa\n"));
    expect(message.endsWith("outcome 1\nattempt 2\n")).toBe(true);
  });

  test("a digest in the uneven remainder is rejected, and the next attempt counts", () => {
    const digests = ["ff".repeat(32), "00".repeat(31) + "05"].map(bytesOf);
    const asked: string[] = [];
    const sign = (message: string) => {
      asked.push(message);
      return digests[asked.length - 1]!;
    };
    const drawn = draw(sign, table, {}, 1, DIE);
    expect([drawn.attempts, drawn.ticket, drawn.text]).toEqual([2, 5, "die 6"]);
    expect(asked.map((message) => /attempt (\d)/.exec(message)![1])).toEqual(["1", "2"]);
  });

  test("without possible outcomes nothing is drawn", () => {
    const sign = signerOf(secret);
    expect(() => draw(sign, table, entropy, 1, [])).toThrow(RangeError);
    expect(() => draw(sign, table, entropy, 1, [["die 1", 0]])).toThrow(RangeError);
  });
});

test("bytes in hexadecimal", () => {
  expect([...bytesOf("00ff10")]).toEqual([0, 255, 16]);
  expect(bytesOf("")).toHaveLength(0);
  for (const wrong of ["0", "0g", "FF", " 00", "0x00", "00\n"]) expect(() => bytesOf(wrong)).toThrow(RangeError);
});

test("tickets are uniform over a small span", () => {
  const counts = [0, 0, 0];
  for (let number = 0n; number < 16n; number++) {
    const ticket = ticketOf(number, 3n, 16n);
    if (ticket === null) expect(number).toBe(15n);
    else counts[Number(ticket)]! += 1;
  }
  expect(counts).toEqual([5, 5, 5]);
});

test("tickets follow the weights, in the order of the list", () => {
  const chances: [string, number][] = [["rock", 2], ["grass", 0], ["snow", 3]];
  expect([0, 1, 2, 3, 4].map((ticket) => holderOf(ticket, chances))).toEqual(["rock", "rock", "snow", "snow", "snow"]);
  expect(() => holderOf(5, chances)).toThrow(RangeError);
});

describe("the archive", () => {
  test("exists", () => expect(ARCHIVE.size).toBeGreaterThanOrEqual(16));

  test.each([...ARCHIVE.keys()])("%s: an unbroken chain, and the secret of the commitment", (name) => {
    const read = readTranscript(archived(name))!;
    expect(read.damaged).toBeNull();
    expect(read.game).toBe(name.split("-")[0]);
    expect(read.lines).toBeGreaterThan(1);
    expect(commitmentOf(read.secret!)).toBe(read.commitment);
    expect(read.outcomes.map((one) => one.number)).toEqual(read.outcomes.map((_, place) => place + 1));
  });

  test("every die of a match of Papua is recomputed", () => {
    const read = readTranscript(archived("papua-calm.tablee"))!;
    expect(read.outcomes.length).toBeGreaterThan(100);
    expect(misfits(told(read, 6))).toEqual([]);
  });

  test("with another secret, table or entropy hardly any die matches", () => {
    const data = told(readTranscript(archived("papua-calm.tablee"))!, 6);
    const many = data.outcomes.length / 2;
    expect(misfits({ ...data, secret: data.secret.replace(/^./, "0") }).length).toBeGreaterThan(many);
    expect(misfits({ ...data, table: "1".repeat(32) }).length).toBeGreaterThan(many);
    expect(misfits({ ...data, entropy: { ...data.entropy, 1: "beef" } }).length).toBeGreaterThan(many);
  });

  test("a changed die is found, by the chain and by recomputing chance", () => {
    const text = archived("papua-calm.tablee");
    const [line, event] = /^ *(\d+) {2}.*chance: die 4 .*$/m.exec(text)!;
    const bent = readTranscript(text.replace(line, line.replace("die 4", "die 6")))!;
    expect(bent.damaged).toBe(Number(event));
    const number = bent.outcomes.find((one) => one.event === Number(event))!.number;
    expect(misfits(told(bent, 6))).toEqual([number]);
  });
});

describe("a damaged file", () => {
  const text = archived("mahe-calm.tablee");
  const events = text.slice(text.indexOf("\n\n") + 2).split("\n").filter((line) => /^ *\d/.test(line));
  const read = (changed: string) => readTranscript(changed)!;

  test("a changed header breaks the first event", () => {
    expect(read(text.replace(/^undo .*$/m, "undo never")).damaged).toBe(1);
  });

  test("a missing event breaks the next one", () => {
    expect(read(text.replace(`${events[4]}\n`, "")).damaged).toBe(6);
  });

  test("a missing end is noticed", () => {
    const cut = read(text.slice(0, text.indexOf(events[10]!)));
    expect([cut.lines, cut.damaged, cut.secret]).toEqual([10, 11, null]);
  });

  test("a wrong end, and a line that is no event, are found", () => {
    expect(read(text.replace(/^end .*$/m, `end ${"0".repeat(64)}`)).damaged).toBe(events.length + 1);
    expect(read(text.replace(events[2]!, `${events[2]}\nsomething else`)).damaged).toBe(4);
  });

  test.each([
    ["nothing", ""],
    ["another file", "PNG\n\n"],
    ["a newer version", text.replace("tablee 1\n", "tablee 2\n")],
    ["no commitment", text.replace(/^commitment .*\n/m, "")],
    ["no table", text.replace(/^table .*\n/m, "")],
    ["a header that does not end", text.split("\n\n")[0]!],
  ])("%s is no transcript", (_, broken) => expect(readTranscript(broken)).toBeNull());
});
