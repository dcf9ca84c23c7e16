import type { GamePage } from "../contract";

export const game: GamePage = {
  rank: 4,
  usualSeats: 3,
  secretive: true,
  counted: true,
  guided: { seats: ["me", "gentle"], options: { rounds: 2 } },
  moves: {
    take: { sound: "card" },
    draw: { sound: "card" },
    drop: { sound: "card", brief: true },
    flip: { sound: "card", saysAll: true, brief: true },
    swap: { sound: "card", brief: true },
  },
  shorter: {
    "tell.maroceau_may_swap": "web.short_swap",
    "tell.maroceau_may_put": "web.short_put",
    "tell.maroceau_may_drop": "web.short_drop",
  },
};
