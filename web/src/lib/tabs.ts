// A table is played in one tab at a time. The browser's locks see to it; over plain http, where there are
// none, the tabs ask each other.
import { randomHex } from "./server/random";

const PATIENCE = 2000; // ms, for a tab that is being closed
const SILENCE = 200; // ms without an answer: no other tab has the table

/** Wait for a table, and hold it as long as this page is open; false if another tab keeps it. */
export type Hold = (table: string) => Promise<boolean>;

export function holder(): Hold {
  if (navigator.locks) return byLock;
  const tabs = new Tabs();
  return (table) => tabs.hold(table);
}

function byLock(table: string): Promise<boolean> {
  return new Promise((resolve) => {
    const forGood = () => new Promise<never>(() => resolve(true));
    navigator.locks.request(`tablee ${table}`, { signal: AbortSignal.timeout(PATIENCE) }, forGood).catch(() => resolve(false));
  });
}

/** What one tab tells the others: it wants a table, or it has one that `to` wants. */
interface Told {
  table: string;
  from: string;
  to?: string;
}

export class Tabs {
  private readonly id = randomHex();
  private readonly channel = new BroadcastChannel("tablee tables");
  private readonly held = new Set<string>();
  private readonly free = new Map<string, boolean>(); // tables that are asked for, until another answers

  constructor() {
    this.channel.onmessage = ({ data }: MessageEvent<Told>) => this.hear(data);
  }

  async hold(table: string): Promise<boolean> {
    for (let waited = 0; waited < PATIENCE; waited += SILENCE) {
      this.free.set(table, true);
      this.tell({ table, from: this.id });
      await new Promise((go) => setTimeout(go, SILENCE));
      const free = this.free.get(table);
      this.free.delete(table);
      if (!free) continue;
      this.held.add(table);
      return true;
    }
    return false;
  }

  close(): void {
    this.channel.close();
  }

  private hear({ table, from, to }: Told): void {
    const asking = this.free.has(table);
    const before = this.held.has(table) || (asking && this.id < from); // of two that ask, the first by name
    if (asking && (to === this.id || (!to && !before))) this.free.set(table, false);
    if (!to && before) this.tell({ table, from: this.id, to: from });
  }

  private tell(told: Told): void {
    this.channel.postMessage(told);
  }
}
