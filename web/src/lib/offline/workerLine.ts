// The page's side of the worker with the tables of this device.
import { Refusal, refusal } from "../server/api";
import type { Order } from "../server/connection.svelte";
import { toast } from "../toasts.svelte";
import { catalogueToTell, say } from "../words.svelte";
import type { FromServer, Refused, Watch } from "../wire";
import type { Line } from "./line";
import type { Asked } from "./worker";

interface Told {
  n?: number;
  done?: unknown;
  refused?: Pick<Refused, "why" | "paragraph" | "instead" | "stale">;
  message?: FromServer;
  unkept?: true;
}

class WorkerLine implements Line {
  readonly here = true;
  readonly state = "connected";
  readonly losses = 0;
  private worker: Worker | null = null;
  private asked = 0;
  private warned = false; // that nothing can be stored
  private readonly pending = new Map<number, { resolve: (done: any) => void; reject: (problem: Refusal) => void }>();
  private readonly listeners = new Map<string, (message: FromServer) => void>();

  watch(table: string, how: () => Omit<Watch, "do" | "table">, listener: (message: FromServer) => void): () => void {
    this.listeners.set(table, listener);
    this.ask("watch", table, how()).catch((problem: Refusal) => {
      const { why, paragraph, instead, stale } = problem;
      listener({ do: "refused", id: null, table, why, paragraph, instead, stale });
    });
    return () => {
      if (this.listeners.get(table) !== listener) return;
      this.listeners.delete(table);
      this.ask("unwatch", table).catch(() => {});
    };
  }

  command(order: Order): Promise<unknown> {
    return this.ask("command", { ...order });
  }

  /** Ask the worker for something, or throw the refusal. */
  ask<Done>(ask: Asked["ask"], ...given: unknown[]): Promise<Done> {
    const n = ++this.asked;
    return new Promise((resolve, reject) => {
      this.pending.set(n, { resolve, reject });
      this.running().postMessage({ n, ask, given: JSON.parse(JSON.stringify(given)) } satisfies Asked);
    });
  }

  private running(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Told>) => this.hear(data);
    worker.onerror = (event) => this.fail(worker, event.message);
    return (this.worker = worker);
  }

  private hear({ n, done, refused, message, unkept }: Told): void {
    if (message && "table" in message) this.listeners.get(message.table ?? "")?.(message);
    if (unkept) this.warn();
    const pending = n === undefined ? undefined : this.pending.get(n);
    if (!pending) return;
    this.pending.delete(n!);
    if (!refused) pending.resolve(done);
    else void catalogueToTell(refused.why).then(() => pending.reject(new Refusal({ do: "refused", id: null, table: null, ...refused })));
  }

  private warn(): void {
    if (this.warned) return;
    this.warned = true;
    toast(() => say("offline.not_kept"), { tone: "bad", stays: true });
  }

  /** Discard a broken worker; the next request starts another. */
  private fail(worker: Worker, reason: string): void {
    worker.terminate();
    if (this.worker === worker) this.worker = null;
    const why = refusal("offline.failed", { reason });
    for (const { reject } of this.pending.values()) reject(why);
    this.pending.clear();
    for (const [table, listener] of this.listeners) {
      listener({ do: "refused", id: null, table, why: why.why, paragraph: null, instead: [], stale: false });
    }
  }
}

export const workerLine = new WorkerLine();
