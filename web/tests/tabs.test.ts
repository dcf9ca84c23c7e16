// One tab at a time has a table, by locks or by asking the others.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { holder, Tabs } from "../src/lib/tabs";

/** The channels of this browser; what is told arrives in the other tabs at once. */
class Channel {
  static readonly all = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    Channel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const one of Channel.all) if (one !== this) one.onmessage?.({ data });
  }
  close(): void {
    Channel.all.delete(this);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("BroadcastChannel", Channel);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Channel.all.clear();
});

/** What comes of something when enough time has passed. */
async function later<Done>(asked: Promise<Done>): Promise<Done> {
  await vi.advanceTimersByTimeAsync(5000);
  return asked;
}

describe("over plain http", () => {
  test("one of two tabs has a table, until it is closed", async () => {
    const [one, other] = [new Tabs(), new Tabs()];
    expect(await later(one.hold("x"))).toBe(true);
    expect(await later(other.hold("x"))).toBe(false);
    expect(await later(other.hold("y"))).toBe(true);
    const waiting = other.hold("x");
    await vi.advanceTimersByTimeAsync(300);
    one.close();
    expect(await later(waiting)).toBe(true);
  });

  test("of several that ask at the same time one has it", async () => {
    const tabs = [new Tabs(), new Tabs(), new Tabs()];
    const found = await later(Promise.all(tabs.map((one) => one.hold("x"))));
    expect(found.filter(Boolean)).toHaveLength(1);
  });

  test("the tabs ask, for there are no locks", async () => {
    vi.stubGlobal("navigator", {});
    expect(await later(holder()("x"))).toBe(true);
    expect(await later(new Tabs().hold("x"))).toBe(false);
  });
});

test("elsewhere a lock is held, or waited for in vain", async () => {
  const held = new Set<string>();
  const request = (name: string, _: unknown, hold: () => unknown) =>
    held.has(name) ? Promise.reject(new Error("timeout")) : Promise.resolve(void (held.add(name), hold()));
  vi.stubGlobal("navigator", { locks: { request } });
  expect(await holder()("x")).toBe(true);
  expect(await holder()("x")).toBe(false);
});
