// Part of the build of the page: everything that can be printed, as SVG in its folder `print`.
import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Plugin } from "vite";

export function printing(): Plugin {
  return {
    name: "printing",
    apply: "build",
    async generateBundle() {
      for (const [name, source] of await drawn()) {
        this.emitFile({ type: "asset", fileName: `print/${name}.svg`, source });
      }
    },
  };
}

/** The drawings as the server's renderer makes them, each with the styles it needs. */
async function drawn(): Promise<[string, string][]> {
  const cacheDir = await mkdtemp("node_modules/.drawing-"); // of its own: builds may run side by side
  const vite = await createServer({
    configFile: false,
    cacheDir,
    logLevel: "warn",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    plugins: [
      svelte({ configFile: false, preprocess: vitePreprocess(), compilerOptions: { css: "injected" } }),
    ],
  });
  try {
    const { drawings } = await vite.ssrLoadModule("/print/drawings.ts");
    return drawings();
  } finally {
    await vite.close();
    await rm(cacheDir, { recursive: true });
  }
}
