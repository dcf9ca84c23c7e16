// Makes recorded calls of a module again, in V8; prints the seconds they took. See modules.py.
const { createHash } = require("node:crypto");
const { readFileSync, readdirSync } = require("node:fs");
const { join } = require("node:path");

const PAGE = 65536;
const { module: file, kinds, calls } = JSON.parse(process.argv[2]);
const compiled = new WebAssembly.Module(readFileSync(file));

/** Makes one call on an instance of its own; returns its microseconds of processor. */
function replay(call) {
  const { exports } = new WebAssembly.Instance(compiled, {});
  const image = Buffer.from(call.memory, "hex");
  const lacking = image.length - exports.memory.buffer.byteLength;
  if (lacking > 0) exports.memory.grow(Math.ceil(lacking / PAGE));
  const memory = () => new Uint8Array(exports.memory.buffer, 0, image.length);
  memory().set(image);
  const given = call.arguments.map((one, i) => (kinds[call.function][i] === "i64" ? BigInt(one) : Number(one)));
  const began = process.threadCpuUsage().user;
  exports[call.function](...given);
  const took = process.threadCpuUsage().user - began;
  const after = createHash("sha256").update(memory()).digest("hex");
  if (after !== call.after) throw new Error(`${call.function} left other bytes behind than in Wasmtime`);
  return took;
}

let total = 0;
for (const name of readdirSync(calls).sort()) {
  const call = JSON.parse(readFileSync(join(calls, name), "utf8"));
  replay(call); // V8 compiles well only what has run for a while
  total += replay(call);
}
console.log(total / 1e6);
