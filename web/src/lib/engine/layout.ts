// How a record lies in the memory of a module: little-endian, each number at a multiple of its size.

/** Name, bits, and how many there are; 0: one that is no row. */
export type Field = [name: string, bits: number, length: number];

type Numbers = Record<string, number | bigint | (number | bigint)[]>;

const WIDE = 64;

/** The bytes of a record; what has 64 bits is a bigint. */
export class Layout<S> {
  readonly size: number;
  private readonly places: { name: string; at: number; bits: number; length: number }[] = [];

  constructor(fields: Field[]) {
    let at = 0;
    let widest = 1;
    for (const [name, bits, length] of fields) {
      const width = bits / 8;
      at = Math.ceil(at / width) * width;
      this.places.push({ name, at, bits, length });
      at += width * (length || 1);
      widest = Math.max(widest, width);
    }
    this.size = Math.ceil(at / widest) * widest;
  }

  read(view: DataView, from: number): S {
    const found: Numbers = {};
    for (const { name, at, bits, length } of this.places) {
      const one = (i: number) => readInt(view, from + at + (i * bits) / 8, bits);
      found[name] = length ? Array.from({ length }, (_, i) => one(i)) : one(0);
    }
    return found as S;
  }

  /** The bytes of a record in base64, as the protocol has them. */
  toText(record: S): string {
    const view = new DataView(new ArrayBuffer(this.size));
    this.write(view, 0, record);
    return btoa(String.fromCharCode(...new Uint8Array(view.buffer)));
  }

  fromText(text: string): S {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    return this.read(new DataView(bytes.buffer), 0);
  }

  write(view: DataView, from: number, record: Partial<S>): void {
    for (const { name, at, bits } of this.places) {
      const value = (record as Numbers)[name];
      if (value === undefined) continue;
      if (Array.isArray(value)) value.forEach((one, i) => writeInt(view, from + at + (i * bits) / 8, bits, one));
      else writeInt(view, from + at, bits, value);
    }
  }
}

function readInt(view: DataView, at: number, bits: number): number | bigint {
  if (bits === WIDE) return view.getBigInt64(at, true);
  if (bits === 32) return view.getInt32(at, true);
  return bits === 16 ? view.getInt16(at, true) : view.getInt8(at);
}

function writeInt(view: DataView, at: number, bits: number, value: number | bigint): void {
  if (bits === WIDE) view.setBigInt64(at, BigInt(value), true);
  else if (bits === 32) view.setInt32(at, Number(value), true);
  else if (bits === 16) view.setInt16(at, Number(value), true);
  else view.setInt8(at, Number(value));
}

/** Another record with the same numbers. */
export function copyOf<S extends object>(record: S): S {
  const copied = Object.entries(record).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]);
  return Object.fromEntries(copied) as S;
}
