import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LabelColumn,
  type NativeColumn,
  TextColumn,
  TimeColumn,
  Uint16Column,
  Uint64Column,
  UuidColumn,
  writeLength,
} from './native-columns.ts';
import { nativeBlock } from './row-inserts.ts';

function bytesOf(column: NativeColumn): Buffer {
  return Buffer.concat(column.bytes());
}

/** Reads what is written here as the engine does. */
class Reader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.length;
  }

  uint(bytes: number): number {
    this.at += bytes;
    return this.#bytes.readUIntLE(this.at - bytes, bytes);
  }

  uint64(): bigint {
    this.at += 8;
    return this.#bytes.readBigUInt64LE(this.at - 8);
  }

  length(): number {
    let length = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.uint(1);
      length += (byte % 128) * factor;
      if (byte < 128) return length;
    }
  }

  text(): string {
    const length = this.length();
    this.at += length;
    return this.#bytes.toString('utf8', this.at - length, this.at);
  }

  labels(): string[] {
    expect(this.uint64()).toBe(1n);
    const flags = this.uint64();
    expect(flags & ~3n).toBe(0x200n);
    const keys = Array.from({ length: Number(this.uint64()) }, () => this.text());
    return Array.from(
      { length: Number(this.uint64()) },
      () => keys[this.uint(2 ** Number(flags & 3n))] ?? '',
    );
  }
}

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 300 }));

describe('columns of the Native format', () => {
  it('writes numbers of 64 bits, however they are given', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 2n ** 64n - 1n)), fc.array(fc.maxSafeNat()), (wide, safe) => {
        const column = new Uint64Column(wide.length + safe.length);
        for (const value of wide) column.decimal(String(value));
        for (const value of safe) column.number(value);
        const reader = new Reader(bytesOf(column));
        expect([...wide, ...safe].map(() => reader.uint64())).toEqual([...wide, ...safe.map(BigInt)]);
        expect(reader.isAtEnd).toBe(true);
      }),
    );
  });

  it.each([0n, 9n, 10n ** 15n - 1n, 10n ** 15n, 10n ** 16n + 1n, 2n ** 53n + 1n, 10n ** 19n, 2n ** 64n - 1n])(
    'writes %s',
    (value) => {
      const column = new Uint64Column(1);
      column.decimal(String(value));
      expect(bytesOf(column).readBigUInt64LE()).toBe(value);
    },
  );

  it('writes the upper half of a uuid first, each half from its end', () => {
    const column = new UuidColumn(4);
    const uuids = ['00112233-4455-6677-8899-aabbccddeeff', '0190a5b0-0000-7000-8000-000000000001'];
    for (const uuid of [...uuids, ...uuids]) column.text(uuid);
    const one = '7766554433221100ffeeddccbbaa9988';
    const other = '00700000b0a590010100000000000080';
    expect(bytesOf(column).toString('hex')).toBe(one + other + one + other);
  });

  it('writes texts as UTF-8, with lone surrogates replaced', () => {
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const column = new TextColumn(texts.length);
        for (const text of texts) column.text(text);
        const reader = new Reader(bytesOf(column));
        expect(texts.map(() => reader.text())).toEqual(texts.map((text) => text.toWellFormed()));
        expect(reader.isAtEnd).toBe(true);
      }),
    );
  });

  it('grows with its texts', () => {
    const texts = [`/${'x'.repeat(8_191)}`, '/ä'.repeat(5_000), '', 'y'.repeat(127), 'y'.repeat(128)];
    const column = new TextColumn(1);
    for (const text of texts) column.text(text);
    const reader = new Reader(bytesOf(column));
    expect(texts.map(() => reader.text())).toEqual(texts);
  });

  it.each([0, 1, 2, 256, 257, 65_536, 65_537])('writes %d labels once each', (count) => {
    const column = new LabelColumn(count * 2);
    const texts = Array.from({ length: count * 2 }, (_, index) =>
      index % count === 0 ? '' : `é${index % count}`,
    );
    for (const text of texts) column.text(text);
    const reader = new Reader(bytesOf(column));
    expect(reader.labels()).toEqual(texts);
    expect(reader.isAtEnd).toBe(true);
  });

  it('writes a block: the numbers of columns and rows, then name, type and values of each', () => {
    const columns = { time: new TimeColumn(2), status: new Uint16Column(2) };
    for (const value of [1, 2 ** 41]) columns.time.number(value);
    for (const value of [0, 999]) columns.status.number(value);
    const reader = new Reader(Buffer.concat(nativeBlock(columns, 2)));
    expect([reader.length(), reader.length()]).toEqual([2, 2]);
    expect([reader.text(), reader.text()]).toEqual(['time', "DateTime64(3, 'UTC')"]);
    expect([reader.uint64(), reader.uint64()]).toEqual([1n, 2n ** 41n]);
    expect([reader.text(), reader.text()]).toEqual(['status', 'UInt16']);
    expect([reader.uint(2), reader.uint(2)]).toEqual([0, 999]);
    expect(reader.isAtEnd).toBe(true);
  });

  it('writes lengths of any size', () => {
    for (const length of [0, 1, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 32 + 5]) {
      const bytes = Buffer.alloc(10);
      const end = writeLength(bytes, 0, length);
      const reader = new Reader(bytes);
      expect(reader.length()).toBe(length);
      expect(reader.at).toBe(end);
    }
  });
});
