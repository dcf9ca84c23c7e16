import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The Python server serves what is built here; `npm run dev` passes its calls on to it.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/tablee/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content-security policy allows no data: addresses
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": "http://localhost:8000", "/ws": { target: "ws://localhost:8000", ws: true } },
  },
});
