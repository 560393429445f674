/**
 * The file of hosting networks that comes with the program. `npm run build` makes it, so that a start reads a megabyte and
 * looks at none of it, instead of reading half a million lines. Source: docs/reference/enrichment.md ("Hosting networks").
 *
 * Layout: a word that tells the format and the byte order, the length of the heading, the heading (JSON, padded to a multiple of
 * 8 bytes), then the arrays of {@link Ipv6Ranges} and {@link Ipv4Ranges}, the widest elements first, so that each is aligned.
 * Arrays are in the byte order of the machine that built the program: little-endian on every platform it runs on.
 */
import { readFileSync } from 'node:fs';
import { Ipv4Ranges, Ipv6Ranges } from './address-ranges.ts';

/** `first` and `last` are addresses of one family. */
export type AddressRange = { readonly first: bigint; readonly last: bigint; readonly value: number };

type Heading = {
  /** When the data was released, in milliseconds since the Unix epoch. */
  readonly builtAtMs: number;
  /** Names of the providers; the ranges' values are their places. Here, as another build may have another list. */
  readonly slugs: readonly string[];
  /** Numbers of ranges. */
  readonly ipv4: number;
  readonly ipv6: number;
};

export type NetworksFile = {
  readonly builtAtMs: number;
  readonly slugs: readonly string[];
  readonly ipv4: Ipv4Ranges;
  readonly ipv6: Ipv6Ranges;
  readonly sizeBytes: number;
};

/** "NPN1" where the byte order is little-endian. */
const format = 0x31_4e_50_4e;
const headingAt = 8;
const all64 = 0xffff_ffff_ffff_ffffn;

/** Ranges are ascending and apart from each other. */
export function encodeNetworks(
  { builtAtMs, slugs }: { readonly builtAtMs: number; readonly slugs: readonly string[] },
  { ipv4, ipv6 }: { readonly ipv4: readonly AddressRange[]; readonly ipv6: readonly AddressRange[] },
): Uint8Array {
  const heading: Heading = { builtAtMs, slugs, ipv4: ipv4.length, ipv6: ipv6.length };
  const text = Buffer.from(JSON.stringify(heading));
  const padded = Buffer.concat([text, Buffer.alloc(-text.length & 7, ' ')]);
  const arrays = [
    halvesOf(ipv6.map(({ first }) => first)),
    halvesOf(ipv6.map(({ last }) => last)),
    Uint32Array.from(ipv4, ({ first }) => Number(first)),
    Uint32Array.from(ipv4, ({ last }) => Number(last)),
    Uint16Array.from(ipv6, ({ value }) => value),
    Uint16Array.from(ipv4, ({ value }) => value),
  ];
  return Buffer.concat([
    bytesOf(Uint32Array.of(format, padded.length)),
    padded,
    ...arrays.map((array) => bytesOf(array)),
  ]);
}

/** Throws the system's error, or one that says that it is no such file. */
export function readNetworks(path: string): NetworksFile {
  // A copy, which begins at an address that the arrays can begin at.
  const { buffer } = Uint8Array.from(readFileSync(path));
  try {
    return decode(buffer);
  } catch (error) {
    throw new Error(`${path} is no file of networks that this program was built with`, { cause: error });
  }
}

function decode(buffer: ArrayBuffer): NetworksFile {
  const [found, headingLength = 0] = new Uint32Array(buffer, 0, 2);
  if (found !== format) throw new Error('another format or byte order');
  let at = headingAt + headingLength;
  const heading: Heading = JSON.parse(Buffer.from(buffer, headingAt, headingLength).toString());
  const next = <T>(kind: ArrayKind<T>, length: number): T => {
    const array = new kind(buffer, at, length);
    at += length * kind.BYTES_PER_ELEMENT;
    return array;
  };
  const { builtAtMs, slugs, ipv4, ipv6 } = heading;
  const wide = [next(BigUint64Array, 2 * ipv6), next(BigUint64Array, 2 * ipv6)] as const;
  const narrow = [next(Uint32Array, ipv4), next(Uint32Array, ipv4)] as const;
  const values = [next(Uint16Array, ipv6), next(Uint16Array, ipv4)] as const;
  if (at !== buffer.byteLength) throw new Error('another length');
  return {
    builtAtMs,
    slugs,
    ipv4: new Ipv4Ranges(...narrow, values[1]),
    ipv6: new Ipv6Ranges(...wide, values[0]),
    sizeBytes: buffer.byteLength,
  };
}

function halvesOf(addresses: readonly bigint[]): BigUint64Array {
  return BigUint64Array.from(addresses.flatMap((address) => [address >> 64n, address & all64]));
}

type ArrayKind<T> = {
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
};

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
