/**
 * Reads and writes Thrift's compact protocol without a schema: what is read is written again byte for byte, except for what was
 * changed. Source: Apache Thrift, "Thrift Compact protocol encoding".
 */

/** Types of the protocol that numbers and others have. */
const types = {
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
};

export type Field = { readonly id: number; readonly type: number; value: Value };
export type Struct = Field[];
export type List = { readonly type: number; items: Value[] };
export type Value = number | Buffer | List | Struct;

export class ThriftReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  struct(): Struct {
    const fields: Struct = [];
    for (let id = 0; ; ) {
      const head = this.#byte();
      if (head === 0) return fields;
      const type = head & 0x0f;
      id = head >> 4 === 0 ? this.#zigzag() : id + (head >> 4);
      // A truth value is its type.
      const isTruth = type === types.true || type === types.false;
      fields.push({ id, type, value: isTruth ? type : this.#value(type) });
    }
  }

  #value(type: number): Value {
    switch (type) {
      case types.true:
      case types.false:
      case types.byte:
        return this.#byte();
      case types.i16:
      case types.i32:
      case types.i64:
        return this.#zigzag();
      case types.double:
        return this.#take(8);
      case types.binary:
        return this.#take(this.#varint());
      case types.list:
      case types.set:
        return this.#list();
      case types.struct:
        return this.struct();
      default:
        throw new Error(`a value of Thrift has the type ${type}`);
    }
  }

  #list(): List {
    const head = this.#byte();
    const type = head & 0x0f;
    const length = head >> 4 === 15 ? this.#varint() : head >> 4;
    return { type, items: Array.from({ length }, () => this.#value(type)) };
  }

  #byte(): number {
    return this.#take(1).readUInt8();
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new Error('a value of Thrift is cut off');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** Exact up to 2^53, which sizes and offsets stay below. */
  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 128) break;
    }
    if (!Number.isSafeInteger(value)) throw new Error('a number of Thrift is too large');
    return value;
  }

  #zigzag(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

export function writeStruct(struct: Struct): Buffer {
  return Buffer.concat([...piecesOf(struct)]);
}

export function writeValue(type: number, value: Value): Buffer {
  return Buffer.concat([...piecesOfValue(type, value)]);
}

/** What begins a list of so many values. */
export function listHead(type: number, length: number): Buffer {
  return length < 15
    ? Buffer.from([(length << 4) | type])
    : Buffer.concat([Buffer.from([0xf0 | type]), varint(length)]);
}

/** What begins a field after one with another id. */
export function fieldHead(type: number, id: number, before: number): Buffer {
  const step = id - before;
  return step > 0 && step < 16
    ? Buffer.from([(step << 4) | type])
    : Buffer.concat([Buffer.from([type]), zigzag(id)]);
}

function* piecesOf(struct: Struct): Generator<Buffer> {
  let before = 0;
  for (const { id, type, value } of struct) {
    yield fieldHead(type, id, before);
    before = id;
    if (type !== types.true && type !== types.false) yield* piecesOfValue(type, value);
  }
  yield Buffer.from([0]);
}

function* piecesOfValue(type: number, value: Value): Generator<Buffer> {
  if (typeof value === 'number') yield type <= types.byte ? Buffer.from([value]) : zigzag(value);
  else if (Buffer.isBuffer(value)) {
    if (type === types.binary) yield varint(value.length);
    yield value;
  } else if (Array.isArray(value)) yield* piecesOf(value);
  else {
    yield listHead(value.type, value.items.length);
    for (const item of value.items) yield* piecesOfValue(value.type, item);
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Buffer.from([...bytes, left]);
}

function zigzag(value: number): Buffer {
  return varint(value < 0 ? -2 * value - 1 : 2 * value);
}
