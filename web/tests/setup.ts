// Every test starts with an empty localStorage and no network.
import { beforeEach, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network in a test")));
});
