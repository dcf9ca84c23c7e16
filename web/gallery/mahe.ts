// The board of Mahé with scenes that tools/gallery.py wrote into gallery/games:
// mahe.html?game=mahe-4-1&step=12&move=roll&lang=fr&theme=dark
import "../src/fonts.css";
import "../src/theme.css";
import "../src/base.css";
import { mount } from "svelte";
import { speakLanguage, TABLE, type Language } from "../src/lib/words.svelte";
import Gallery from "./Gallery.svelte";
import { board } from "../src/games/mahe";

await speakLanguage((new URLSearchParams(location.search).get("lang") ?? "en") as Language, [...TABLE, "mahe"]);
mount(Gallery, { target: document.querySelector("#gallery")!, props: { board, first: "mahe-4-1" } });
