/**
 * Parsers of single values, one for each kind of variable; a value that is not allowed answers undefined.
 * Source: contract sections 1 and 2.
 */
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { VariableDefinition } from './variables.ts';

/** What the parser of each kind answers. */
export type ParsedValue = {
  path: string;
  host: string;
  port: number;
  integer: number;
  choice: string;
  /** CIDR ranges in canonical form, without repetition. */
  address_ranges: readonly string[];
  postgres_url: string;
  clickhouse_url: string;
  access_token: string;
  encryption_key: string;
};

type Parsers = {
  readonly [K in keyof ParsedValue]: (
    raw: string,
    definition: VariableDefinition,
  ) => ParsedValue[K] | undefined;
};

export const parsers: Parsers = {
  path: (raw) => (raw.includes('\0') ? undefined : raw),
  host: parseListenHost,
  port: parseInteger,
  integer: parseInteger,
  choice: (raw, { choices }) => (choices?.includes(raw) ? raw : undefined),
  address_ranges: parseAddressRanges,
  postgres_url: (raw) => (isPostgresUrl(raw) ? raw : undefined),
  clickhouse_url: (raw) => (isClickhouseUrl(raw) ? raw : undefined),
  access_token: (raw) => (/^np_[A-Za-z0-9_-]{43}$/.test(raw) ? raw : undefined),
  // 32 bytes leave four bits of the 43rd character, so its last two are zero: others are not canonical.
  encryption_key: (raw) => (/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(raw) ? raw : undefined),
};

const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

function parseListenHost(raw: string): string | undefined {
  if (isIP(raw) !== 0) return raw;
  const labels = raw.split('.');
  if (raw.length > 253 || !labels.every((label) => hostLabel.test(label))) return undefined;
  // The resolver would read `1.2.3` or `0x7f.1` as an IPv4 address, and not the one that was meant.
  return /^(?:[0-9]+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '') ? undefined : raw;
}

function parseInteger(raw: string, { min = 0, max = 0 }: VariableDefinition): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,14})$/.test(raw)) return undefined;
  const value = Number(raw);
  return value >= min && value <= max ? value : undefined;
}

function parseAddressRanges(raw: string): readonly string[] | undefined {
  const ranges = new Set<string>();
  for (const item of raw.split(/[\s,]+/).filter((part) => part !== '')) {
    const range = parseAddressRange(item);
    if (range === undefined) return undefined;
    ranges.add(range);
  }
  return [...ranges];
}

/**
 * Brings `address` or `address/bits` to the canonical CIDR of its network. An IPv4-mapped range becomes the IPv4
 * range, because that is how the edge sees clients of a dual-stack listener.
 */
function parseAddressRange(item: string): string | undefined {
  const [address = '', bits, ...rest] = item.split('/');
  // ipaddr.js alone would take `10` and `0x7f.1` for IPv4 addresses; `%` is a zone, which no range has.
  if (rest.length > 0 || isIP(address) === 0 || address.includes('%')) return undefined;
  const maxBits = isIPv4(address) ? 32 : 128;
  if (bits !== undefined && !/^(?:0|[1-9][0-9]{0,2})$/.test(bits)) return undefined;
  const prefix = bits === undefined ? maxBits : Number(bits);
  if (prefix > maxBits) return undefined;
  if (isIPv4(address))
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${prefix}`).toString()}/${prefix}`;
  const v6 = ipaddr.IPv6.parse(address);
  if (v6.isIPv4MappedAddress() && prefix >= 96) {
    return parseAddressRange(`${v6.toIPv4Address().toString()}/${prefix - 96}`);
  }
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${prefix}`).toString()}/${prefix}`;
}

/** One path segment: the name of a database. */
const databasePath = /^\/[^/]+$/;

function isPostgresUrl(raw: string): boolean {
  if (!/^postgres(?:ql)?:\/\/[^\s]+$/i.test(raw)) return false;
  // WHATWG refuses an authority of user info alone, which is how a socket's URL is written: `user@/database`.
  const url = parseUrl(raw.replace(/^([a-z]+:\/\/[^/?#]*@)\//i, '$1socket.invalid/'));
  if (!url || url.hash !== '' || !databasePath.test(url.pathname)) return false;
  const host = url.hostname === 'socket.invalid' ? '' : url.hostname;
  return host !== '' || (url.searchParams.get('host') ?? '') !== '';
}

function isClickhouseUrl(raw: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(raw)) return false;
  const url = parseUrl(raw);
  return url !== undefined && url.hash === '' && databasePath.test(url.pathname);
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
