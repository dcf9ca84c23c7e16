// What grows (or gives) on each card, as SVG in a box of 100 by 100: ink lines over washes of colour.
// Pure markup without styles from outside, so that the same drawings can be printed.

const INK = "#46382a";
const LEAF = "#7f9d54";
const DEEP = "#55763f";
const PALE = "#a9bd78";
const WOOD = "#8d6a45";

/** A leaf from its foot, pointing at an angle; its vein is a lighter line. */
function leaf(x: number, y: number, angle: number, length: number, width: number, fill = LEAF): string {
  const near = length * 0.3;
  const far = length * 0.75;
  return (
    `<g transform="translate(${x} ${y})rotate(${angle})">` +
    `<path d="M0 0C${near}-${width} ${far}-${width} ${length} 0C${far} ${width} ${near} ${width} 0 0z" fill="${fill}"/>` +
    `<path d="M2 0H${length * 0.82}" stroke-width=".7"/></g>`
  );
}

/** A broad leaf with five lobes, as vines and melons have. */
function lobed(x: number, y: number, angle: number, size: number, fill = LEAF): string {
  return (
    `<g transform="translate(${x} ${y})rotate(${angle})scale(${size})"><path fill="${fill}" stroke-width="${1.1 / size}" ` +
    `d="M0 0C-7-1-12-6-9-10C-14-11-15-18-10-20C-9-26-3-27 0-31C3-27 9-26 10-20C15-18 14-11 9-10C12-6 7-1 0 0z"/>` +
    `<path d="M0 0V-24M0-7-8-16M0-7 8-16" stroke-width="${0.7 / size}"/></g>`
  );
}

/** A round fruit: wash, shade on its right, light on its left. */
function fruit(x: number, y: number, rx: number, ry: number, fill: string, shade: string): string {
  return (
    `<g transform="translate(${x} ${y})scale(${rx} ${ry})" stroke="none"><circle r="1" fill="${fill}"/>` +
    `<path d="M.15.95C1.08.8 1.12-.5.55-.82C.82-.1.7.6.15.95z" fill="${shade}" opacity=".6"/>` +
    `<ellipse cx="-.4" cy="-.42" rx=".2" ry=".26" fill="#fff" opacity=".6" transform="rotate(30 -.4 -.42)"/></g>` +
    `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"/>`
  );
}

const line = (d: string, width = 1.4, colour = INK) =>
  `<path d="${d}" stroke="${colour}" stroke-width="${width}"/>`;
const wash = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
const twig = (d: string) => line(d, 4.2) + line(d, 2.4, WOOD);
const repeat = (count: number, one: (i: number) => string) => Array.from({ length: count }, (_, i) => one(i)).join("");

/** Five petals round a heart. */
function blossom(x: number, y: number, size: number, fill: string): string {
  const petal = (i: number) =>
    `<ellipse cx="0" cy="${-size * 0.62}" rx="${size * 0.42}" ry="${size * 0.5}" fill="${fill}" transform="rotate(${72 * i})"/>`;
  return `<g transform="translate(${x} ${y})" stroke-width=".8">${repeat(5, petal)}<circle r="${size * 0.26}" fill="#e2b13c"/></g>`;
}

const WAVE = "q4-4 8 0t8 0 8 0 8 0 8 0 8 0 8 0";

const desalination =
  wash("M10 78h80v10H10z", "#cbb8dd") +
  wash("M20 78V44h22v34z", "#b79fd0") + wash("M20 44q11-11 22 0z", "#9a7cbb") +
  wash("M50 78V54h18v24z", "#b79fd0") + wash("M50 54q9-9 18 0z", "#9a7cbb") +
  wash("M75 78V30h8v48z", "#cbb8dd") + wash("M75 38h8M75 46h8", "none") +
  line("M42 62h8M68 66h7", 3.6) + line("M42 62h8M68 66h7", 1.8, "#cbb8dd") +
  line("M24 52h14M24 58h14M24 64h14", 0.7) +
  line(`M18 93${WAVE}`, 1.6, "#6f4f99") + line(`M18 99${WAVE}`, 1.2, "#9a7cbb") +
  wash("M79 6c-6 8-9 11-9 15a9 9 0 0 0 18 0c0-4-3-7-9-15z", "#a9c8ea");

const well =
  wash("M27 62q23 10 46 0v24q-23 12-46 0z", "#cbb8dd") +
  `<ellipse cx="50" cy="62" rx="23" ry="7" fill="#6f4f99"/><ellipse cx="50" cy="64" rx="17" ry="4" fill="#a9c8ea" stroke="none"/>` +
  line("M29 72q21 9 42 0M29 80q21 9 42 0M38 67v8M50 69v8M62 67v8M44 76v8M57 76v8", 0.8) +
  line("M31 62V30M69 62V30", 4) + line("M31 62V30M69 62V30", 2.2, "#9a7cbb") +
  wash("M22 33 50 12 78 33z", "#9a7cbb") + line("M33 33 50 20 67 33M42 33l8-6 8 6", 0.8) +
  line("M50 33v13", 1.1) + wash("M44 46h12l-2 10h-8z", "#b79fd0");

const palm = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y})scale(${size})">${line("M0 0q-4-18 1-34", 5)}${line("M0 0q-4-18 1-34", 3, WOOD)}` +
  repeat(7, (i) => leaf(1, -34, -205 + i * 38, 22, 3.6, i % 2 ? DEEP : LEAF)) + "</g>";

const farm =
  wash("M6 86q44-8 88 0v6H6z", "#dcc59a") + palm(74, 84, 1.04) +
  wash("M16 84V46h10v-8h22v8h14v38z", "#d9ae7c") + wash("M16 46h10v-4h-10zM52 46h10v-4H52z", "#d9ae7c") +
  wash("M26 38v-5h5v5h4v-5h5v5h4v-5h4v5z", "#d9ae7c") +
  wash("M33 84V69q5-8 10 0v15z", "#6d86b5") + wash("M20 58h6v7h-6zM51 58h6v7h-6zM34 46h7v7h-7z", "#8fa6cf") +
  line("M48 46h14M16 72h12M50 76h10", 0.7) + leaf(10, 88, -70, 15, 3, DEEP) + leaf(10, 88, -110, 13, 3) + leaf(66, 90, -60, 11, 3);

const vine =
  line("M24 96V18M78 96V18M18 34h66M18 62h66", 3.4) + line("M24 96V18M78 96V18M18 34h66M18 62h66", 1.8, "#c6a677") +
  line("M50 98c-8-12 10-20-2-32s14-18 0-34", 6) + line("M50 98c-8-12 10-20-2-32s14-18 0-34", 4, WOOD) +
  line("M48 66c-10-4-14-12-24-8M50 46c12-2 16-10 26-8M46 32c-6-8-14-6-16-14", 2.2, DEEP) +
  line("M76 38c8 0 8 8 3 8s-4-5-1-5M26 58c-9 2-9 9-4 9s4-5 1-5", 1.1, DEEP) +
  lobed(34, 64, -60, 0.82) + lobed(66, 44, 40, 0.9, DEEP) + lobed(48, 34, 10, 0.95) + lobed(30, 36, -35, 0.72, DEEP) + lobed(62, 72, 75, 0.72, PALE);

const olive =
  twig("M22 96C30 68 46 40 80 14") +
  repeat(7, (i) => {
    const t = 0.12 + i * 0.125;
    const x = 22 + 58 * t * (0.72 + 0.28 * t);
    const y = 96 - 82 * t * (1.18 - 0.18 * t);
    return leaf(x, y, -98 + i * 2, 27 - i, 4.6, i % 2 ? "#8a9f78" : "#a5b592") + leaf(x, y, -2 + i * 3, 27 - i, 4.6, i % 2 ? "#a5b592" : "#788f68");
  }) +
  fruit(34, 48, 6.5, 8.5, "#7d8748", "#4d5a2c") + fruit(62, 62, 6.5, 8.5, "#5b5068", "#372f45") + fruit(48, 84, 6.5, 8.5, "#7d8748", "#4d5a2c");

const grape =
  twig("M50 28C48 18 56 12 64 8") + lobed(40, 32, -50, 1.05) + lobed(62, 28, 62, 0.9, DEEP) +
  line("M62 18c12-4 20 2 16 8s-9 0-5-3", 1.2, DEEP) +
  [[50, 94], [43, 84], [57, 84], [50, 74], [36, 73], [64, 73], [43, 63], [57, 63], [30, 60], [70, 60], [50, 53], [36, 49], [64, 49], [50, 40]]
    .map(([x, y]) => fruit(x!, y!, 8.3, 8.3, "#94ad4b", "#5b7a2e")).join("");

const cherry =
  twig("M18 16C36 20 56 18 84 10") + leaf(58, 17, 28, 34, 10) + leaf(50, 18, 155, 30, 9, DEEP) +
  line("M52 18C42 34 34 48 32 62M52 18c8 16 16 30 18 50", 2, DEEP) +
  fruit(31, 76, 16, 15.5, "#c23b3f", "#7d1a28") + fruit(71, 82, 16, 15.5, "#cf4a45", "#7d1a28") +
  line("M26 63q5 4 11 1M66 69q5 4 10 1", 1.1);

const apricot =
  twig("M22 28C38 22 58 26 90 14") + leaf(34, 24, 120, 26, 9, DEEP) + leaf(72, 20, 60, 28, 10) + leaf(30, 24, -50, 22, 8) + leaf(60, 23, -110, 19, 7, PALE) +
  line("M50 24v12", 2.4) + fruit(50, 62, 25, 26, "#eba352", "#c8692f") +
  line("M50 37c-9 12-11 34-1 50", 1.4, "#a9541f") + wash("M45 38q5 4 10 0", "none") +
  blossom(86, 24, 8, "#fbe3df") + blossom(24, 40, 9, "#fbe3df");

const carrot =
  `<g stroke-width=".6">${repeat(7, (i) => {
    const a = -150 + i * 20;
    const x = 50 + 34 * Math.cos((a * Math.PI) / 180);
    const y = 44 + 38 * Math.sin((a * Math.PI) / 180);
    const stalk = line(`M50 46Q${50 + (x - 50) * 0.3} ${y + 12} ${x.toFixed(1)} ${y.toFixed(1)}`, 1.6, DEEP);
    return stalk + repeat(3, (j) => leaf(x - (x - 50) * 0.2 * j, y + 7 * j, a - 42, 10, 2.6, j % 2 ? DEEP : LEAF) + leaf(x - (x - 50) * 0.2 * j, y + 7 * j, a + 42, 10, 2.6, PALE));
  })}</g>` +
  wash("M35 50q15-11 30 0c1 16-9 38-15 50c-6-12-16-34-15-50z", "#e58a3c") +
  `<path d="M56 47q6 1 9 3c1 16-9 38-15 50c4-16 8-36 6-53z" fill="#c3602a" stroke="none" opacity=".55"/>` +
  line("M36 58h9M52 64h9M40 70h8M53 78h-5M44 82h5", 1);

const melon =
  lobed(24, 40, -25, 0.95, DEEP) + lobed(80, 38, 40, 0.85) + line("M50 34c0-10 6-16 16-18", 2.4, DEEP) +
  line("M62 18c14-8 24 0 18 6s-9 0-5-3", 1.2, DEEP) +
  fruit(50, 66, 33, 29, "#e3c765", "#b88d34") +
  line("M50 37c-30 12-30 46 0 58M50 37c30 12 30 46 0 58M50 37c-11 14-11 44 0 58M50 37c11 14 11 44 0 58", 1.2, "#8f7430") +
  line("M20 56q30 9 60 0M18 70q32 10 64 0M25 82q25 8 50 0", 0.7, "#8f7430") + wash("M45 38q5-5 10 0q-5 4-10 0z", LEAF);

const peach =
  twig("M24 10C36 18 44 20 52 34") + leaf(42, 20, 8, 46, 8) + leaf(34, 16, 100, 34, 7, DEEP) + leaf(46, 24, -52, 24, 6, PALE) +
  wash("M52 36c-14-7-34 4-34 28c0 18 16 30 33 31c18-1 34-12 34-31c0-24-20-35-33-28z", "#f2b48c") +
  `<path d="M58 36c16-4 27 8 27 28c0 19-16 30-34 31c22-12 28-38 7-59z" fill="#d9655a" stroke="none" opacity=".6"/>` +
  line("M52 36c10 12 12 40-1 59", 1.5, "#a3473c") + `<ellipse cx="32" cy="56" rx="5" ry="8" fill="#fff" stroke="none" opacity=".5" transform="rotate(25 32 56)"/>`;

const sorghum =
  line("M50 100V40", 4.4) + line("M50 100V40", 2.8, PALE) +
  leaf(50, 92, -148, 44, 5) + leaf(50, 84, -32, 46, 5, DEEP) + leaf(50, 70, -140, 38, 4.4, DEEP) + leaf(50, 62, -42, 36, 4.4) +
  repeat(9, (row) => {
    const y = 50 - row * 5.2;
    const half = [5, 9, 12, 14, 14, 13, 11, 8, 4][row]!;
    const count = 1 + Math.round(half / 4);
    return repeat(count, (i) => {
      const x = 50 - half + (count === 1 ? half : (2 * half * i) / (count - 1));
      return `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="3.5" ry="3.9" fill="${(i + row) % 3 ? "#c98a3a" : "#a9602f"}" stroke-width=".8"/>`;
    });
  });

const trefoil = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y})">${repeat(3, (i) => leaf(0, 0, -90 + 120 * i, size, size * 0.46, i ? LEAF : DEEP))}</g>`;

const fodder =
  repeat(9, (i) => line(`M50 66Q${50 + (i - 4) * 4} 40 ${50 + (i - 4) * 8.5} ${16 + Math.abs(i - 4) * 4.5}`, 1.8, i % 2 ? DEEP : "#9aa653")) +
  repeat(9, (i) => line(`M50 66Q${50 + (i - 4) * 3} 82 ${50 + (i - 4) * 6} 98`, 1.8, i % 2 ? "#b59a4c" : DEEP)) +
  trefoil(18, 38, 13) + trefoil(84, 34, 13) + trefoil(36, 17, 12) + trefoil(66, 16, 12) + trefoil(50, 32, 14) +
  repeat(3, (i) => `<circle cx="${35 + i * 15}" cy="${40 + (i % 2) * 8}" r="5.5" fill="#c07a9d"/>${line(`M${32 + i * 15} ${38 + (i % 2) * 8}l6 4m0-4-6 4`, 0.7)}`) +
  wash("M40 62q10 5 20 0v8q-10 5-20 0z", "#b3402f") + line("M60 66l10 6M60 68l7 10", 1.6, "#b3402f");

const plum =
  twig("M34 17C46 14 64 20 88 10") + leaf(38, 18, 130, 24, 8) + leaf(78, 14, 95, 28, 8, DEEP) + leaf(46, 16, 35, 26, 8, PALE) +
  line("M42 17c-4 8-6 12-6 20M60 18c4 12 6 18 6 26", 2, DEEP) +
  fruit(36, 62, 18, 23, "#74518d", "#3c2655") + line("M36 39c-8 12-8 34-1 46", 1.2, "#3c2655") +
  fruit(67, 68, 18, 23, "#8a5f9e", "#4a2f66") + line("M67 45c8 12 8 34 1 46", 1.2, "#3c2655");

const apple =
  line("M50 36c0-10 2-18 8-26", 3.6) + line("M50 36c0-10 2-18 8-26", 2, WOOD) + leaf(53, 24, 10, 36, 10) + leaf(52, 26, 168, 26, 8, DEEP) +
  wash("M50 37c-8-8-34-7-34 22c0 22 16 38 27 38c4 0 5-2 7-2s3 2 7 2c11 0 27-16 27-38c0-29-26-30-34-22z", "#cf4038") +
  `<path d="M62 33c12 0 22 8 22 26c0 22-16 38-27 38c-3 0-4-1-6-2c22-6 28-40 11-62z" fill="#8c1d26" stroke="none" opacity=".5"/>` +
  `<path d="M28 48c4-6 8-7 11-6M24 60c0-4 1-6 2-8M34 76c-4-6-5-10-5-14" stroke="#f3b19b" stroke-width="2"/>` +
  line("M40 39q10 7 20 0", 1.4);

/** By value, from −2 up. */
const PLANTS = [
  desalination, well, farm, vine, olive, grape, cherry, apricot,
  carrot, melon, peach, sorghum, fodder, plum, apple,
];

/** A plant as markup, in a box of 100 by 100. */
export function plant(value: number): string {
  return `<g fill="none" stroke="${INK}" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round">${PLANTS[value + 2]}</g>`;
}
