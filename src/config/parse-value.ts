/**
 * Parsers of single values, one for each kind of variable; a value that is not allowed answers undefined.
 * Source: docs/reference/config.md ("Variables").
 */
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Limits, parseLimits } from '../core/account-limits.ts';
import type { BotDirectory } from '../core/bot-directory.ts';
import { parseDay } from '../core/date-range.ts';
import { parseHostname } from '../core/hostname.ts';
import { parseUuid } from '../core/ids.ts';
import { type IpAddress, parseIpAddress } from '../core/ip-address.ts';
import { parseOrigin } from '../core/origin.ts';
import { parseUrl } from '../core/url.ts';
import type { VariableDefinition } from './variables.ts';

export type SmtpUrl = {
  readonly host: string;
  readonly port: number;
  readonly encryption: 'tls' | 'starttls' | 'none';
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
};

export type EmailProofs = {
  /** Names of claims that say that the address is verified. */
  readonly claims: readonly string[];
  /** Whose addresses are all verified. */
  readonly domains: readonly string[];
};

/** What the parser of each kind answers. */
export type ParsedValue = {
  path: string;
  host: string;
  port: number;
  integer: number;
  choice: string;
  /** CIDR ranges in canonical form, without repetition. */
  address_ranges: readonly string[];
  /** Canonical IP addresses, without repetition. */
  addresses: readonly string[];
  /** `address` or `address:port`, as Node's resolver takes them. */
  dns_servers: readonly string[];
  /** In order, without repetition. */
  bot_directories: readonly BotDirectory[];
  /** Normalised. */
  host_name: string;
  /** Normalised, without repetition. */
  host_names: readonly string[];
  identifier: string;
  postgres_url: string;
  clickhouse_url: string;
  access_token: string;
  encryption_key: string;
  directory_url: string;
  /** In order, without repetition. */
  directory_urls: readonly string[];
  download_url: string;
  ask_url: string;
  uuid: string;
  email: string;
  email_proofs: EmailProofs;
  token: string;
  /** Undefined: none. */
  hmac_keys: readonly (string | undefined)[];
  /** Undefined: none. */
  profiles: readonly (string | undefined)[];
  passphrase: string;
  /** Without a slash at its end. */
  collector_url: string;
  /** As browsers write it: in lower case, without the scheme's own port and a slash. */
  origin: string;
  smtp_url: SmtpUrl;
  /** By name, in lower case. */
  fields: Readonly<Record<string, string>>;
  limits: Partial<Limits>;
  ratio: number;
  /** Days since 1970-01-01. */
  date: number;
};

type Parsers = {
  readonly [K in keyof ParsedValue]: (
    raw: string,
    definition: VariableDefinition,
  ) => ParsedValue[K] | undefined;
};

/** In a list that has a place for each of others. */
export const noValue = 'none';

export const parsers: Parsers = {
  path: (raw) => (raw.includes('\0') ? undefined : raw),
  host: parseListenHost,
  port: parseInteger,
  integer: parseInteger,
  choice: (raw, { choices }) => (choices?.includes(raw) ? raw : undefined),
  address_ranges: (raw) => parseList(raw, parseAddressRange),
  addresses: (raw) => parseList(raw, parseAddress),
  dns_servers: (raw) => parseList(raw, parseDnsServer),
  bot_directories: parseBotDirectories,
  host_name: parseHostName,
  host_names: (raw) => parseList(raw, parseHostName),
  identifier: (raw) => (/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(raw) ? raw : undefined),
  postgres_url: (raw) => (isPostgresUrl(raw) ? raw : undefined),
  clickhouse_url: (raw) => (isClickhouseUrl(raw) ? raw : undefined),
  access_token: (raw) => (/^np_[A-Za-z0-9_-]{43}$/.test(raw) ? raw : undefined),
  // 32 bytes leave four bits of the 43rd character, so its last two are zero: others are not canonical.
  encryption_key: (raw) =>
    /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=(?:,[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)?$/.test(raw)
      ? raw
      : undefined,
  directory_url: (raw) => (isDirectoryUrl(raw) ? raw : undefined),
  directory_urls: parseDirectoryUrls,
  download_url: (raw) => (/^https?:\/\/[^\s#]+$/i.test(raw) && parseUrl(raw) ? raw : undefined),
  ask_url: (raw) => (isAskUrl(raw) ? raw : undefined),
  uuid: parseUuid,
  email: (raw) => (isEmail(raw) ? raw : undefined),
  email_proofs: parseEmailProofs,
  token: (raw) => (/^[!-~]{1,512}$/.test(raw) ? raw : undefined),
  date: parseDay,
  collector_url: parseCollectorUrl,
  origin: parseOrigin,
  smtp_url: parseSmtpUrl,
  fields: parseFields,
  limits: parseLimits,
  ratio: (raw) => (/^(?:0|1|0?\.\d{1,9}|1\.0+|0\.0+)$/.test(raw) ? Number(raw) : undefined),
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  passphrase: (raw) => (/^[^\u0000-\u001f\u007f]{12,1024}$/.test(raw) ? raw : undefined),
  hmac_keys: parseHmacKeys,
  profiles: parseProfiles,
};

const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

function parseListenHost(raw: string): string | undefined {
  if (isIP(raw) !== 0) return raw;
  const labels = raw.split('.');
  if (raw.length > 253 || !labels.every((label) => hostLabel.test(label))) return undefined;
  // The resolver would read `1.2.3` or `0x7f.1` as an IPv4 address, and not the one that was meant.
  return /^(?:[0-9]+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '') ? undefined : raw;
}

function parseHostName(raw: string): string | undefined {
  const parsed = parseHostname(raw);
  return parsed.ok ? parsed.host : undefined;
}

function parseInteger(
  raw: string,
  { min = 0, max = 0 }: Pick<VariableDefinition, 'min' | 'max'>,
): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,14})$/.test(raw)) return undefined;
  const value = Number(raw);
  return value >= min && value <= max ? value : undefined;
}

/** Reads a list separated by commas or white space, each item once; undefined when an item is not allowed. */
function parseList(
  raw: string,
  parseItem: (item: string) => string | undefined,
): readonly string[] | undefined {
  const items = new Set<string>();
  for (const part of raw.split(/[\s,]+/).filter((text) => text !== '')) {
    const item = parseItem(part);
    if (item === undefined) return undefined;
    items.add(item);
  }
  return [...items];
}

function parseAddress(item: string): string | undefined {
  const address = item.includes('%') ? undefined : parseIpAddress(item)?.toString();
  // Where to listen, not where to be reached.
  return address === '0.0.0.0' || address === '::' ? undefined : address;
}

function parseCollectorUrl(raw: string): string | undefined {
  const url = /^https?:\/\/[^\s?#@]+$/i.test(raw) ? parseUrl(raw) : undefined;
  return url?.href.replace(/\/+$/, '');
}

function parseSmtpUrl(raw: string): SmtpUrl | undefined {
  const [, scheme, userInfo, host = '', portText, query] =
    /^(smtps?):\/\/(?:([^\s@/?#]*)@)?(\[[0-9a-f:.]+\]|[^\s@:/?#[\]]+)(?::([0-9]+))?\/?(\?starttls=off)?$/i.exec(
      raw,
    ) ?? [];
  if (scheme === undefined) return undefined;
  const isTls = scheme.toLowerCase() === 'smtps';
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const port = parseInteger(portText ?? (isTls ? '465' : '587'), { min: 1, max: 65_535 });
  const credentials = userInfo === undefined ? undefined : parseCredentials(userInfo);
  if (port === undefined || parseListenHost(address) === undefined || (query !== undefined && isTls))
    return undefined;
  if (userInfo !== undefined && credentials === undefined) return undefined;
  const encryption = isTls ? 'tls' : query === undefined ? 'starttls' : 'none';
  return { host: address, port, encryption, credentials };
}

/** `user:password`, each percent-encoded. */
function parseCredentials(userInfo: string): SmtpUrl['credentials'] {
  const [encodedUser = '', encodedPassword, ...rest] = userInfo.split(':');
  const user = decode(encodedUser);
  const password = decode(encodedPassword ?? '');
  if (!user || !password || rest.length > 0) return undefined;
  return { user, password };
}

/** As the variables of OpenTelemetry have them: `name=value,name=value`, values percent-encoded. */
function parseFields(raw: string): Readonly<Record<string, string>> | undefined {
  const fields: Record<string, string> = {};
  for (const part of raw.split(',')) {
    const [, name, encoded] = /^\s*([\w!#$%&'*+.^`|~-]+)=([!-~]*)\s*$/.exec(part) ?? [];
    const value = encoded === undefined ? undefined : decode(encoded);
    if (name === undefined || value === undefined || !/^[\t -~]*$/.test(value)) return undefined;
    fields[name.toLowerCase()] = value;
  }
  return fields;
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** `address`, `IPv4:port` or `[IPv6]:port`. */
function parseDnsServer(item: string): string | undefined {
  if (item.includes('%')) return undefined;
  if (isIP(item) !== 0) return item;
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^[\]:]+)):([0-9]+)$/.exec(item) ?? [];
  const address = bracketed ?? plain ?? '';
  if (isIP(address) !== (bracketed === undefined ? 4 : 6)) return undefined;
  return parseInteger(port ?? '', { min: 1, max: 65_535 }) === undefined ? undefined : item;
}

/**
 * Brings `address` or `address/bits` to the canonical CIDR of its network. An IPv4-mapped range becomes the IPv4
 * range, because that is how the edge sees clients of a dual-stack listener.
 */
function parseAddressRange(item: string): string | undefined {
  const [address = '', bits, ...rest] = item.split('/');
  // `%` is a zone, which no range has.
  const parsed = address.includes('%') ? undefined : parseIpAddress(address);
  if (rest.length > 0 || !parsed) return undefined;
  const maxBits = isIPv4(address) ? 32 : 128;
  if (bits !== undefined && !/^(?:0|[1-9][0-9]{0,2})$/.test(bits)) return undefined;
  const prefix = bits === undefined ? maxBits : Number(bits);
  if (prefix > maxBits) return undefined;
  if (parsed instanceof ipaddr.IPv6) return networkOf(parsed, prefix);
  const prefix4 = prefix - (maxBits - 32);
  return prefix4 < 0 ? networkOf(parsed.toIPv4MappedAddress(), prefix) : networkOf(parsed, prefix4);
}

function networkOf(address: IpAddress, prefix: number): string {
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${address.toString()}/${prefix}`).toString()}/${prefix}`;
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

function parseEmailProofs(raw: string): EmailProofs | undefined {
  const items = parseList(raw, (item) => {
    if (!item.startsWith('@')) return /^[\w.:/-]{1,128}$/.test(item) ? item : undefined;
    const host = parseHostName(item.slice(1));
    return host && `@${host}`;
  });
  if (items === undefined || items.length === 0) return undefined;
  const domains = items.filter((item) => item.startsWith('@')).map((item) => item.slice(1));
  return { claims: items.filter((item) => !item.startsWith('@')), domains };
}

const maxBotDirectories = 100;

/** `name=https://host`, separated by commas; names may have spaces in them. */
function parseBotDirectories(raw: string): readonly BotDirectory[] | undefined {
  const directories = new Map<string, BotDirectory>();
  for (const part of raw.split(',')) {
    const [, crawler, url = ''] = /^\s*([^\s=,](?:[^=,]{0,118}[^\s=,])?)\s*=\s*(\S+)\s*$/.exec(part) ?? [];
    const origin = parseOrigin(url);
    if (crawler === undefined || !origin?.startsWith('https://')) return undefined;
    directories.set(`${crawler.toLowerCase()}=${origin}`, { crawler, origin });
  }
  return directories.size > maxBotDirectories ? undefined : [...directories.values()];
}

const maxAuthorities = 5;

function parseDirectoryUrls(raw: string): readonly string[] | undefined {
  const urls = parseList(raw, (url) => (isDirectoryUrl(url) ? url : undefined));
  return urls && urls.length > 0 && urls.length <= maxAuthorities ? urls : undefined;
}

function parseHmacKeys(raw: string): readonly (string | undefined)[] | undefined {
  const keys = raw.split(',');
  if (keys.some((key) => key !== noValue && !/^[A-Za-z0-9_-]{22,683}={0,2}$/.test(key))) return undefined;
  return keys.map((key) => (key === noValue ? undefined : key));
}

function parseProfiles(raw: string): readonly (string | undefined)[] | undefined {
  const names = raw.split(',');
  if (names.some((name) => !/^[!-~]{1,128}$/.test(name))) return undefined;
  return names.map((name) => (name === noValue ? undefined : name));
}

/** Clear text is for authorities on the same machine, in tests above all. */
function isDirectoryUrl(raw: string): boolean {
  const url = /^https?:\/\/[^\s]+$/i.test(raw) ? parseUrl(raw) : undefined;
  return url?.username === '' && url.password === '' && url.hash === '' && isPrivate(url);
}

function isAskUrl(raw: string): boolean {
  const url = /^https?:\/\/[^\s#]+$/i.test(raw) ? parseUrl(raw) : undefined;
  return url !== undefined && isPrivate(url);
}

/** Whether what is sent there stays on this machine, or is encrypted. */
function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
}

/** A plain address; what authorities refuse is theirs to say. */
function isEmail(raw: string): boolean {
  const [, host = ''] = /^[^\s@"(),:;<>[\\\]?&#%]{1,64}@([^\s@]{1,253})$/.exec(raw) ?? [];
  return parseHostname(host).ok;
}
