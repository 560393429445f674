/**
 * A request as the edge writes it to the spool: one line of JSON. Source: docs/reference/spool.md ("Files").
 * Keys are short because every request pays for them; the line is internal and its form may change with the segment
 * format's version.
 */
import { parseUuid } from '../../core/ids.ts';
import { isWrittenUuid } from './plain-line.ts';
import { readPlainRequestLine } from './plain-request-line.ts';

export type RequestRecord = {
  /** Uuid of the custom domain whose host was asked. */
  readonly domainUuid: string;
  /** First byte of the request, milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  readonly durationUs: number;
  /** Start line, fields and body. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly status: number;
  readonly method: string;
  /** Raw, without the query; latin1, may hold any byte. */
  readonly path: string;
  /** Of the client behind trusted proxies. */
  readonly clientAddress: string;
  /** Latin1; '' when the request has none. */
  readonly userAgent: string;
};

/** Longer user agents are cut: crawlers name themselves early. */
const maxUserAgentLength = 512;

/** What JSON has to escape, and lone surrogates among others. */
const needsEscapes = /["\\\u0000-\u001f\ud800-\udfff]/;
/** Five digits of year; below it every number of milliseconds is exact. */
const maxSecond = 1e12;
const milliseconds = Array.from({ length: 1_000 }, (_, i) => String(i).padStart(3, '0'));
let second = 0;
let secondText = '0';

/** Writes a record as a line, its line feed included. */
export function encodeRequestRecord(record: RequestRecord): string {
  const { userAgent } = record;
  const agent = userAgent.length > maxUserAgentLength ? userAgent.slice(0, maxUserAgentLength) : userAgent;
  return (
    `{"d":"${record.domainUuid}","t":${timeText(record.startedAtMs)},"u":${record.durationUs},"i":${record.bytesIn},` +
    `"o":${record.bytesOut},"s":${record.status},"m":"${record.method}","p":${jsonText(record.path)},` +
    `"c":"${record.clientAddress}","a":${jsonText(agent)}}\n`
  );
}

/** Half the time of JSON.stringify for what hardly ever needs an escape. */
function jsonText(text: string): string {
  return needsEscapes.test(text) ? JSON.stringify(text) : `"${text}"`;
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
  };
}

type WireRecord = Record<'d' | 'm' | 'p' | 'c' | 'a', string> & Record<'t' | 'u' | 'i' | 'o' | 's', number>;

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

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
