import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv, type Plugin } from "vite";
import { printing } from "./print/draw.ts";

// What most pages need comes as one file: that weighs less than many small ones, and is there sooner.
const SHARED = {
  name: "shared",
  minShareCount: 4,
  test: /node_modules|vite\/preload|src\/lib\/|parts\/(Avatar|Button|Icon|SeatBadge|SeatSymbol)\./,
};

// Whatever is built finds the rest beside it, in any folder; only the page itself, which a server shows
// under many addresses, names what it loads from the root. `tablee site` makes that relative again.
const ROOTED: Plugin = {
  name: "rooted",
  apply: "build",
  transformIndexHtml: { order: "post", handler: (html) => html.replaceAll('="./', '="/') },
};

// The Python server serves what is built here; `npm run dev` passes its calls on to it, to another
// port than 8000 if TABLEE_PORT says so.
export default defineConfig(({ mode }) => {
  const server = `localhost:${loadEnv(mode, ".", "TABLEE_").TABLEE_PORT ?? 8000}`;
  return {
    base: "./",
    plugins: [svelte(), printing(), ROOTED],
    worker: { format: "es" },
    json: { namedExports: false }, // a file of the catalogue is one thing
    build: {
      outDir: "../src/tablee/page",
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0, // the content-security policy allows no data: addresses
      modulePreload: { polyfill: false },
      rolldownOptions: {
        checks: { pluginTimings: false }, // news for authors of plugins
        output: { codeSplitting: { groups: [SHARED] } },
      },
    },
    server: {
      proxy: { "/api": `http://${server}`, "/ws": { target: `ws://${server}`, ws: true } },
      fs: { allow: [".."] }, // the words are the package's
    },
  };
});
