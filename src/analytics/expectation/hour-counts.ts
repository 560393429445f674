/** Requests by hour, as expectations need them. Source: docs/reference/expectation.md. */
import { dayOf } from '../../core/date-range.ts';
import { dayMs, hourMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { amongEach } from '../reports/among.ts';

/** From one instant to another one, which is not included. */
export type Span = { readonly since: number; readonly until: number };

const hour = `toUInt32(intDiv(toUnixTimestamp64Milli(time), ${hourMs}))`;

/** The hours, each as long as it is, joined where one follows another. In any order. */
export function spansOf(hours: Iterable<number>): Span[] {
  const spans: { since: number; until: number }[] = [];
  for (const start of [...new Set(hours)].toSorted((one, other) => one - other)) {
    const last = spans.at(-1);
    if (last?.until === start) last.until = start + hourMs;
    else spans.push({ since: start, until: start + hourMs });
  }
  return spans;
}

/** SQL: rows of any of the spans. */
export function inSpans(spans: readonly Span[]): string {
  const conditions = spans.map(({ since, until }) => `(${rowsIn(since, until, 'true')})`);
  return `(${conditions.join(' OR ') || 'false'})`;
}

/** What each domain had in an hour, crawlers left out. */
export type DomainHour = {
  readonly domain: string;
  readonly hour: number;
  readonly requests: number;
  readonly notFound: number;
};

/** Of every domain, in these hours. Hours without any request, of crawlers too, are not there. */
export async function countEach(store: ReportStore, hours: Iterable<number>): Promise<DomainHour[]> {
  const rows = await store.query<{ id: string; hour: number; requests: number; missing: number }>(
    `SELECT toString(domain) AS id, ${hour} AS hour, countIf(bot = '') AS requests,
      countIf(bot = '' AND status = 404) AS missing
    FROM requests WHERE ${inSpans(spansOf(hours))} GROUP BY domain, hour`,
    {},
  );
  return rows.map(({ id, hour: at, requests, missing }) => ({
    domain: id,
    hour: at * hourMs,
    requests,
    notFound: missing,
  }));
}

/** Of domains together, by hour. Hours without any request are not there. */
export async function countTogether(
  store: ReportStore,
  domains: readonly string[],
  span: Span,
): Promise<Map<number, { requests: number }>> {
  const counts = new Map<number, { requests: number }>();
  for (const whose of amongEach(domains)) {
    const rows = await store.query<{ hour: number; requests: number }>(
      `SELECT ${hour} AS hour, countIf(bot = '') AS requests FROM requests
      WHERE ${rowsIn(span.since, span.until, whose)} GROUP BY hour`,
      {},
    );
    for (const { hour: at, requests } of rows) {
      const before = counts.get(at * hourMs)?.requests ?? 0;
      counts.set(at * hourMs, { requests: before + requests });
    }
  }
  return counts;
}

/** The hours of a span in which the whole installation recorded a request. */
export async function servedHours(store: ReportStore, { since, until }: Span): Promise<Set<number>> {
  const rows = await store.query<{ hour: number }>(
    `SELECT DISTINCT ${hour} AS hour FROM requests WHERE ${rowsIn(since, until, 'true')}`,
    {},
  );
  return new Set(rows.map(({ hour: at }) => at * hourMs));
}

/**
 * The hour of each domain's first recorded request; an earlier one, when that is before `since`. Domains without a request
 * are not there. Without `domains`, of all.
 */
export async function firstHours(
  store: ReportStore,
  since: number,
  domains?: readonly string[],
): Promise<Map<string, number>> {
  const first = new Map<string, number>();
  const young: string[] = [];
  for (const whose of domains ? amongEach(domains) : ['true']) {
    const days = await store.query<{ id: string; day: number }>(
      `SELECT toString(domain) AS id, toInt32(min(day)) AS day FROM requests WHERE ${whose} GROUP BY domain`,
      {},
    );
    for (const { id, day } of days) {
      first.set(id, day * dayMs);
      if (day >= dayOf(since)) young.push(id);
    }
  }
  for (const whose of amongEach(young)) {
    const hours = await store.query<{ id: string; hour: number }>(
      `SELECT toString(domain) AS id, min(${hour}) AS hour FROM requests
      WHERE ${whose} AND day >= toDate(${dayOf(since)}) GROUP BY domain`,
      {},
    );
    for (const { id, hour: at } of hours) first.set(id, at * hourMs);
  }
  return first;
}
