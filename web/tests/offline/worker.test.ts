// The worker answers each request by what its house returns, or by the refusal.
import { beforeAll, expect, test, vi } from "vitest";
import { Shelves } from "./shelf";

const told = vi.fn();

beforeAll(async () => {
  vi.stubGlobal("BroadcastChannel", class { postMessage() {} }); // there are no other tabs
  await import("../../src/lib/offline/worker");
});

/** Send the worker a request; return its answer. */
async function ask(what: string, ...given: unknown[]): Promise<unknown> {
  vi.stubGlobal("postMessage", told.mockReset());
  new Shelves().install();
  window.onmessage!({ data: { n: 7, ask: what, given } } as MessageEvent);
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  return told.mock.lastCall![0];
}

test("a request is answered", async () => {
  expect(await ask("myTables")).toEqual({ n: 7, done: { running: [], finished: [] } });
});

test("a request is refused with a reason", async () => {
  const { n, refused } = (await ask("info", "0".repeat(32))) as { n: number; refused: { why: { key: string } } };
  expect([n, refused.why.key]).toEqual([7, "server.no_table"]);
});
