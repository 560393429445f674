/**
 * An event as the collector or an import writes it to the spool: one line of JSON. Source: docs/reference/spool.md. The line has no address of a client, only the network, and no id of a person, only hashes.
 */
import { parseUuid } from '../../core/ids.ts';
import { isScreenClass, type ScreenClass } from '../lookup/screen.ts';
import { type EventDetails, plainPageview } from '../pageview-row.ts';
import { isDetails } from './event-details.ts';
import { isWrittenUuid } from './plain-line.ts';
import { readPlainPageviewLine } from './plain-pageview-line.ts';

/** What an import knows already; each field goes before what would be found out here. */
export type ResolvedPageview = {
  /** Display name. */
  readonly source?: string;
  readonly browser?: string;
  readonly operatingSystem?: string;
  readonly screen?: ScreenClass;
  /** ISO 3166-1 alpha-2, upper case. With any of the four, the location is not looked up. */
  readonly country?: string;
  /** ISO 3166-2 code. */
  readonly region?: string;
  readonly regionName?: string;
  readonly city?: string;
};

export type PageviewRecord = {
  /** Uuid of the custom domain whose page it is. */
  readonly domainUuid: string;
  /** Of the collector's clock; of an import, when the page was viewed. Milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
  /** 64 bits; as they are read, in decimal text. */
  readonly visitor: bigint | string;
  /** The same visitor under the salt before; 0 = none. */
  readonly previousVisitor: bigint | string;
  /** Of the page's URL, lower case, without the port. */
  readonly host: string;
  /** Of the page's URL, percent-encoded, without query and fragment. */
  readonly path: string;
  /** Of the page's URL, with or without the question mark; only UTM parameters are read from it. */
  readonly query: string;
  /** A URL; '' when there is none. */
  readonly referrer: string;
  /** Of the viewport, CSS pixels; 0 when unknown. */
  readonly width: number;
  readonly userAgent: string;
  /** The client's network as its first address: the first 24 bits of IPv4, 48 of IPv6; '' when unknown. */
  readonly clientNetwork: string;
  /** Of imports only. */
  readonly resolved?: ResolvedPageview;
  /** Absent: {@link plainPageview}. */
  readonly details?: EventDetails;
};

const maxUserAgentLength = 512;
/** Only the host counts. */
const maxReferrerLength = 2 * 1024;
const maxPathLength = 8 * 1024;
const maxQueryLength = 8 * 1024;

const maxNetworkLength = 64;

/** What JSON has to escape, and lone surrogates among others. */
const needsEscapes = /["\\\u0000-\u001f\ud800-\udfff]/;
const decimal = /^(?:0|[1-9][0-9]{0,19})$/;
const maxUint64 = String(2n ** 64n - 1n);

/** Writes a record as a line, its line feed included. */
export function encodePageviewRecord(record: PageviewRecord): string {
  const { previousVisitor } = record;
  const hasPrevious = previousVisitor !== 0n && previousVisitor !== '0';
  const resolved = record.resolved ? `,"x":${JSON.stringify(record.resolved)}` : '';
  const { details = plainPageview } = record;
  const event = details === plainPageview ? '' : `,"e":${JSON.stringify(details)}`;
  return (
    `{"d":"${record.domainUuid}","t":${record.receivedAtMs},"v":"${record.visitor}",` +
    (hasPrevious ? `"b":"${previousVisitor}",` : '') +
    `"h":${jsonText(record.host, maxReferrerLength)},"p":${jsonText(record.path, maxPathLength)},` +
    `"q":${jsonText(record.query, maxQueryLength)},"r":${jsonText(record.referrer, maxReferrerLength)},` +
    `"w":${record.width},"a":${jsonText(record.userAgent, maxUserAgentLength)},` +
    `"c":${jsonText(record.clientNetwork, maxNetworkLength)}${resolved}${event}}\n`
  );
}

/** Half the time of JSON.stringify for what hardly ever needs an escape. */
function jsonText(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? text.slice(0, maxLength) : text;
  return needsEscapes.test(cut) ? JSON.stringify(cut) : `"${cut}"`;
}

/** Reads a line that `encodePageviewRecord` wrote, with or without its line feed; undefined for any other line. */
export function decodePageviewRecord(line: string): PageviewRecord | undefined {
  const plain = readPlainPageviewLine(line, isWrittenUuid, isUint64);
  if (plain) return plain;
  const value = parseJson(line);
  if (!isWireRecord(value)) return undefined;
  const domainUuid = parseUuid(value.d);
  const previousVisitor = value.b ?? '0';
  if (domainUuid === undefined || !isUint64(value.v) || !isUint64(previousVisitor)) return undefined;
  return {
    domainUuid,
    receivedAtMs: value.t,
    visitor: value.v,
    previousVisitor,
    host: value.h,
    path: value.p,
    query: value.q,
    referrer: value.r,
    width: value.w,
    userAgent: value.a,
    clientNetwork: value.c,
    ...(value.x === undefined ? {} : { resolved: value.x }),
    ...(value.e === undefined ? {} : { details: value.e }),
  };
}

type WireRecord = Record<'d' | 'v' | 'h' | 'p' | 'q' | 'r' | 'a' | 'c', string> &
  Record<'t' | 'w', number> & {
    readonly b?: string;
    readonly x?: ResolvedPageview;
    readonly e?: EventDetails;
  };

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Of texts of the same length the greater number is the greater text. */
function isUint64(text: string): boolean {
  return decimal.test(text) && (text.length < maxUint64.length || text <= maxUint64);
}

function isWireRecord(value: unknown): value is WireRecord {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'd' in value &&
    typeof value.d === 'string' &&
    't' in value &&
    typeof value.t === 'number' &&
    'v' in value &&
    typeof value.v === 'string' &&
    'h' in value &&
    typeof value.h === 'string' &&
    'p' in value &&
    typeof value.p === 'string' &&
    'q' in value &&
    typeof value.q === 'string' &&
    'r' in value &&
    typeof value.r === 'string' &&
    'w' in value &&
    typeof value.w === 'number' &&
    'a' in value &&
    typeof value.a === 'string' &&
    'c' in value &&
    typeof value.c === 'string' &&
    (!('b' in value) || typeof value.b === 'string') &&
    (!('x' in value) || isResolved(value.x)) &&
    (!('e' in value) || isDetails(value.e))
  );
}

const resolvedNames: ReadonlySet<string> = new Set([
  'source',
  'browser',
  'operatingSystem',
  'screen',
  'country',
  'region',
  'regionName',
  'city',
] satisfies readonly (keyof ResolvedPageview)[]);

function isResolved(value: unknown): value is ResolvedPageview {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, field]) =>
      resolvedNames.has(name) && typeof field === 'string' && (name !== 'screen' || isScreenClass(field)),
  );
}
