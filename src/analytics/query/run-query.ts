/** Answers queries. */
import { dayOf } from '../../core/date-range.ts';
import type { ReportStore } from '../answers/report-store.ts';
import { dayMs, lastDay } from '../engine/row-spans.ts';
import { mayFill } from '../visits/day-states.ts';
import { gapMs } from '../visits/parts.ts';
import { personsOf, saltChanges } from '../visits/persons.ts';
import type { RequestQuery, VisitorQuery } from './query.ts';
import { requestRowCount, requestStatement } from './request-statement.ts';
import { askRows, type QueryAnswer, refuseBadPatterns } from './result-rows.ts';
import { everSince, type TimeRange } from './time-range.ts';
import type { VisitRowsSource } from './visit-rows.ts';
import {
  planVisitorQuery,
  type VisitorPlan,
  visitorRowCount,
  visitorStatement,
} from './visitor-statement.ts';

/** `domain` is a UUID as text. Rejects with what the store rejects with; errors: `query_invalid`. */
export async function runVisitorQuery(
  store: ReportStore,
  domain: string,
  asked: VisitorQuery,
): Promise<QueryAnswer> {
  await refuseBadPatterns(store, asked);
  const query = { ...asked, range: await knownRange(store, domain, asked.range, 'events') };
  const plan = planVisitorQuery(query);
  const source = await visitSource(store, domain, query, plan);
  return askRows(store, domain, query, {
    rows: visitorStatement(query, plan, source),
    rowCount: visitorRowCount(query, plan, source),
  });
}

/** As {@link runVisitorQuery}. */
export async function runRequestQuery(
  store: ReportStore,
  domain: string,
  asked: RequestQuery,
): Promise<QueryAnswer> {
  await refuseBadPatterns(store, asked);
  const query = { ...asked, range: await knownRange(store, domain, asked.range, 'requests') };
  return askRows(store, domain, query, { rows: requestStatement(query), rowCount: requestRowCount(query) });
}

/** A range that begins with everything begins with the first event there is. */
async function knownRange(
  store: ReportStore,
  domain: string,
  range: TimeRange,
  table: 'events' | 'requests',
): Promise<TimeRange> {
  if (range.since !== everSince) return range;
  const [first] = await store.query<{ day: number }>(
    `SELECT toInt32(min(day)) AS day FROM ${table} WHERE domain = {domain:UUID}`,
    { domain },
  );
  // The day is UTC's; no zone's day begins more than a day before.
  const since = Math.max(0, (first?.day ?? 0) - 1) * dayMs;
  return since > 0 && since < range.until ? { ...range, since } : range;
}

/**
 * The pageviews from which the visits of the query can be put together: whole days around the range, as many as the
 * longest visit over its ends needs. A visit reaches over a whole day only if somebody was there early and late in it.
 */
async function visitSource(
  store: ReportStore,
  domain: string,
  { range }: VisitorQuery,
  { visitTotals, joinsVisits }: VisitorPlan,
): Promise<VisitRowsSource> {
  const { since, until } = range;
  if (visitTotals.length === 0 && !joinsVisits) return { since, until, persons: [] };
  // A visit that begins in the range is known to begin there by the half hour before it.
  let first = dayOf(Math.max(0, since - gapMs));
  if (joinsVisits) {
    first = Math.max(0, dayOf(since) - 1);
    while (first > 0 && (await mayFill(store, domain, first))) first -= 1;
  }
  let last = Math.min(lastDay, dayOf(until - 1) + 1);
  while (last < lastDay && (await mayFill(store, domain, last))) last += 1;
  const persons = personsOf(await saltChanges(store, domain, { from: first, to: last }));
  return { since: first * dayMs, until: (last + 1) * dayMs, persons };
}
