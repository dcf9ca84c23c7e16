// The board of a game with scenes that tools/gallery.py wrote into gallery/games:
// /gallery/?game=GAME-4-1&step=12&move=roll&lang=fr&theme=dark
import "../src/fonts.css";
import "../src/theme.css";
import "../src/base.css";
import { mount } from "svelte";
import { boardOf, GAMES } from "../src/lib/games";
import { speakLanguage, TABLE, type Language } from "../src/lib/words.svelte";
import Gallery from "./Gallery.svelte";

const query = new URLSearchParams(location.search);
const match = query.get("game") ?? `${GAMES[0]}-4-1`;
await speakLanguage((query.get("lang") ?? "en") as Language, TABLE);
mount(Gallery, { target: document.querySelector("#gallery")!, props: { board: await boardOf(match.split("-")[0]!), match } });
