// What this browser was shown of a table's dice before the game, and what it added to them itself. The
// server can't change it afterwards, so the check of the dice compares with this.
import { Refusal } from "../server/api";
import { lineOf } from "../offline/line";
import { randomHex } from "../server/random";
import { toast } from "../toasts.svelte";
import { say } from "../words.svelte";
import type { RoomSeen } from "../wire";

export interface Witness {
  table: string;
  commitment: string;
  event: number; // the last event when the table was first seen; 0: the game had not started
  entropy: Record<string, string>; // what this browser added, by seat
}

const KEY = "witness";
const MOST = 300; // tables; the oldest are dropped
const HEX = /^[0-9a-f]+$/;
const added = new Set<string>(); // tables to whose dice this page has added

/** The stored value of a table. */
export function witnessOf(table: string): Witness | null {
  return kept().find((one) => one.table === table) ?? null;
}

/** Store the commitment of a table seen for the first time; warn if it has changed. */
export function witness(room: RoomSeen): void {
  const { table, commitment, event } = room;
  const known = witnessOf(table);
  if (!known) keep({ table, commitment, event, entropy: {} });
  else if (known.commitment !== commitment) {
    toast(() => say("web.commitment_changed"), { tone: "bad", href: `/verify/${table}`, stays: true });
  }
  void addEntropy(room);
}

/** Add entropy for a seat of mine before the game starts, once. */
async function addEntropy({ table, stage, seats }: RoomSeen): Promise<void> {
  const mine = seats.filter((seat) => seat.mine);
  if (stage !== "lobby" || added.has(table) || !mine[0] || mine.some(({ entropy }) => entropy)) return;
  added.add(table);
  const { seat } = mine[0];
  const entropy = randomHex();
  try {
    await lineOf(table).command({ do: "entropy", seat, entropy, table });
    keepEntropy(table, seat, entropy);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem; // the game has begun, or another tab was faster
  }
}

/** Store the entropy this browser added for a seat. */
export function keepEntropy(table: string, seat: number, entropy: string): void {
  const known = witnessOf(table);
  if (known) keep({ ...known, entropy: { ...known.entropy, [seat]: entropy } });
}

/** As a file for `tablee verify --seen`. */
export function witnessFile(seen: Witness): string {
  return `data:application/json,${encodeURIComponent(JSON.stringify(seen))}`;
}

function keep(seen: Witness): void {
  const all = [...kept().filter(({ table }) => table !== seen.table), seen];
  localStorage.setItem(KEY, JSON.stringify(all.slice(-MOST)));
}

/** All stored values, the oldest first; broken ones are ignored. */
function kept(): Witness[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isWitness) : [];
  } catch {
    return [];
  }
}

function isWitness(one: any): one is Witness {
  if (typeof one?.table !== "string" || typeof one.commitment !== "string" || typeof one.event !== "number") return false;
  const added = one.entropy;
  return typeof added === "object" && added !== null && Object.values(added).every((hex) => HEX.test(String(hex)));
}
