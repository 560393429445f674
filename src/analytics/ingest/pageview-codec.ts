/**
 * An event's line in the spool, in JSON. Source: docs/reference/spool.md. It holds the client's network instead of its
 * address, and hashes instead of anyone's id.
 */

import { parseUuid } from '../../core/ids.ts';
import { type EventDetails, plainPageview } from '../engine/pageview-row.ts';
import { isScreenClass } from '../lookup/screen.ts';
import { maxReferrerLength } from '../lookup/source.ts';
import { maxQueryLength } from '../lookup/utm.ts';
import { isDetails } from './event-details.ts';
import { jsonText, parseJson } from './json-text.ts';
import type { PageviewRecord, ResolvedPageview } from './pageview-record.ts';
import { maxUserAgentLength } from './visitor-hash.ts';

const maxPathLength = 8 * 1024;

const maxNetworkLength = 64;

const decimal = /^(?:0|[1-9][0-9]{0,19})$/;
const maxUint64 = String(2n ** 64n - 1n);

/** Writes a record as a line, its line feed included. */
export function encodePageviewRecord(record: PageviewRecord): string {
  const { previousVisitor, referrerPath = '' } = record;
  const hasPrevious = previousVisitor !== 0n && previousVisitor !== '0';
  const path = referrerPath === '' ? '' : `,"R":${jsonText(referrerPath, maxReferrerLength)}`;
  const resolved = record.resolved ? `,"x":${JSON.stringify(record.resolved)}` : '';
  const { details = plainPageview } = record;
  const event = details === plainPageview ? '' : `,"e":${JSON.stringify(details)}`;
  const server = record.isFromServer && event !== '' ? ',"s":1' : '';
  return (
    `{"d":"${record.domainUuid}","t":${record.receivedAtMs},"v":"${record.visitor}",` +
    (hasPrevious ? `"b":"${previousVisitor}",` : '') +
    `"h":${jsonText(record.host, maxReferrerLength)},"p":${jsonText(record.path, maxPathLength)},` +
    `"q":${jsonText(record.query, maxQueryLength)},"r":${jsonText(record.referrer, maxReferrerLength)},` +
    `"w":${record.width},"a":${jsonText(record.userAgent, maxUserAgentLength)},` +
    `"c":${jsonText(record.clientNetwork, maxNetworkLength)}${path}${resolved}${event}${server}}\n`
  );
}

/** Reads a line that `encodePageviewRecord` wrote, with or without its line feed; undefined for any other line. */
export function decodePageviewRecord(line: string): PageviewRecord | undefined {
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
    ...(value.R === undefined ? {} : { referrerPath: value.R }),
    ...(value.x === undefined ? {} : { resolved: value.x }),
    ...(value.e === undefined ? {} : { details: value.e }),
    ...(value.s === 1 && { isFromServer: true }),
  };
}

type WireRecord = Record<'d' | 'v' | 'h' | 'p' | 'q' | 'r' | 'a' | 'c', string> &
  Record<'t' | 'w', number> & {
    readonly b?: string;
    readonly R?: string;
    readonly x?: ResolvedPageview;
    readonly e?: EventDetails;
    readonly s?: unknown;
  };

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
    (!('R' in value) || typeof value.R === 'string') &&
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
