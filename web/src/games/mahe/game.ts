import type { GamePage } from "../contract";

export const game: GamePage = {
  rank: 1,
  usualSeats: 4,
  counted: true,
  guided: { seats: ["me", "gentle", "gentle", "gentle"], options: {} },
  moves: { stop: { sound: "water" } },
  shorter: {
    "tell.mahe_choose": "web.short_mahe_choose",
    "tell.mahe_choose_ridden": "web.short_mahe_choose_ridden",
  },
};
