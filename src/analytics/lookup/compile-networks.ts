/**
 * Makes the file of hosting networks that comes with the program out of the ranges of all autonomous systems; part of
 * `npm run build`.
 * Source: @ip-location-db/asn (CC BY 4.0), `asn-ipv4-num.csv` and `asn-ipv6-num.csv`: `first,last,asn,name`, ascending,
 * addresses as decimal numbers.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { datacenterProviders } from './hosting-networks.ts';
import { type AddressRange, encodeNetworks } from './networks-file.ts';
import { releasedAtMs } from './released-at.ts';

const packageName = '@ip-location-db/asn';
const lineFeed = 0x0a;
const comma = 0x2c;
const zero = 0x30;

/** `directory` has the package's files. Throws when they cannot be read or are not in order. */
export function compileNetworks(directory: string = packageDirectory()): Uint8Array {
  const builtAtMs = releasedAtMs(packageName);
  if (builtAtMs === undefined)
    throw new Error(`${packageName}: its version does not say when it was released`);
  return encodeNetworks(
    { builtAtMs, slugs: datacenterProviders.map(({ slug }) => slug) },
    {
      ipv4: readRanges(join(directory, 'asn-ipv4-num.csv')),
      ipv6: readRanges(join(directory, 'asn-ipv6-num.csv')),
    },
  );
}

/** Ranges of the providers' autonomous systems, merged where they touch. */
function readRanges(path: string): readonly AddressRange[] {
  const providers = new Map(
    datacenterProviders.flatMap(({ asns }, index) => asns.map((asn) => [asn, index] as const)),
  );
  const bytes = readFileSync(path);
  const ranges: AddressRange[] = [];
  for (let start = 0; start < bytes.length; ) {
    let at = start;
    while (at < bytes.length && bytes[at] !== comma) at++;
    const firstEnd = at++;
    while (at < bytes.length && bytes[at] !== comma) at++;
    const lastEnd = at++;
    let asn = 0;
    for (; at < bytes.length && bytes[at] !== comma; at++) asn = asn * 10 + (bytes[at] ?? 0) - zero;
    // One line in thirty: the others are passed over without making numbers of their addresses.
    const value = providers.get(asn);
    if (value !== undefined) {
      const first = BigInt(bytes.toString('latin1', start, firstEnd));
      addRange(ranges, { first, last: BigInt(bytes.toString('latin1', firstEnd + 1, lastEnd)), value });
    }
    const next = bytes.indexOf(lineFeed, at);
    start = next === -1 ? bytes.length : next + 1;
  }
  return ranges;
}

/** Throws a RangeError when the range is not behind the others. */
export function addRange(ranges: AddressRange[], range: AddressRange): void {
  const before = ranges.at(-1);
  if (range.last < range.first || (before && range.first <= before.last))
    throw new RangeError(`the range ${range.first}–${range.last} is not behind the one before it`);
  if (before?.value === range.value && range.first === before.last + 1n)
    ranges[ranges.length - 1] = { ...before, last: range.last };
  else ranges.push(range);
}

function packageDirectory(): string {
  return dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
}
