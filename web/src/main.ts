// The page begins here: settings and words first, then what the address asks for.
import "./fonts.css";
import "./theme.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./lib/router.svelte";
import { applySettings } from "./lib/settings.svelte";

followLinks();
await applySettings();
mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/service-worker.js");
}
