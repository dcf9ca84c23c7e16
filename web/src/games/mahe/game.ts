import type { GamePage } from "../contract";

export const game: GamePage = {
  rank: 1,
  usualSeats: 4,
  counted: true,
  guided: { seats: ["me", "gentle", "gentle", "gentle"], options: {} },
  moves: { card: { values: ["value"] }, turtle: { values: ["number"] }, stop: { sound: "water" } },
};
