// Bundle `same.ts` into one script for Node and browsers: node bundle.mjs OUT
import { build } from "vite";

await build({
  configFile: false,
  logLevel: "error",
  build: {
    outDir: process.argv[2],
    emptyOutDir: false,
    minify: false,
    lib: { entry: new URL("same.ts", import.meta.url).pathname, formats: ["es"], fileName: "same" },
  },
});
