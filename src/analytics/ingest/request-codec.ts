/**
 * A request's line in the spool, in JSON. Source: docs/reference/spool.md ("Files").
 * Keys are short because every request pays for them; the line is internal and its form may change with the segment
 * format's version.
 */

import { parseUuid } from '../../core/ids.ts';
import { jsonText, parseJson } from './json-text.ts';
import { isWrittenUuid, readPlainRequestLine } from './plain-request-line.ts';
import type { RequestDetails, RequestRecord } from './request-record.ts';
import { maxUserAgentLength } from './visitor-hash.ts';

/** Five digits of year; below it every number of milliseconds is exact. */
const maxSecond = 1e12;
const milliseconds = Array.from({ length: 1_000 }, (_, i) => String(i).padStart(3, '0'));
let second = 0;
let secondText = '0';

/**
 * Writes a record as a line, its line feed included. Details that are empty are left out; older programs read the rest of
 * the line.
 */
export function encodeRequestRecord(record: RequestRecord): string {
  const { tlsVersion, referrer, campaignSource, redirectUuid, rule, target, upstreamUs, failure, requestId } =
    record;
  const { upstream, upstreamLocation, cache, cacheAgeSeconds, pageLoad, referrerPath, isSigned } = record;
  return (
    `{"d":"${record.domainUuid}","t":${timeText(record.startedAtMs)},"u":${record.durationUs},"i":${record.bytesIn},` +
    `"o":${record.bytesOut},"s":${record.status},"m":"${record.method}","p":${jsonText(record.path)},` +
    `"c":"${record.clientAddress}","a":${jsonText(record.userAgent, maxUserAgentLength)}` +
    (record.host === '' ? '' : `,"h":${jsonText(record.host)}`) +
    (record.httpVersion === '' ? '' : `,"v":"${record.httpVersion}"`) +
    (tlsVersion === '' ? '' : `,"l":"${tlsVersion}"`) +
    (referrer === '' ? '' : `,"r":${jsonText(referrer)}`) +
    (campaignSource === '' ? '' : `,"q":${jsonText(campaignSource)}`) +
    (redirectUuid === '' ? '' : `,"g":"${redirectUuid}"`) +
    (rule === '' ? '' : `,"n":${jsonText(rule)}`) +
    (target === '' ? '' : `,"w":${jsonText(target)}`) +
    (upstreamUs === 0 ? '' : `,"x":${upstreamUs}`) +
    (failure === '' ? '' : `,"f":"${failure}"`) +
    (requestId === '' ? '' : `,"e":"${requestId}"`) +
    (upstream === '' ? '' : `,"k":"${upstream}"`) +
    (upstreamLocation === '' ? '' : `,"b":${jsonText(upstreamLocation)}`) +
    (cache === '' ? '' : `,"y":"${cache}"`) +
    (cacheAgeSeconds === 0 ? '' : `,"z":${cacheAgeSeconds}`) +
    (pageLoad === '' ? '' : `,"j":"${pageLoad}"`) +
    (referrerPath === '' ? '' : `,"R":${jsonText(referrerPath)}`) +
    (isSigned ? ',"S":1' : '') +
    '}\n'
  );
}

/** A number beyond 31 bits takes a third of a microsecond to write; most requests share their second with others. */
function timeText(epochMs: number): string {
  const wholeSeconds = Math.floor(epochMs / 1_000);
  if (wholeSeconds !== second) {
    second = wholeSeconds;
    secondText = String(wholeSeconds);
  }
  const rest = milliseconds[epochMs - wholeSeconds * 1_000];
  return wholeSeconds > 0 && wholeSeconds < maxSecond && rest !== undefined
    ? secondText + rest
    : String(epochMs);
}

/** Reads a line that `encodeRequestRecord` wrote, with or without its line feed; undefined for any other line. */
export function decodeRequestRecord(line: string): RequestRecord | undefined {
  const plain = readPlainRequestLine(line, isWrittenUuid);
  if (plain) return plain;
  const value = parseJson(line);
  if (!isWireRecord(value)) return undefined;
  const domainUuid = parseUuid(value.d);
  if (domainUuid === undefined) return undefined;
  return {
    domainUuid,
    startedAtMs: value.t,
    durationUs: value.u,
    bytesIn: value.i,
    bytesOut: value.o,
    status: value.s,
    method: value.m,
    path: value.p,
    clientAddress: value.c,
    userAgent: value.a,
    ...detailsOf(value),
  };
}

/** A detail of another type counts as missing. */
function detailsOf(value: Readonly<Record<string, unknown>>): RequestDetails {
  const text = (key: string): string => {
    const found = value[key];
    return typeof found === 'string' ? found : '';
  };
  return {
    host: text('h'),
    httpVersion: text('v'),
    tlsVersion: text('l'),
    referrer: text('r'),
    campaignSource: text('q'),
    redirectUuid: text('g'),
    rule: text('n'),
    target: text('w'),
    upstreamUs: typeof value['x'] === 'number' ? value['x'] : 0,
    failure: text('f'),
    requestId: text('e'),
    upstream: text('k'),
    upstreamLocation: text('b'),
    cache: text('y'),
    cacheAgeSeconds: typeof value['z'] === 'number' ? value['z'] : 0,
    pageLoad: text('j'),
    referrerPath: text('R'),
    isSigned: value['S'] === 1,
  };
}

type WireRecord = Record<'d' | 'm' | 'p' | 'c' | 'a', string> & Record<'t' | 'u' | 'i' | 'o' | 's', number>;

function isWireRecord(value: unknown): value is WireRecord {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'd' in value &&
    typeof value.d === 'string' &&
    't' in value &&
    typeof value.t === 'number' &&
    'u' in value &&
    typeof value.u === 'number' &&
    'i' in value &&
    typeof value.i === 'number' &&
    'o' in value &&
    typeof value.o === 'number' &&
    's' in value &&
    typeof value.s === 'number' &&
    'm' in value &&
    typeof value.m === 'string' &&
    'p' in value &&
    typeof value.p === 'string' &&
    'c' in value &&
    typeof value.c === 'string' &&
    'a' in value &&
    typeof value.a === 'string'
  );
}
