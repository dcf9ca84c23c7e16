// What a table is played over: the server's connection, or the worker that has the tables of this device.
import { connection, type Order, type State } from "../server/connection.svelte";
import type { FromServer, Watch } from "../wire";
import { workerLine } from "./workerLine";
import { isHere } from "./site";

export type { Order, TableOrder } from "../server/connection.svelte";

export interface Line {
  /** The table exists only on this device: it has no other players, and needs no connection. */
  readonly here: boolean;
  readonly state: State;
  /** How often it was lost. */
  readonly losses: number;
  /** Watch a table until the returned function is called; call it again to change how. */
  watch(table: string, how: () => Omit<Watch, "do" | "table">, listener: (message: FromServer) => void): () => void;
  /** Carry out a command, or throw the refusal. */
  command(order: Order): Promise<unknown>;
}

/** The line of a table. */
export function lineOf(table: string): Line {
  return isHere(table) ? workerLine : connection;
}
