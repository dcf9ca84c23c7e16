// As much of IndexedDB as the page uses, in memory; and a house with all games on it.
import { vi } from "vitest";
import { House, type Outside } from "../../src/lib/offline/house";
import { Store } from "../../src/lib/offline/store";
import { compiled } from "../../src/lib/engine/module";
import { Rules } from "../../src/lib/engine/rules";
import { Reader } from "../../src/lib/table/reader";
import type { Playable } from "../../src/lib/engine/telling";
import type { FromServer, MoveSeen, RoomSeen, Settings, Update } from "../../src/lib/wire";

const PLAYS = import.meta.glob<Playable<any>>("../../src/games/*/play.ts", { import: "game", eager: true });
const MODULES = import.meta.glob<string>("../../../src/tablee/games/*/rules.wasm", { query: "?inline", import: "default", eager: true });
const nameIn = (path: string) => path.split("/").at(-2)!;

export const plays = Object.fromEntries(Object.entries(PLAYS).map(([path, play]) => [nameIn(path), play]));
export const games = Object.keys(plays);

/** The rules of all games, once `loadRules` was awaited. */
export const rules: Record<string, Rules<any>> = {};

export async function loadRules(): Promise<void> {
  for (const game of games) rules[game] ??= new Rules(plays[game]!.manifest, await compiled(plays[game]!.manifest, bytesOfModule(game)));
}

export function bytesOfModule(game: string): Uint8Array<ArrayBuffer> {
  const [, address] = Object.entries(MODULES).find(([path]) => nameIn(path) === game)!;
  return Uint8Array.from(atob(address.split(",")[1]!), (sign) => sign.charCodeAt(0));
}

/** A request that answers in a moment. */
function request(result: unknown): any {
  const one: any = { result };
  queueMicrotask(() => one.onsuccess?.());
  return one;
}

/** Shelves of records, by the names of the stores; `full`: nothing more can be written. */
export class Shelves {
  readonly stores = new Map<string, Map<string, any>>();
  full = false;

  install(): this {
    vi.stubGlobal("indexedDB", { open: () => this.open() });
    return this;
  }

  private open(): any {
    const database = {
      createObjectStore: (name: string) => this.stores.set(name, new Map()),
      transaction: (name: string) => this.transaction(this.stores.get(name)!),
    };
    const opening: any = { result: database };
    queueMicrotask(() => {
      if (this.stores.size === 0) opening.onupgradeneeded();
      opening.onsuccess();
    });
    return opening;
  }

  private transaction(store: Map<string, any>): any {
    const objectStore = () => ({
      put: (one: any) => this.full || store.set(one.table, structuredClone(one)),
      get: (key: string) => request(store.get(key)),
      getAll: () => request([...store.values()]),
      delete: (key: string) => store.delete(key),
    });
    const one: any = { objectStore, error: new Error("full") };
    queueMicrotask(() => (this.full ? one.onabort?.() : one.oncomplete?.()));
    return one;
  }
}

export const ADA = { id: "a".repeat(32), name: "Ada", avatar: "" };

/** A house, what it says, and what it has put off. */
export class Home {
  readonly said: FromServer[] = [];
  readonly outside: Outside = {
    load: async (game) => ({ play: plays[game]!, bytes: bytesOfModule(game) }),
    send: (message) => void this.said.push(message),
    unkept: vi.fn(),
    later: (think) => void setTimeout(think),
    hold: vi.fn(async () => true),
    now: () => 1_800_000_000_000,
  };
  readonly house = new House(new Store(), this.outside);

  /** A table that is begun and watched. */
  async table(settings: Partial<Settings> & Pick<Settings, "game">): Promise<string> {
    const seats: Settings["seats"] = ["me", ...Array(plays[settings.game]!.manifest.seats[0]! - 1).fill("gentle")];
    const table = await this.house.newTable({ seats, ...settings }, ADA);
    await this.house.watch(table, { since: 0, seat: null, form: "record" });
    const { room } = this.latest(table);
    const [first] = room.seats.filter(({ mine }) => mine);
    if (first) await this.house.command({ do: "entropy", table, seat: first.seat, entropy: "c0ffee" });
    return table;
  }

  latest(table: string): Update {
    return this.said.filter((one): one is Update => one.do === "update" && one.table === table).at(-1)!;
  }

  /** The table as the page reads it. */
  room(table: string): RoomSeen {
    const { room } = this.latest(table);
    const game = plays[room.settings.game]!;
    return new Reader({ game, rules: rules[room.settings.game]! }).room(room);
  }

  /** Until a person is to move, or all is over. */
  async turn(table: string): Promise<RoomSeen> {
    for (;;) {
      const room = this.room(table);
      if (room.stage === "over" || room.seats[room.to_act - 1]?.mine) return room;
      await new Promise((go) => setTimeout(go));
    }
  }

  async move(table: string, choose: (moves: MoveSeen[]) => MoveSeen = (moves) => moves[0]!): Promise<void> {
    const { to_act: seat, event } = this.room(table);
    await this.house.watch(table, { since: this.latest(table).seq, seat, form: "record" });
    const move = choose(this.room(table).moves);
    await this.house.command({ do: "move", table, seat, move: move.text, after: event });
  }
}
