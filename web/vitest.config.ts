import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Unit tests of src/lib, without a server or a browser: `python hatch_build.py test`.
// Components and boards are tested in Chromium, by ../tests/web.
export default defineConfig({
  plugins: [svelte()],
  json: { namedExports: false },
  assetsInclude: ["**/*.wasm"],
  resolve: { conditions: ["browser"] },
  server: { fs: { allow: [".."] } }, // the words, and matches of the archive
  test: {
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    environment: "happy-dom",
    pool: "vmThreads", // reuse the DOM of a worker: half the time
    environmentOptions: { happyDOM: { url: "https://table.example/" } },
    unstubGlobals: true,
    restoreMocks: true,
    coverage: {
      provider: "v8",
      reporter: ["text"],
      include: ["src/lib/**/*.ts"],
      exclude: [
        "src/lib/wire.ts", // types alone, made by tools/typescript.py
        "src/lib/catalogue/**", // lists of JSON files
        "src/lib/avatars.ts", // drawings
      ],
      thresholds: { statements: 90, branches: 90, functions: 90, lines: 90 },
    },
  },
});
