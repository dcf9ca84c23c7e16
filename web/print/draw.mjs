// Draws everything that can be printed into a folder: node print/draw.mjs FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { createServer } from "vite";

const folder = process.argv[2];
const vite = await createServer({
  configFile: false,
  logLevel: "warn",
  appType: "custom",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
  plugins: [
    svelte({
      configFile: false,
      preprocess: vitePreprocess(),
      compilerOptions: { css: "injected" }, // the styles come with the drawing
    }),
  ],
});
try {
  const { drawings } = await vite.ssrLoadModule("/print/drawings.ts");
  mkdirSync(folder, { recursive: true });
  for (const [name, drawing] of drawings()) writeFileSync(join(folder, `${name}.svg`), drawing);
} finally {
  await vite.close();
}
