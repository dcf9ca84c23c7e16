// Games stored on this device, in IndexedDB. Where nothing can be stored, they are kept in memory as
// long as the page is open.
import type { TableInfo } from "../wire";

/** A game as it is kept: a line for lists, and all it takes to go on. */
export interface Saved {
  table: string;
  info: TableInfo;
  text: string; // JSON
  digest: string; // of the text
}

const NAME = "tablee";
const VERSION = 1;
const GAMES = "games";
const ASIDE = "aside"; // games that are damaged

export class Store {
  /** Whether stored games survive closing the page. */
  keeps = true;
  private readonly memory = new Map<string, Saved>(); // what could not be stored
  private opened: Promise<IDBDatabase> | null = null;

  async put(saved: Saved): Promise<void> {
    if (await this.write(GAMES, (games) => games.put(saved))) this.memory.delete(saved.table);
    else this.memory.set(saved.table, saved);
  }

  async get(table: string): Promise<Saved | null> {
    return this.memory.get(table) ?? (await this.read<Saved>((games) => games.get(table))) ?? null;
  }

  /** The lines of all games. */
  async all(): Promise<TableInfo[]> {
    const kept = (await this.read<Saved[]>((games) => games.getAll())) ?? [];
    const found = new Map([...kept, ...this.memory.values()].map((saved) => [saved.table, saved.info]));
    return [...found.values()];
  }

  async drop(table: string): Promise<void> {
    this.memory.delete(table);
    await this.write(GAMES, (games) => games.delete(table));
  }

  /** Set a damaged game aside. */
  async setAside(saved: Saved): Promise<void> {
    await this.write(ASIDE, (games) => games.put(saved));
    await this.drop(saved.table);
  }

  /** Whether a change could be stored. */
  private async write(name: string, change: (games: IDBObjectStore) => void): Promise<boolean> {
    try {
      const transaction = (await this.database()).transaction(name, "readwrite");
      change(transaction.objectStore(name));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
      });
      return (this.keeps = true);
    } catch {
      return (this.keeps = false);
    }
  }

  private async read<Found>(ask: (games: IDBObjectStore) => IDBRequest): Promise<Found | undefined> {
    try {
      return (await answered(ask((await this.database()).transaction(GAMES).objectStore(GAMES)))) as Found;
    } catch {
      this.keeps = false;
      return undefined;
    }
  }

  private database(): Promise<IDBDatabase> {
    this.opened ??= this.open().catch((problem: unknown) => {
      this.opened = null;
      throw problem;
    });
    return this.opened;
  }

  private async open(): Promise<IDBDatabase> {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => [GAMES, ASIDE].forEach((name) => request.result.createObjectStore(name, { keyPath: "table" }));
    return (await answered(request)) as IDBDatabase;
  }
}

function answered(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
