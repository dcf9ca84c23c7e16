// The board of Papua with scenes that tools/gallery.py wrote into gallery/games:
// papua.html?game=papua-6-1&step=120&move=group%2011-14&lang=fr&theme=dark
import "../src/fonts.css";
import "../src/theme.css";
import "../src/base.css";
import { mount } from "svelte";
import { speakLanguage, TABLE, type Language } from "../src/lib/words.svelte";
import Gallery from "./Gallery.svelte";
import { board } from "../src/games/papua";

await speakLanguage((new URLSearchParams(location.search).get("lang") ?? "en") as Language, [...TABLE, "papua"]);
mount(Gallery, { target: document.querySelector("#gallery")!, props: { board, first: "papua-4-1" } });
