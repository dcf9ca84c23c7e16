// The page begins here: settings and words first, then what the address asks for.
import "./fonts.css";
import "./theme.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { retryStylesheets } from "./lib/lazy";
import { followLinks } from "./lib/router.svelte";
import { applySettings } from "./lib/settings.svelte";
import { keepPage } from "./lib/offline";

retryStylesheets();
followLinks();
await applySettings();
mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD) {
  // Later, when the page has come to rest; whether it works out makes no difference to the table.
  setTimeout(() => void keepPage().catch(() => {}), 3000);
}
