// What is loaded when the page is idle, and loaded again after a failure.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { later, loadAgainOnce, retryStylesheets } from "../src/lib/lazy";
import { moved } from "../src/lib/table/pointer";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
  document.head.innerHTML = "";
});

describe("what is needed later", () => {
  test("is loaded once the page is idle", async () => {
    const load = vi.fn(async () => "board");
    later(load);
    expect(load).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(load).toHaveBeenCalledOnce();
  });

  test("is loaded when it is needed, also after a failure", async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("offline")).mockResolvedValue("board");
    const board = later(load);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await board()).toBe("board");
  });
});

describe("a stylesheet that failed to load", () => {
  beforeAll(() => retryStylesheets());
  const sheet = (rel: string) => Object.assign(document.createElement("link"), { rel, id: "sheet" });

  test("is loaded again in a moment", async () => {
    const failed = sheet("stylesheet");
    document.head.append(failed);
    failed.dispatchEvent(new Event("error"));
    expect(document.querySelector("link")).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    const again = document.querySelector("link")!;
    expect([again === failed, again.id]).toEqual([false, "sheet"]);
  });

  test("is not taken for a script, or another link", async () => {
    for (const other of [document.createElement("script"), sheet("icon")]) {
      document.head.append(other);
      other.dispatchEvent(new Event("error"));
    }
    expect(document.head.children).toHaveLength(2);
  });
});

test("the page is loaded again once a minute at most", () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  expect([loadAgainOnce(), loadAgainOnce()]).toEqual([true, false]);
  expect(reload).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 61_000);
  expect(loadAgainOnce()).toBe(true);
});

test.each([
  ["mouse", 1, 0, true], ["mouse", 0, -1, true], ["mouse", 0, 0, false], ["touch", 1, 1, false],
])("a %s that went %d, %d has moved: %s", (pointerType, movementX, movementY, expected) => {
  expect(moved({ pointerType, movementX, movementY } as PointerEvent)).toBe(expected);
});
