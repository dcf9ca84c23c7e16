// Setting up a table: the choices on the page, and the resulting settings.
import { pageOf } from "./games";
import { site } from "./offline/site";
import type { Clock, GameInfo, Settings } from "./wire";

export type Mode = "bots" | "screen" | "link";
export type Level = "gentle" | "casual" | "club" | "expert" | "master";
export type SeatPlan = Settings["seats"][number];
export const MODES: readonly Mode[] = site ? ["bots", "screen"] : ["bots", "screen", "link"];
export const LEVELS: readonly Level[] = ["gentle", "casual", "club", "expert", "master"];

const MINUTE = 60_000;

/** The clocks on offer; the server accepts any. */
export const CLOCKS: readonly Clock[] = [
  { kind: "none" },
  { kind: "move", first: MINUTE },
  { kind: "move", first: 3 * MINUTE },
  { kind: "fischer", first: 5 * MINUTE, increment: 10_000 },
  { kind: "fischer", first: 15 * MINUTE, increment: 20_000 },
  { kind: "days", first: 1 },
  { kind: "days", first: 3 },
];

export interface Plan {
  game: string;
  mode: Mode;
  level: Level;
  seats: SeatPlan[];
  here: boolean; // on this device, without a server
  names: string[]; // of the people around this screen, by seat
  options: Record<string, unknown>;
  clock: number; // which of CLOCKS
  forfeit: boolean;
  undo: NonNullable<Settings["undo"]>;
  hints: boolean;
  rated: boolean;
  public: boolean;
}

/** A complete plan; mode, number and level are those of the last time. */
export function firstPlan(info: GameInfo): Plan {
  const game = info.name;
  const last = remembered(game);
  const count = Math.min(info.most, Math.max(info.fewest, last.count ?? pageOf(game).usualSeats));
  const plan: Plan = {
    game,
    mode: last.mode ?? "bots",
    level: last.level ?? "casual",
    here: site || last.here === true,
    seats: [],
    names: [],
    options: Object.fromEntries(info.options.map((option) => [option.name, option.default])),
    clock: 0,
    forfeit: false,
    undo: "free",
    hints: true,
    rated: false,
    public: false,
  };
  return { ...plan, seats: seatsFor(plan, count) };
}

/** The seats of a mode of play: the first is mine. */
export function seatsFor(plan: Pick<Plan, "mode" | "level">, count: number): SeatPlan[] {
  const other: SeatPlan = { bots: plan.level, screen: "me" as const, link: "open" as const }[plan.mode];
  return ["me", ...Array<SeatPlan>(count - 1).fill(other)];
}

/** The settings to send to the server. */
export function settingsOf(plan: Plan, myName: string, nameOfSeat: (seat: number) => string): Settings {
  const around = plan.seats.filter((seat) => seat === "me").length > 1;
  const first = plan.seats.indexOf("me");
  const named = (place: number) =>
    plan.names[place]?.trim() || (place === first ? myName : nameOfSeat(place + 1));
  return {
    game: plan.game,
    seats: plan.seats,
    options: plan.options,
    clock: CLOCKS[plan.clock]!,
    time_out: plan.forfeit ? "forfeit" : "casual",
    undo: plan.undo,
    hints: plan.hints,
    rated: plan.rated,
    public: plan.public && plan.seats.includes("open"),
    names: around ? plan.seats.map((_, place) => named(place)) : [],
  };
}

/** Store mode, number and level for the next time. */
export function remember({ game, mode, level, here, seats }: Plan): void {
  localStorage.setItem(`new.${game}`, JSON.stringify({ mode, level, here, count: seats.length }));
}

function remembered(game: string): { mode?: Mode; level?: Level; here?: boolean; count?: number } {
  try {
    const last = JSON.parse(localStorage.getItem(`new.${game}`) ?? "{}");
    return {
      ...(MODES.includes(last.mode) && { mode: last.mode }),
      ...(LEVELS.includes(last.level) && { level: last.level }),
      ...(last.here === true && { here: true }),
      ...(Number.isInteger(last.count) && { count: last.count }),
    };
  } catch {
    return {};
  }
}
