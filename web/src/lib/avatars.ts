// Sixteen avatars to choose from, drawn in a box of 40 by 40.

export interface Drawing {
  ground: string; // the colour behind
  parts: { d: string; fill?: string; stroke?: string; width?: number }[];
}

const INK = "#3b3026";

export const AVATARS: Record<string, Drawing> = {
  shell: {
    ground: "#f3d9c4",
    parts: [
      { d: "M20 31C11 31 6 24 7 16C9 8 15 7 20 8C25 7 31 8 33 16C34 24 29 31 20 31z", fill: "#e58f6d" },
      { d: "M20 31V9M20 31L13 10M20 31L27 10M20 31L8 15M20 31L32 15", stroke: "#8f4a31", width: 1.5 },
      { d: "M16 31h8l-1.5 4h-5z", fill: "#c76f4e" },
    ],
  },
  leaf: {
    ground: "#dbe8c9",
    parts: [
      { d: "M9 31C6 17 16 7 32 8C33 24 23 34 9 31z", fill: "#5d9146" },
      { d: "M8 33C14 25 20 19 28 12M15 25l-1-8M20 20l-1-7M16 24l8 1M21 19l7 0", stroke: "#2f5a26", width: 1.5 },
    ],
  },
  pebble: {
    ground: "#dfe4e6",
    parts: [
      { d: "M6 24C6 15 15 10 23 11C31 12 35 18 34 24C33 30 26 31 19 31C11 31 6 30 6 24z", fill: "#8b979d" },
      { d: "M11 20C15 15 22 14 28 17", stroke: "#e8eef0", width: 2 },
      { d: "M9 26C16 29 25 28 32 25", stroke: "#5c676d", width: 1.5 },
    ],
  },
  star: {
    ground: "#d5dff2",
    parts: [
      { d: "M20 6L24 15.500L34 16.300L26.500 23L28.900 33L20 27.600L11.100 33L13.500 23L6 16.300L16 15.500z", fill: "#e9b43a" },
      { d: "M20 13v.01M15 20v.01M25 20v.01M20 22v.01", stroke: "#8f6512", width: 2.4 },
    ],
  },
  wave: {
    ground: "#d3ecec",
    parts: [
      { d: "M4 28C9 28 11 14 20 13C27 12 30 18 26 21C24 22.500 21 21 22 19C17 21 19 28 36 28V34H4z", fill: "#2f8f97" },
      { d: "M6 31c3 2 6 2 9 0s6-2 9 0 6 2 9 0", stroke: "#eafafa", width: 1.6 },
    ],
  },
  drop: {
    ground: "#e4e0f1",
    parts: [
      { d: "M20 6C26 15 30 20 30 26C30 32 25.500 35 20 35S10 32 10 26C10 20 14 15 20 6z", fill: "#6f62a8" },
      { d: "M15 25C15 29 17 31 20 31.5", stroke: "#e6e1fa", width: 2.2 },
    ],
  },
  palm: {
    ground: "#fbe6b9",
    parts: [
      { d: "M18.500 35C20 28 20 22 18.500 16h3C23.500 22 23.500 29 22.500 35z", fill: "#9a6b3c" },
      { d: "M20 16C14 10 8 12 6 18C11 14 15 15 20 16zM20 16C26 10 32 12 34 18C29 14 25 15 20 16zM20 16C13 16 11 21 12 26C14 20 17 18 20 16zM20 16C27 16 29 21 28 26C26 20 23 18 20 16zM20 16C18 9 21 6 25 6C23 9 22 12 20 16z", fill: "#3f8a4e" },
    ],
  },
  sun: {
    ground: "#fde3c0",
    parts: [
      { d: "M20 4v5M20 31v5M4 20h5M31 20h5M8.700 8.700l3.500 3.500M27.800 27.800l3.500 3.500M31.300 8.700l-3.500 3.500M12.200 27.800l-3.500 3.5", stroke: "#c2571b", width: 2.4 },
      { d: "M20 12a8 8 0 1 1 0 16a8 8 0 1 1 0-16z", fill: "#ec9a33" },
    ],
  },
  moon: {
    ground: "#2f3a56",
    parts: [
      { d: "M25 7C14 8 9 17 12 25C15 33 24 35 31 30C22 29 17 18 25 7z", fill: "#f0e3b5" },
      { d: "M29 13v.01M32 20v.01M27 21v.01", stroke: "#f0e3b5", width: 2.4 },
    ],
  },
  mountain: {
    ground: "#dce6ee",
    parts: [
      { d: "M3 32L15 11L21 20L25 15L37 32z", fill: "#6d7f8e" },
      { d: "M15 11L10.500 19L13.500 18L15.500 20L18 17.500L19.300 17.500zM25 15L21.800 19L24.500 20L27 18.800L28 19.400z", fill: "#f7fafc" },
    ],
  },
  feather: {
    ground: "#efdbe2",
    parts: [
      { d: "M9 33C10 22 17 9 31 6C33 19 24 29 13 30z", fill: "#b2456e" },
      { d: "M8 35C13 26 19 18 28 10M15 24l7-1M19 19l7-1M14 25l-1-6M18 20l-1-7", stroke: "#fbe9f0", width: 1.4 },
    ],
  },
  acorn: {
    ground: "#ece0cd",
    parts: [
      { d: "M11 19h18C29 27 25 32 20 35C15 32 11 27 11 19z", fill: "#b57d3f" },
      { d: "M8 19C8 12 14 9 20 9S32 12 32 19z", fill: "#6e4a26" },
      { d: "M20 9C20 7 21 5.500 23 5M11 15h18M10 17.500h20M15 10.500v8M20 9.500v9M25 10.500v8", stroke: "#c39a6a", width: 1 },
    ],
  },
  mushroom: {
    ground: "#e3ead9",
    parts: [
      { d: "M16 20h8C24 27 25 31 26 34H14C15 31 16 27 16 20z", fill: "#f2e7d2", stroke: INK, width: 0.8 },
      { d: "M6 22C6 12 13 7 20 7S34 12 34 22C27 25 13 25 6 22z", fill: "#b8402f" },
      { d: "M14 14v.01M22 11.500v.01M28 17v.01M20 19v.01", stroke: "#fff4e6", width: 4 },
    ],
  },
  flower: {
    ground: "#e6def0",
    parts: [
      { d: "M20 19C14 13 15 6 20 5C25 6 26 13 20 19zM20 19C28 16 34 20 33 25C29 28 22 26 20 19zM20 19C25 26 22 34 18 35C14 32 14 25 20 19zM20 19C17 27 9 29 6 26C6 20 13 17 20 19zM20 19C12 18 8 12 10 8C15 7 20 12 20 19z", fill: "#8a5fb0" },
      { d: "M20 15a4 4 0 1 1 0 8a4 4 0 1 1 0-8z", fill: "#f1c644" },
    ],
  },
  snow: {
    ground: "#d8e8f5",
    parts: [
      { d: "M20 5v30M7 12.500l26 15M33 12.500l-26 15M16 8l4 4 4-4M16 32l4-4 4 4M7.500 17.500l5.500-1.500-1.500-5.500M32.500 22.500L27 24l1.500 5.500M28.500 10.500L27 16l5.500 1.500M11.500 29.500L13 24l-5.500-1.5", stroke: "#2c6596", width: 2.2 },
    ],
  },
  fish: {
    ground: "#d6ece4",
    parts: [
      { d: "M5 20C10 12 20 10 28 18L35 13C34 18 34 22 35 27L28 22C20 30 10 28 5 20z", fill: "#2d7f73" },
      { d: "M11.500 18v.01", stroke: "#f4fffb", width: 3 },
      { d: "M17 15C19 18 19 22 17 25M22 16C23.500 19 23.500 21 22 24", stroke: "#bfe6db", width: 1.5 },
    ],
  },
};

export const AVATAR_NAMES = Object.keys(AVATARS);

/** The default avatar of a person: always the same for the same id. */
export function avatarFor(person: string): string {
  let sum = 0;
  for (const letter of person) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return AVATAR_NAMES[sum % AVATAR_NAMES.length]!;
}
