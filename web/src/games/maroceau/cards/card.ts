// The cards of Maroc'eau as SVG markup in a box of 100 by 140: botanical plates on cream card.
// No style comes from outside, so that the same cards can be printed.
import { plant } from "./plants";

export const CARD_WIDTH = 100;
export const CARD_HEIGHT = 140;
export const VALUES = Array.from({ length: 15 }, (_, i) => i - 2);

interface Colour {
  band: string;
  ink: string; // of the number, dark enough on cream
  wash: string; // behind the plant
  drop: string; // on the band
  edge: string; // a small ornament that repeats along the band: each colour has its own shape
}

const COLOURS: Record<string, Colour> = {
  violet: { band: "#6f4f99", ink: "#56377f", wash: "#ece4f2", drop: "#fdf8ea", edge: "M0 6q2.5-5 5 0t5 0v2H0z" },
  blue: { band: "#2f6aa8", ink: "#1f4f86", wash: "#e3ecf2", drop: "#fdf8ea", edge: "M0 8V3h5v5zM5 8V5.5h5V8z" },
  green: { band: "#4d7a35", ink: "#3a5f27", wash: "#eaf0da", drop: "#fdf8ea", edge: "M0 8C0 3 3 1 5 1s5 2 5 7z" },
  yellow: { band: "#dcab2b", ink: "#7a5800", wash: "#f8edcb", drop: "#4f3a00", edge: "M0 8 5 1l5 7z" },
  red: { band: "#b23a2e", ink: "#962a20", wash: "#f6e2d6", drop: "#fdf8ea", edge: "M0 8l2-6h6l2 6z" },
};

/** The colour of a value: violet −2 −1, blue 0–2, green 3–6, yellow 7–9, red 10–12. */
export function colourOf(value: number): Colour {
  const name = value < 0 ? "violet" : value < 3 ? "blue" : value < 7 ? "green" : value < 10 ? "yellow" : "red";
  return COLOURS[name]!;
}

/** A number as it is printed, with a true minus. */
export const printed = (value: number) => String(value).replace("-", "−");

const SERIF = "Fraunces Variable, Fraunces, Georgia, serif";
const SANS = "Source Sans 3 Variable, Source Sans 3, Segoe UI, sans-serif";
export const DROP = "M0-6.5C-3-2.5-4.3-.8-4.3 1.4a4.3 4.3 0 0 0 8.6 0C4.3-.8 3-2.5 0-6.5z";

/** What a plant drinks, as full drops; what a well gives, as open drops with a plus. */
function drops(value: number): string {
  const count = Math.abs(value);
  const { drop } = colourOf(value);
  const rows = count > 6 ? 2 : 1;
  const abreast = Math.ceil(count / rows);
  let marks = "";
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / abreast);
    const inRow = row === 0 ? abreast : count - abreast;
    const x = 50 + (i - row * abreast - (inRow - 1) / 2) * (rows === 1 ? 12.5 : 12);
    const y = rows === 1 ? 124.5 : 116.6 + row * 11.4;
    const size = rows === 1 ? 1.12 : 0.76;
    marks += value > 0
      ? `<path transform="translate(${x} ${y})scale(${size})" d="${DROP}" fill="${drop}"/>`
      : `<path transform="translate(${x + (i * 2 - count + 1) * 4} ${y})scale(1.25)" d="${DROP}M-2 1.4h4M0-.6v4" fill="none" stroke="${drop}" stroke-width="1.3"/>`;
  }
  return count ? marks : `<path d="M42 124.5h16" stroke="${drop}" stroke-width="2.6" stroke-linecap="round"/>`;
}

const paper = (fill: string, line: string) =>
  `<rect x=".6" y=".6" width="98.8" height="138.8" rx="8" fill="${fill}" stroke="${line}" stroke-width="1.2"/>`;

/** The face of a card. */
export function cardFace(value: number): string {
  const { band, ink, wash, edge } = colourOf(value);
  let border = "";
  for (let i = 0; i < 9; i++) border += `<path transform="translate(${5 + i * 10} 101.2)" d="${edge}"/>`;
  return (
    paper("#fbf5e6", "#cdbb95") +
    `<ellipse cx="54" cy="60" rx="37" ry="39" fill="${wash}"/>` +
    `<path d="M5 109V12a7 7 0 0 1 7-7h76a7 7 0 0 1 7 7v97" fill="none" stroke="${ink}" stroke-width=".8" opacity=".55"/>` +
    `<g transform="translate(15 17)scale(.83)">${plant(value)}</g>` +
    `<g fill="${band}">${border}<path d="M5 109h90v19a7 7 0 0 1-7 7H12a7 7 0 0 1-7-7z"/></g>` +
    drops(value) +
    `<text x="9.5" y="33" font-family="${SERIF}" font-size="31" font-weight="700" fill="${ink}" stroke="#fbf5e6" stroke-width="5" stroke-linejoin="round" paint-order="stroke">${printed(value)}</text>`
  );
}

/** The face of a card that is small on the screen: its number, its band, nothing else. */
export function smallFace(value: number): string {
  const { band, ink, wash, edge } = colourOf(value);
  let border = "";
  for (let i = 0; i < 4; i++) border += `<path transform="translate(${4 + i * 23} 94)scale(2.3)" d="${edge}"/>`;
  return (
    paper("#fbf5e6", "#bda97f") +
    `<rect x="4" y="4" width="92" height="106" rx="6" fill="${wash}"/>` +
    `<g fill="${band}">${border}<path d="M4 110h92v20a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6z"/></g>` +
    `<text x="50" y="82" text-anchor="middle" font-family="${SANS}" font-size="70" font-weight="700" letter-spacing="-2" fill="${ink}">${printed(value)}</text>`
  );
}

/** The face of a card that is too small for a number: its colour, and how much of it is filled tells more. */
export function tinyFace(value: number): string {
  const { band, wash } = colourOf(value);
  const height = 20 + (value + 2) * 7.5;
  return paper(wash, "#bda97f") + `<path d="M1 ${139 - height}h98v${height - 8}a8 8 0 0 1-8 8H9a8 8 0 0 1-8-8z" fill="${band}"/>`;
}

/** An eight-pointed star as the tile makers of Fès cut it. */
export function star(x: number, y: number, outer: number, inner = outer * 0.765): string {
  let d = "";
  for (let i = 0; i < 16; i++) {
    const r = i % 2 ? inner : outer;
    const a = (i * Math.PI) / 8;
    d += `${i ? "L" : "M"}${(x + r * Math.sin(a)).toFixed(1)} ${(y - r * Math.cos(a)).toFixed(1)}`;
  }
  return `${d}z`;
}

/** The back of a card: tiles round a spring. */
export function cardBack(): string {
  let stars = "";
  let crosses = "";
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 3; column++) {
      const x = 20 + column * 30;
      const y = 23.5 + row * 31;
      if (row < 1 || row > 2 || column !== 1) stars += star(x, y, 12.5);
      if (row < 3 && column < 2) crosses += `M${x + 15} ${y + 8}l5 7.5-5 7.5-5-7.5z`;
    }
  }
  return (
    paper("#fbf5e6", "#bda97f") +
    `<rect x="5" y="5" width="90" height="130" rx="5" fill="#31459c"/>` +
    `<path d="${stars}" fill="#e9edf7"/><path d="${stars}" fill="none" stroke="#8fa2dc" stroke-width=".8"/>` +
    `<path d="${crosses}" fill="#d9a441"/>` +
    `<path d="${star(50, 70, 25)}" fill="#fbf5e6"/><path d="${star(50, 70, 21)}" fill="none" stroke="#31459c" stroke-width="1"/>` +
    `<path transform="translate(50 71.5)scale(2)" d="${DROP}" fill="#31459c"/>` +
    `<rect x="8" y="8" width="84" height="124" rx="3" fill="none" stroke="#c9d2ee" stroke-width="1"/>`
  );
}

/** The back of a small card. */
export function smallBack(): string {
  return (
    paper("#fbf5e6", "#bda97f") +
    `<rect x="7" y="7" width="86" height="126" rx="6" fill="#31459c"/>` +
    `<path d="${star(50, 70, 34)}" fill="#e9edf7"/><path transform="translate(50 72)scale(2.9)" d="${DROP}" fill="#31459c"/>`
  );
}
