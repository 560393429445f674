/**
 * What each domain's requests of the last minutes say of its upstream and its redirects, in one statement over all domains. Source:
 * docs/reference/finding-kinds.md.
 */
import { hourMs, minuteMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { instant, rowsIn } from '../engine/row-spans.ts';
import { among } from '../reports/among.ts';
import { inSpans, spansOf } from './hour-counts.ts';

/** The last 5 whole minutes, and 15 for how long answers took, with those of the evaluation before. */
export const shortMs: number = 5 * minuteMs;
export const longMs: number = 15 * minuteMs;

export type RecentRequests = {
  readonly domain: string;
  /** Of the last 5 minutes, as the others without a name of their own. */
  readonly requests: number;
  /** At the upstream. */
  readonly tried: number;
  /** Of those, with a status of 500 or more. */
  readonly failed: number;
  /** At the domain's own upstream, which rules may replace. */
  readonly triedOwn: number;
  /** Of those, without getting a connection. */
  readonly notConnected: number;
  /** Answers 508. */
  readonly loops: number;
  readonly timed: Timed;
  /** A minute earlier. */
  readonly timedBefore: Timed;
};

/** How long the upstream took in 15 minutes: its p95, by nearest rank, in seconds; 0 without any. */
export type Timed = { readonly requests: number; readonly p95: number };

/** Reasons of docs/reference/proxy.md ("When the upstream fails"). */
const notConnected = ['refused', 'unreachable', 'not_found', 'tls', 'address_refused', 'connect_timeout'];
const badAnswers = [
  'died_unanswered',
  'died_midway',
  'status_invalid',
  'head_invalid',
  'head_too_large',
  'framing_ambiguous',
  'transfer_coding_unknown',
  'content_invalid',
  'too_many_interim',
  'switch_unasked',
  'response_timeout',
];
const inList = (names: readonly string[]): string =>
  `failure IN (${names.map((name) => `'${name}'`).join(', ')})`;
const tried = `(upstream_us > 0 OR ${inList([...notConnected, ...badAnswers])})`;
const p95If = (condition: string): string =>
  `if(countIf(${condition}) = 0, 0, quantileExactWeightedIf(0.95)(upstream_us, 1, ${condition}) / 1000000)`;

/** Of every domain that had requests in the 16 minutes before `until`, which begins a minute. */
export async function recentRequests(store: ReportStore, until: number): Promise<RecentRequests[]> {
  const isShort = `time >= ${instant(until - shortMs)}`;
  const isTimed = `upstream_us > 0 AND time >= ${instant(until - longMs)}`;
  const wasTimed = `upstream_us > 0 AND time < ${instant(until - minuteMs)}`;
  const rows = await store.query<Record<string, number> & { id: string }>(
    `SELECT toString(domain) AS id, countIf(${isShort}) AS requests,
      countIf(${isShort} AND ${tried}) AS tried,
      countIf(${isShort} AND ${tried} AND status >= 500) AS failed,
      countIf(${isShort} AND ${tried} AND rule = '') AS tried_own,
      countIf(${isShort} AND ${inList(notConnected)} AND rule = '') AS not_connected,
      countIf(${isShort} AND status = 508) AS loops,
      countIf(${isTimed}) AS timed, ${p95If(isTimed)} AS p95,
      countIf(${wasTimed}) AS timed_before, ${p95If(wasTimed)} AS p95_before
    FROM requests WHERE ${rowsIn(until - longMs - minuteMs, until, 'true')} GROUP BY domain`,
    {},
  );
  return rows.map((row) => ({
    domain: row.id,
    requests: row['requests'] ?? 0,
    tried: row['tried'] ?? 0,
    failed: row['failed'] ?? 0,
    triedOwn: row['tried_own'] ?? 0,
    notConnected: row['not_connected'] ?? 0,
    loops: row['loops'] ?? 0,
    timed: { requests: row['timed'] ?? 0, p95: row['p95'] ?? 0 },
    timedBefore: { requests: row['timed_before'] ?? 0, p95: row['p95_before'] ?? 0 },
  }));
}

/** Of a domain's reference hours. */
export type UsualTimes = {
  /** How many requests each of the hours had that the upstream answered. */
  readonly hours: readonly number[];
  /** Of all of them together. */
  readonly p95: number;
};

/** How long upstreams took in the reference hours of domains, in one statement over all of them. */
export async function usualTimes(
  store: ReportStore,
  references: ReadonlyMap<string, readonly number[]>,
): Promise<Map<string, UsualTimes>> {
  const byHours = new Map<string, { hours: readonly number[]; domains: string[] }>();
  for (const [domain, hours] of references) {
    const key = hours.join(' ');
    const same = byHours.get(key);
    if (same) same.domains.push(domain);
    else if (hours.length > 0) byHours.set(key, { hours, domains: [domain] });
  }
  const conditions = [...byHours.values()].map(
    ({ hours, domains }) => `(${among(domains)} AND ${inSpans(spansOf(hours))})`,
  );
  if (conditions.length === 0) return new Map();
  const rows = await store.query<{ id: string; counts: Record<string, number>; p95: number }>(
    `SELECT toString(domain) AS id, ${p95If('1')} AS p95,
      sumMap(map(toString(intDiv(toUnixTimestamp64Milli(time), ${hourMs})), toUInt32(1))) AS counts
    FROM requests WHERE (${conditions.join(' OR ')}) AND upstream_us > 0 GROUP BY domain`,
    {},
  );
  return new Map(rows.map(({ id, counts, p95 }) => [id, { hours: Object.values(counts).map(Number), p95 }]));
}
