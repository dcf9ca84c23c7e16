// Bundle a file of this folder into one script for Node and browsers: node bundle.mjs OUT NAME
import { build } from "vite";

const [, , outDir, fileName] = process.argv;
await build({
  configFile: false,
  logLevel: "error",
  build: {
    outDir,
    emptyOutDir: false,
    minify: false,
    lib: { entry: new URL(`${fileName}.ts`, import.meta.url).pathname, formats: ["es"], fileName },
  },
});
