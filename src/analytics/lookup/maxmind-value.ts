/**
 * Values in the data section of a MaxMind database file.
 * Source: MaxMind DB File Format Specification 2.0 ("Output Data Section").
 */
import type { PagedFile } from './paged-file.ts';
import { RecentMap } from './recent-map.ts';

export type MaxmindValue = string | number | boolean | MaxmindMap | readonly MaxmindValue[] | undefined;
export type MaxmindMap = { readonly [name: string]: MaxmindValue };

/** The file is not in the format, or is damaged. */
export class MaxmindFormatError extends Error {
  override readonly name = 'MaxmindFormatError';
}

/** A database of locations is neither deeper nor longer. */
const maxDepth = 16;
const maxEntries = 1_000;
const maxTextBytes = 64 * 1024;
/** Of one look-up: values, and bytes of their texts. A location has some hundreds; pointers make millions of a few bytes. */
const maxWork = 128 * 1024;
/** Texts that pointers lead to, such as names of fields and countries, are the same over and over. */
const rememberedTexts = 4_096;
const maxRememberedLength = 64;

const typeNames = [
  'extended',
  'pointer',
  'text',
  'double',
  'bytes',
  'uint16',
  'uint32',
  'map',
  'int32',
  'uint64',
  'uint128',
  'array',
  'container',
  'end',
  'boolean',
  'float',
] as const;

/** Reads one value after the other, from `at` on. */
export class MaxmindReader {
  readonly #file: PagedFile;
  /** What pointers count from. */
  readonly #sectionStart: number;
  readonly #texts = new RecentMap<number, string>(rememberedTexts);
  #at = 0;
  #workLeft = maxWork;

  constructor(file: PagedFile, sectionStart: number) {
    this.#file = file;
    this.#sectionStart = sectionStart;
  }

  /** Throws MaxmindFormatError or FileEndError. Bytes and numbers of 64 bits and more are left out as undefined. */
  read(at: number): MaxmindValue {
    this.#at = at;
    this.#workLeft = maxWork;
    return this.#value(0);
  }

  #value(depth: number): MaxmindValue {
    if (depth > maxDepth) throw new MaxmindFormatError('values are nested too deep');
    this.#spend(1);
    const control = this.#byte();
    let type = control >> 5;
    if (type === 1) return this.#pointer(control, depth);
    if (type === 0) type = 7 + this.#byte();
    const size = this.#size(control & 0x1f);
    const typeName: string = typeNames[type] ?? '';
    switch (typeName) {
      case 'text':
        return this.#bytes(size).toString('utf8');
      case 'map':
        return this.#map(size, depth);
      case 'array':
        return this.#array(size, depth);
      case 'boolean':
        return size !== 0;
      case 'double':
        return this.#bytes(exactly(size, 8)).readDoubleBE(0);
      case 'float':
        return this.#bytes(exactly(size, 4)).readFloatBE(0);
      case 'uint16':
      case 'uint32':
        return this.#number(atMost(size, 4));
      case 'int32':
        return this.#number(atMost(size, 4)) | 0;
      case 'uint64':
        return this.#number(atMost(size, 8));
      case 'bytes':
      case 'uint128':
        this.#at += size;
        return undefined;
      default:
        throw new MaxmindFormatError(`there is no type ${type}`);
    }
  }

  #pointer(control: number, depth: number): MaxmindValue {
    const length = ((control >> 3) & 3) + 1;
    const bytes = this.#number(length);
    const base = length === 4 ? 0 : (control & 7) * 256 ** length;
    const skipped = [0, 0, 2_048, 526_336, 0][length] ?? 0;
    const target = this.#sectionStart + base + bytes + skipped;
    const known = this.#texts.get(target);
    if (known !== undefined) return known;
    const behind = this.#at;
    this.#at = target;
    const value = this.#value(depth + 1);
    this.#at = behind;
    if (typeof value === 'string' && value.length <= maxRememberedLength) this.#texts.set(target, value);
    return value;
  }

  #map(entries: number, depth: number): MaxmindMap {
    const map: Record<string, MaxmindValue> = Object.create(null);
    for (let i = 0; i < atMost(entries, maxEntries); i++) {
      const name = this.#value(depth + 1);
      if (typeof name !== 'string') throw new MaxmindFormatError('a name is no text');
      map[name] = this.#value(depth + 1);
    }
    return map;
  }

  #array(entries: number, depth: number): MaxmindValue[] {
    const values: MaxmindValue[] = [];
    for (let i = 0; i < atMost(entries, maxEntries); i++) values.push(this.#value(depth + 1));
    return values;
  }

  #size(short: number): number {
    if (short < 29) return short;
    const length = short - 28;
    return this.#number(length) + ([0, 29, 285, 65_821][length] ?? 0);
  }

  /** Unsigned, of at most 8 bytes; exact up to 2^53. */
  #number(length: number): number {
    let sum = 0;
    for (let i = 0; i < length; i++) sum = sum * 256 + this.#byte();
    return sum;
  }

  #spend(work: number): void {
    this.#workLeft -= work;
    if (this.#workLeft < 0) throw new MaxmindFormatError('a value has too many others in it');
  }

  #byte(): number {
    return this.#file.byteAt(this.#at++);
  }

  #bytes(length: number): Buffer {
    this.#spend(length);
    const bytes = this.#file.bytesAt(this.#at, atMost(length, maxTextBytes));
    this.#at += length;
    return bytes;
  }
}

function atMost(size: number, max: number): number {
  if (size > max) throw new MaxmindFormatError(`a value has the size ${size}`);
  return size;
}

function exactly(size: number, expected: number): number {
  if (size !== expected) throw new MaxmindFormatError(`a number has ${size} bytes`);
  return size;
}

/** A field of a map; undefined of everything else. */
export function fieldOf(value: MaxmindValue, name: string): MaxmindValue {
  return isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isMap(value: MaxmindValue): value is MaxmindMap {
  return typeof value === 'object' && !Array.isArray(value);
}
