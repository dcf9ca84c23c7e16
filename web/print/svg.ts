// A component of the page as an SVG of its own: all that its styles say is in the file, in colours
// and numbers that every reader of SVG understands.
import type { Component } from "svelte";
import { render } from "svelte/server";
import theme from "../src/theme.css?raw";

export type Values = Record<string, string>;
export type Part = string | [component: Component<any>, props?: Record<string, unknown>];

export type Drawing = [name: string, drawing: string];
export type Drawings = Drawing[];

export const FLAT = "<style>.cast,.shadow{display:none}</style>"; // paper casts its own shadow
const BLEED = 2.5; // of a card beyond its outline, so that it need not be cut exactly
const KEPT = /^(fill|stroke|opacity|stop-|font-(family|size|weight)|text-anchor|dominant-baseline|paint-order)/;
const FONT = /^(\d+) ([\d.]+px)(?: *\/ *[\d.]+)? (.+)$/;
const FACES: Values = { serif: "Tablee Serif", sans: "Tablee Sans" };

/** What the custom properties of a stylesheet, or of a component, are by day. */
export function values(source: string): Values {
  const found = [...source.matchAll(/--([\w-]+):\s*([^;]+);/g)];
  return Object.fromEntries(found.map(([, name, value]) => [name!, value!]));
}

const THEME: Values = { ...values(/:root \{[^}]*\}/.exec(theme)![0]), ...FACES };

/** An SVG with this viewBox, drawn from parts of the page. */
export function svg(box: string, own: Values, ...parts: Part[]): string {
  const styles = new Set<string>();
  const bodies = parts.map((part) => {
    if (typeof part === "string") return part;
    const { head, body } = render(part[0], { props: part[1] ?? {} });
    for (const [, style] of head.matchAll(/<style[^>]*>([^]*?)<\/style>/g)) styles.add(style!);
    return body.replace(/<!--[^]*?-->/g, "");
  });
  const known = { ...THEME, ...own };
  const style = [...styles].map((one) => rules(filled(one, known))).join("");
  const drawn = filled(bodies.join(""), known);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><style>${style}</style>${drawn}</svg>\n`;
}

/** A card on its paper, which goes a little further than the drawing. */
export function bled(x: number, y: number, width: number, height: number, paper: string, ...rest: [Values, ...Part[]]): string {
  const box = [x - BLEED, y - BLEED, width + 2 * BLEED, height + 2 * BLEED];
  const [own, ...parts] = rest;
  const [left, top, wide, high] = box;
  const ground = `<rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="${paper}"/>`;
  return svg(box.join(" "), own, ground, ...parts);
}

/** The numbers from 1. */
export const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** A text in which every custom property has its value, light-dark() its day, and sums their result. */
function filled(text: string, known: Values): string {
  const plain = text.replace(/var\(--([\w-]+)(?:, *([^()]*))?\)/g, (_, name: string, otherwise?: string) => {
    const value = known[name] ?? otherwise;
    if (value === undefined) throw new Error(`--${name} is not defined`);
    return filled(value, known);
  });
  return plain
    .replace(/light-dark\(([^,()]+),[^()]+\)/g, "$1")
    .replace(/calc\(([\d.]+)px \/ ([\d.]+)\)/g, (_, one: string, other: string) => `${Number(one) / Number(other)}px`)
    .replaceAll("Fraunces Variable", FACES["serif"]!);
}

/** The rules of a style that a drawing on paper has a use for. */
function rules(style: string): string {
  const still = style.replace(/\/\*[^]*?\*\//g, "").replace(/@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  return [...still.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .map(([, selector, body]) => [scoped(selector!), declarations(body!)])
    .filter(([, body]) => body)
    .map(([selector, body]) => `${selector}{${body}}`)
    .join("");
}

/** Svelte writes `circle:where(.svelte-1)`; `circle.svelte-1` is understood everywhere. */
function scoped(selector: string): string {
  return selector.trim().replace(/:where\((\.[\w-]+)\)/g, "$1");
}

function declarations(body: string): string {
  return body
    .split(";")
    .map((one) => one.trim().split(/\s*:\s*/, 2) as [string, string])
    .flatMap(([name, value]) => (name === "font" ? font(value) : [[name, value]]))
    .filter(([name]) => KEPT.test(name!))
    .map(([name, value]) => `${name}:${name === "font-weight" ? Math.round(Number(value) / 100) * 100 : value}`)
    .join(";");
}

/** The shorthand in its parts. */
function font(value: string): string[][] {
  const [, weight, size, family] = FONT.exec(value.trim())!;
  return [["font-weight", weight!], ["font-size", size!], ["font-family", family!]];
}
