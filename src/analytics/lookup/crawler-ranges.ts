/** Which addresses crawlers come from, read from a file and looked up. Source: docs/reference/bots.md ("Ranges"). */
import { quoteValue } from '../../core/errors.ts';
import { parseAddressNumber } from './address-number.ts';
import { Ipv4Ranges, Ipv6Ranges } from './address-ranges.ts';
import { readJsonFile } from './json-file.ts';

/** What all operators publish today has a tenth of a megabyte. */
export const maxRangesBytes: number = 16 * 1024 * 1024;
const maxRanges = 500_000;
const maxNameLength = 120;
/** A wider network is no crawler's, and a mistake there verifies everybody. */
const minBits = { 4: 8, 6: 16 } as const;
const maxBits = { 4: 32, 6: 128 } as const;
/** As the files of operators have it. */
const builtKey = 'creationTime';
const all64 = 0xffff_ffff_ffff_ffffn;

export type CrawlerRangesFile = {
  /** Ranges in CIDR notation, by the name of the crawler. */
  readonly ranges: Readonly<Record<string, readonly string[]>>;
  /** In milliseconds since the Unix epoch; undefined when the file doesn't say. */
  readonly builtAtMs: number | undefined;
};

type Range = { readonly family: 4 | 6; readonly first: bigint; readonly last: bigint };

/** Throws the system's error, or one that says what is wrong with the file. */
export function readCrawlerRanges(path: string): CrawlerRangesFile {
  const parsed = readJsonFile(path, maxRangesBytes);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error('it is not a JSON object with the ranges of each crawler');
  const { [builtKey]: built, ...named }: Record<string, unknown> = { ...parsed };
  const entries = Object.entries(named).map(([name, ranges]) => [name, readList(name, ranges)] as const);
  if (entries.length === 0) throw new Error('it has no crawlers');
  if (entries.reduce((sum, [, ranges]) => sum + ranges.length, 0) > maxRanges)
    throw new Error(`it has more than ${maxRanges} ranges`);
  return { ranges: Object.fromEntries(entries), builtAtMs: readBuilt(built) };
}

function readList(name: string, value: unknown): readonly string[] {
  if (name.trim() === '' || name.length > maxNameLength)
    throw new Error(`${quoteValue(name)} is no name; allowed: 1 to ${maxNameLength} characters`);
  if (!Array.isArray(value)) throw new Error(`${quoteValue(name)} has no JSON array of ranges`);
  return value.map((range: unknown, index) => {
    if (typeof range === 'string' && parseRange(range)) return range;
    throw new Error(
      `${quoteValue(name)}[${index}] is ${shown(range)}; allowed: an address, or a network in CIDR notation with at least ${minBits[4]} bits (IPv6: ${minBits[6]})`,
    );
  });
}

function readBuilt(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) throw new Error(`"${builtKey}" is ${shown(value)}; allowed: a time in RFC 3339`);
  return ms;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? quoteValue(value) : 'no text';
}

/** The ranges of crawlers, by their names. */
export class CrawlerRanges {
  readonly #byName: ReadonlyMap<string, { readonly ipv4: Ipv4Ranges; readonly ipv6: Ipv6Ranges }>;

  /** Takes ranges that were read. */
  constructor(ranges: CrawlerRangesFile['ranges']) {
    const byName = new Map<string, Range[]>();
    for (const [name, texts] of Object.entries(ranges)) {
      const key = name.toLowerCase();
      const own = byName.get(key) ?? [];
      byName.set(key, own);
      for (const text of texts) {
        const range = parseRange(text);
        if (range) own.push(range);
      }
    }
    this.#byName = new Map(
      [...byName].map(([key, own]) => [
        key,
        { ipv4: ipv4Of(mergedOf(own, 4)), ipv6: ipv6Of(mergedOf(own, 6)) },
      ]),
    );
  }

  /** Whether the address is one that the crawler's operator publishes. The case of letters makes no difference. */
  includes(bot: string, clientAddress: string): boolean {
    const own = this.#byName.get(bot.toLowerCase());
    const address = own && parseAddressNumber(clientAddress);
    if (!address) return false;
    return address.family === 4
      ? own.ipv4.find(address.address) >= 0
      : own.ipv6.find(address.high, address.low) >= 0;
  }
}

/** Undefined for what is no range, or too wide for one. */
function parseRange(text: string): Range | undefined {
  const [, network = '', length] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseAddressNumber(network);
  if (!address) return undefined;
  const { family } = address;
  const bits = length === undefined ? maxBits[family] : Number(length);
  if (bits < minBits[family] || bits > maxBits[family]) return undefined;
  const value = address.family === 4 ? BigInt(address.address) : (address.high << 64n) | address.low;
  const rest = (1n << BigInt(maxBits[family] - bits)) - 1n;
  return { family, first: value & ~rest, last: value | rest };
}

/** Those of one family, ascending and apart from each other. */
function mergedOf(ranges: readonly Range[], family: 4 | 6): Range[] {
  const merged: Range[] = [];
  const sorted = ranges.filter((range) => range.family === family);
  for (const range of sorted.toSorted((a, b) => (a.first < b.first ? -1 : Number(a.first > b.first)))) {
    const before = merged.at(-1);
    if (!before || range.first > before.last) merged.push(range);
    else if (range.last > before.last) merged[merged.length - 1] = { ...before, last: range.last };
  }
  return merged;
}

function ipv4Of(ranges: readonly Range[]): Ipv4Ranges {
  const numbers = (end: 'first' | 'last') => Uint32Array.from(ranges, (range) => Number(range[end]));
  return new Ipv4Ranges(numbers('first'), numbers('last'), new Uint16Array(ranges.length));
}

function ipv6Of(ranges: readonly Range[]): Ipv6Ranges {
  const halves = (end: 'first' | 'last') =>
    BigUint64Array.from(ranges.flatMap((range) => [range[end] >> 64n, range[end] & all64]));
  return new Ipv6Ranges(halves('first'), halves('last'), new Uint16Array(ranges.length));
}
