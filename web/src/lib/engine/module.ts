// The compiled module of a game: loaded once, checked, and run in memories of its own.
import { Refused } from "./refused";
import type { Manifest } from "./manifest";

const STAMP = "tablee"; // the section in which a module says what it was made from
const PAGE = 65536;
const ALIGNMENT = 16;

/** Compile the bytes of a module, or refuse them with a sentence that says what is wrong. */
export async function compiled(manifest: Manifest<any>, bytes: BufferSource): Promise<WebAssembly.Module> {
  const title = `web.title_${manifest.name}`;
  if (typeof WebAssembly === "undefined") throw new Refused("offline.no_webassembly");
  let module: WebAssembly.Module;
  try {
    module = await WebAssembly.compile(bytes);
  } catch {
    throw new Refused("offline.module_damaged", { title: { key: title } });
  }
  if (!fits(manifest, module)) throw new Refused("offline.module_other", { title: { key: title } });
  return module;
}

/** Whether a module was made from the rules that the page was made for. */
function fits(manifest: Manifest<any>, module: WebAssembly.Module): boolean {
  const [section] = WebAssembly.Module.customSections(module, STAMP);
  if (!section || WebAssembly.Module.imports(module).length) return false;
  const lines = new TextDecoder().decode(section).split("\n"); // as tablee.kernel.wasm.stamp writes them
  return Object.entries(manifest.sources).every(([name, fingerprint]) => {
    const dot = name.lastIndexOf(".");
    const line = lines.find((one) => one.startsWith(`${name.slice(0, dot)} `));
    return line !== undefined && `${line} `.includes(` ${name.slice(dot + 1)} ${fingerprint} `);
  });
}

type Result = bigint | undefined;

/** A module with a memory of its own; rows are given out one after another, and never taken back. */
export class Instance {
  private readonly exports: WebAssembly.Exports;
  private readonly memory: WebAssembly.Memory;
  private end: number;

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module).exports;
    this.memory = this.exports.memory as WebAssembly.Memory;
    this.end = (this.exports.__heap_base as WebAssembly.Global).value as number;
  }

  /** The memory as it is now: it moves when it grows. */
  get view(): DataView {
    return new DataView(this.memory.buffer);
  }

  /** The address of so many bytes, all zero. */
  take(size: number): number {
    const at = Math.ceil(this.end / ALIGNMENT) * ALIGNMENT;
    this.end = at + size;
    const lacking = this.end - this.memory.buffer.byteLength;
    if (lacking > 0) this.memory.grow(Math.ceil(lacking / PAGE));
    return at;
  }

  /** Whether the module exports something of that name. */
  has(name: string): boolean {
    return name in this.exports;
  }

  /** Call an export: addresses and lengths are numbers, integers of the rules bigints. */
  call(name: string, ...given: (number | bigint)[]): Result {
    return (this.exports[name] as (...given: (number | bigint)[]) => Result)(...given);
  }
}
