/**
 * What custom domains had in the last seven whole days, and in the seven before, all of them at once. Source:
 * docs/reference/overview.md ("Traffic").
 */
import { type DateRange, dayOf } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { isEvent } from '../engine/schema/events.ts';
import { pageviewName } from '../visits/visit-rule.ts';
import { amongEach } from './among.ts';

export type DomainTraffic = {
  readonly visitors: number;
  readonly visitorsBefore: number;
  readonly requests: number;
  readonly requestsBefore: number;
  /** Answers with a status of 500 and above. */
  readonly errors: number;
};

export const noTraffic: DomainTraffic = {
  visitors: 0,
  visitorsBefore: 0,
  requests: 0,
  requestsBefore: 0,
  errors: 0,
};

/** UTC days. */
export type Weeks = { readonly last: DateRange; readonly before: DateRange };

/** The last seven whole days, and the seven before them. */
export function weeksBefore(nowMs: number): Weeks {
  const today = dayOf(nowMs);
  return { last: { from: today - 7, to: today - 1 }, before: { from: today - 14, to: today - 8 } };
}

/**
 * By uuid, in one statement for each 50,000 domains, which reads requests from a projection that has counted them by day; domains
 * without any traffic are not there. Rejects with what the store rejects with.
 */
export async function domainTraffic(
  store: ReportStore,
  domains: readonly string[],
  { last, before }: Weeks,
): Promise<Map<string, DomainTraffic>> {
  const traffic = new Map<string, DomainTraffic>();
  const isLast = `day >= toDate(${last.from})`;
  const isBefore = `day < toDate(${last.from})`;
  for (const whose of amongEach(domains)) {
    const rows = rowsIn(before.from * dayMs, (last.to + 1) * dayMs, whose);
    const counted = await store.query<{ id: string } & DomainTraffic>(
      `SELECT toString(domain) AS id, sum(v) AS visitors, sum(vb) AS visitorsBefore,
        sum(r) AS requests, sum(rb) AS requestsBefore, sum(e) AS errors
      FROM (
        SELECT domain, 0 AS v, 0 AS vb, sumIf(c, is_last) AS r, sumIf(c, NOT is_last) AS rb,
          sumIf(c, is_last AND failed) AS e
        FROM (
          SELECT domain, ${isLast} AS is_last, status >= 500 AS failed, count() AS c
          FROM requests WHERE ${rows} GROUP BY domain, is_last, failed
        ) GROUP BY domain
        UNION ALL
        SELECT domain, uniqExactIf(visitor, ${isLast}) AS v, uniqExactIf(visitor, ${isBefore}) AS vb, 0, 0, 0
        FROM events WHERE ${rows} AND name = '${pageviewName}' GROUP BY domain
      ) GROUP BY domain`,
      {},
    );
    for (const { id, ...numbers } of counted) traffic.set(id, numbers);
  }
  return traffic;
}

/** Those of the domains that had a request or an event before the end of a UTC day. */
export async function knownBefore(
  store: ReportStore,
  domains: readonly string[],
  day: number,
): Promise<Set<string>> {
  const known = new Set<string>();
  for (const whose of amongEach(domains)) {
    const rows = rowsIn(0, (day + 1) * dayMs, whose);
    const found = await store.query<{ id: string }>(
      `SELECT DISTINCT toString(domain) AS id FROM (
        SELECT domain FROM requests WHERE ${rows} GROUP BY domain
        UNION ALL SELECT domain FROM events WHERE ${rows} AND ${isEvent} GROUP BY domain)`,
      {},
    );
    for (const { id } of found) known.add(id);
  }
  return known;
}

/** What domains are compared by: their visitors, or their requests where none of them has visitors. */
export function comparedBy(traffic: Iterable<DomainTraffic>): 'visitors' | 'requests' {
  for (const { visitors, visitorsBefore } of traffic)
    if (visitors > 0 || visitorsBefore > 0) return 'visitors';
  return 'requests';
}

/** How many more it had than in the week before. */
export function changeOf(
  { visitors, visitorsBefore, requests, requestsBefore }: DomainTraffic,
  by: 'visitors' | 'requests',
): number {
  return by === 'visitors' ? visitors - visitorsBefore : requests - requestsBefore;
}
