// The network as the page needs it for its rules: the compiled modules of the games, and nothing else.
import { readFileSync } from "node:fs";
import { vi } from "vitest";

export function serveModules(): void {
  vi.stubGlobal("fetch", async (address: string) => {
    const file = /^\/@fs(\/.*(?:rules|page)\.wasm)/.exec(address)?.[1];
    if (!file) throw new TypeError(`no network in a test: ${address}`);
    return new Response(Uint8Array.from(readFileSync(file)));
  });
}
