// The board of Mâamut with scenes that tools/gallery.py wrote into gallery/games:
// maamut.html?game=maamut-4-1&step=12&lang=fr&theme=dark
import "../src/fonts.css";
import "../src/theme.css";
import "../src/base.css";
import { mount } from "svelte";
import { speakLanguage, TABLE, type Language } from "../src/lib/words.svelte";
import Gallery from "./Gallery.svelte";
import { board } from "../src/games/maamut";

await speakLanguage((new URLSearchParams(location.search).get("lang") ?? "en") as Language, [...TABLE, "maamut"]);
mount(Gallery, { target: document.querySelector("#gallery")!, props: { board, first: "maamut-4-1" } });
