/**
 * From a request's record to its row in the store: checked, brought into range, enriched. Source:
 * docs/reference/proxy-analytics.md ("Requests"). Steps: time → numbers → method and path as well-formed
 * text → name of the bot → hosting network.
 */
import type { RequestRow } from '../engine/request-row.ts';
import type { RequestRecord } from './request-record.ts';

/** Why a record is not stored. */
export type RequestRefusal = 'time_invalid';

export interface BotNames {
  /** Name of the crawler that sends this user agent; '' when it is none known. */
  nameOf(userAgent: string): string;
}

export interface DatacenterSlugs {
  /** Slug of the hosting network that has this address; '' when it is none known. */
  slugOf(clientAddress: string): string;
}

/** 2100-01-01: a later time means a wrong clock, and soon exceeds the store's date types. */
const endOfTimeMs = Date.UTC(2100, 0, 1);
/** A connection upgraded for longer than this is counted as this long. */
const maxDurationUs = 31 * 86_400 * 1_000_000;
const maxStatus = 999;
/** The edge refuses longer targets; imported logs may have them. */
const maxPathLength = 8 * 1024;
/** RFC 9110 section 5.6.2 (token). */
const methodPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;
const unsafeInPath = /[^\x20-\x7e]/;
const eachUnsafeInPath = /[^\x20-\x7e]/gu;

export class RequestPipeline {
  readonly #bots: BotNames;
  readonly #datacenters: DatacenterSlugs;

  constructor(bots: BotNames, datacenters: DatacenterSlugs) {
    this.#bots = bots;
    this.#datacenters = datacenters;
  }

  /** Returns the row, or why there is none. */
  toRow(record: RequestRecord): RequestRow | RequestRefusal {
    const time = Math.trunc(record.startedAtMs);
    if (!(time >= 0 && time < endOfTimeMs)) return 'time_invalid';
    return {
      domain: record.domainUuid,
      time,
      duration_us: clamp(record.durationUs, maxDurationUs),
      bytes_in: clamp(record.bytesIn, Number.MAX_SAFE_INTEGER),
      bytes_out: clamp(record.bytesOut, Number.MAX_SAFE_INTEGER),
      status: clamp(record.status, maxStatus),
      method: methodPattern.test(record.method) ? record.method : '',
      path: cleanPath(record.path),
      bot: this.#bots.nameOf(record.userAgent),
      datacenter: this.#datacenters.slugOf(record.clientAddress),
    };
  }
}

/** A whole number from 0; a clock that stepped backwards makes negative durations, which count as none. */
function clamp(value: number, max: number): number {
  if (!(value > 0)) return 0;
  return value < max ? Math.trunc(value) : max;
}

/** Percent-encodes what is not printable ASCII: bytes from 0x80, and what else a log file may hold. */
function cleanPath(path: string): string {
  const bounded = path.length > maxPathLength ? path.slice(0, maxPathLength) : path;
  return unsafeInPath.test(bounded) ? bounded.replaceAll(eachUnsafeInPath, percentEncode) : bounded;
}

function percentEncode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
  // Not a byte of a request: text of an imported log. Lone surrogates become U+FFFD.
  return encodeURIComponent(character.toWellFormed());
}
