/**
 * A line of the spool with the handshakes of one host and minute that ended alike, and the row it becomes. Source:
 * docs/reference/spool.md ("Files").
 */

import { type CountedHandshake, countedHandshakes } from '../../core/handshake-outcome.ts';
import { parseUuid } from '../../core/ids.ts';
import { endOfTimeMs } from '../../core/time.ts';
import type { HandshakeRow } from '../engine/handshake-row.ts';
import { parseJson } from './json-text.ts';

export type HandshakeRecord = {
  /** What the host's requests are recorded under. */
  readonly domainUuid: string;
  readonly host: string;
  /** The minute's beginning, in milliseconds. */
  readonly minuteMs: number;
  readonly outcome: CountedHandshake;
  readonly count: number;
  /** Of the clients of those that failed: some of them. */
  readonly networks: readonly string[];
};

const maxHostLength = 253;
const maxNetworks = 100;
const networkPattern = /^[0-9a-f.:]{1,45}$/;

/** Writes a record as a line, its line feed included. */
export function encodeHandshakeRecord(record: HandshakeRecord): string {
  const { domainUuid, host, minuteMs, outcome, count, networks } = record;
  const clients = networks.length === 0 ? {} : { c: networks };
  return `${JSON.stringify({ d: domainUuid, t: minuteMs, h: host, o: outcome, n: count, ...clients })}\n`;
}

/** Reads a line that `encodeHandshakeRecord` wrote as the store's row; else says why there is none. */
export function handshakeRowOf(line: string): HandshakeRow | 'record_invalid' | 'time_invalid' {
  const value = parseJson(line);
  if (typeof value !== 'object' || value === null) return 'record_invalid';
  const read: Readonly<Record<string, unknown>> = { ...value };
  const { d, t, h, n, c } = read;
  const domain = typeof d === 'string' ? parseUuid(d) : undefined;
  const outcome = countedHandshakes.find((one) => one === read['o']);
  if (domain === undefined || outcome === undefined || typeof h !== 'string' || h.length > maxHostLength)
    return 'record_invalid';
  if (typeof n !== 'number' || !Number.isSafeInteger(n) || n < 1) return 'record_invalid';
  if (typeof t !== 'number' || !(t >= 0 && t < endOfTimeMs)) return 'time_invalid';
  const networks = Array.isArray(c) ? c.slice(0, maxNetworks) : [];
  return {
    domain,
    time: Math.trunc(t),
    host: h,
    outcome,
    count: n,
    networks: networks.filter(isNetwork).join(' '),
  };
}

function isNetwork(value: unknown): boolean {
  return typeof value === 'string' && networkPattern.test(value);
}
