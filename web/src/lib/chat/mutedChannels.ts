// The muted chat channels of each table, stored in the browser; the server never knows.
import type { Speak } from "../wire";

type Channel = Speak["channel"];
type Kept = [table: string, channels: Channel[]];

const KEY = "muted";
const MOST = 50; // tables; the oldest are dropped
const CHANNELS: unknown[] = ["players", "spectators"] satisfies Channel[];

/** The muted channels of a table. */
export function mutedAt(table: string): ReadonlySet<Channel> {
  return new Set(kept().find(([one]) => one === table)?.[1]);
}

/** Store the muted channels of a table, which becomes the latest. */
export function keepMuted(table: string, channels: ReadonlySet<Channel>): void {
  const others = kept().filter(([one]) => one !== table);
  const all: Kept[] = channels.size ? [...others, [table, [...channels]]] : others;
  localStorage.setItem(KEY, JSON.stringify(all.slice(-MOST)));
}

/** All stored values, the oldest first; broken ones are ignored. */
function kept(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(one: unknown): one is Kept {
  if (!Array.isArray(one) || typeof one[0] !== "string" || !Array.isArray(one[1])) return false;
  return one[1].every((channel) => CHANNELS.includes(channel));
}
