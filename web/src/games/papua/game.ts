import type { GamePage } from "../contract";

export const game: GamePage = {
  rank: 3,
  usualSeats: 4,
  guided: { seats: ["me", "gentle", "gentle"], options: { board: "short" } },
  moves: {
    alone: { named: ({ space }) => (space === 0 ? "web.move_papua_out" : null) },
  },
  shorter: {
    "tell.papua_from_pot": "web.short_way",
    "tell.papua_one": "web.short_way",
    "tell.papua_group": "web.short_way",
  },
};
