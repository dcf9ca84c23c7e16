// The board of Maroc'eau with scenes that tools/gallery.py wrote into gallery/games:
// maroceau.html?game=maroceau-8-1&step=120&move=swap%20b2&lang=fr&theme=dark
import "../src/fonts.css";
import "../src/theme.css";
import "../src/base.css";
import { mount } from "svelte";
import { speakLanguage, TABLE, type Language } from "../src/lib/words.svelte";
import Gallery from "./Gallery.svelte";
import { board } from "../src/games/maroceau";

await speakLanguage((new URLSearchParams(location.search).get("lang") ?? "en") as Language, [...TABLE, "maroceau"]);
mount(Gallery, { target: document.querySelector("#gallery")!, props: { board, first: "maroceau-4-1" } });
