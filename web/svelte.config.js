import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true, cssHash: ({ css, hash }) => `s${hash(css).slice(-5)}` }, // short: it is in every tag
};
