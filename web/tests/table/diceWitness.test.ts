// The commitment a browser keeps before the game, and the entropy it adds.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { agrees } from "../../src/lib/after/fair";
import { refusal } from "../../src/lib/server/api";
import { toasts } from "../../src/lib/toasts.svelte";
import { keepEntropy, witness, witnessFile, witnessOf } from "../../src/lib/table/diceWitness";
import { begun, commands, room, seat } from "./watched";

const lobby = (table: string, more = {}) => room(0, { table, commitment: "aa", stage: "lobby", ...more });

beforeEach(() => localStorage.clear());

describe("the commitment", () => {
  test("is kept as first seen, and a change is reported", () => {
    witness(room(3, { table: "x", commitment: "aa" }));
    expect(toasts().at(-1)?.href).not.toBe("/verify/x");
    witness(room(7, { table: "x", commitment: "bb" }));
    expect(witnessOf("x")).toEqual({ table: "x", commitment: "aa", event: 3, entropy: {} });
    expect(toasts().at(-1)?.href).toBe("/verify/x");
    expect(toasts().at(-1)?.text()).toContain("Don’t trust");
    expect(witnessOf("y")).toBeNull();
  });

  test("is kept when a table is opened", async () => {
    await begun(room(3, { commitment: "ab" }));
    expect(witnessOf("t")).toMatchObject({ commitment: "ab", event: 3 });
  });

  test("is kept for the last three hundred tables", () => {
    for (let number = 0; number <= 300; number++) witness(room(0, { table: `t${number}`, commitment: "aa" }));
    expect(witnessOf("t0")).toBeNull();
    expect(witnessOf("t1")).not.toBeNull();
  });

  test.each(["", "{", "null", "7", "[1]", '[{"table": "x"}]', '[{"table": "x", "commitment": "a", "event": 0, "entropy": {"1": "?"}}]'])(
    "a broken %s counts for nothing",
    (broken) => {
      localStorage.setItem("witness", broken);
      expect(witnessOf("x")).toBeNull();
    },
  );
});

describe("entropy", () => {
  test("is added once in the lobby, and kept", async () => {
    const seats = [seat(1), seat(2, { mine: true }), seat(3, { mine: true })];
    witness(lobby("one", { seats }));
    witness(lobby("one", { seats }));
    expect(commands).toHaveBeenCalledOnce();
    const { do: what, seat: where, entropy, table } = commands.mock.calls[0]![0];
    expect([what, where, table]).toEqual(["entropy", 2, "one"]);
    expect(entropy).toMatch(/^[0-9a-f]{32}$/);
    await vi.waitFor(() => expect(witnessOf("one")!.entropy).toEqual({ 2: entropy }));
  });

  test("is not added by spectators, twice, or once the game has started", () => {
    witness(lobby("two", { seats: [seat(1)] }));
    witness(lobby("three", { seats: [seat(1, { mine: true }), seat(2, { mine: true, entropy: true })] }));
    witness(room(0, { table: "four" }));
    expect(commands).not.toHaveBeenCalled();
  });

  test("is not kept if it was refused", async () => {
    commands.mockRejectedValue(refusal("server.begun"));
    witness(lobby("five"));
    await vi.waitFor(() => expect(commands).toHaveBeenCalled());
    expect(witnessOf("five")!.entropy).toEqual({});
    keepEntropy("never seen", 1, "aa");
    expect(witnessOf("never seen")).toBeNull();
  });
});

test("the transcript must agree with what was kept", () => {
  const seen = { commitment: "aa", entropy: { 1: "c0" } };
  expect(agrees(seen, { commitment: "aa", entropy: { 1: "c0", 2: "ff" } })).toBe(true);
  expect(agrees(seen, { commitment: "ab", entropy: { 1: "c0" } })).toBe(false);
  expect(agrees(seen, { commitment: "aa", entropy: { 1: "c1" } })).toBe(false);
  expect(agrees(seen, { commitment: "aa", entropy: {} })).toBe(false);
});

test("what was kept is saved as a file for tablee verify", () => {
  const seen = { table: "t", commitment: "aa", event: 0, entropy: { 1: "c0" } };
  expect(JSON.parse(decodeURIComponent(witnessFile(seen).replace("data:application/json,", "")))).toEqual(seen);
});
