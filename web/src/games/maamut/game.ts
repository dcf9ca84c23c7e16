import type { GamePage } from "../contract";

export const game: GamePage = {
  rank: 2,
  usualSeats: 4,
  secretive: true,
  guided: { seats: ["me", "gentle"], options: {} },
  moves: {
    place: { saysAll: true },
    discard: { saysAll: true },
  },
  shorter: {
    "tell.maamut_move": "web.short_way",
    "tell.maamut_runs": "web.short_runs",
    "tell.maamut_sets": "web.short_sets",
    "tell.maamut_lifts": "web.short_lifts",
    "tell.maamut_lifts_own": "web.short_lifts_own",
    "tell.maamut_flees": "web.short_flees",
  },
};
