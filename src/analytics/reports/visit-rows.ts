/** The groups of reports that count visits. Source: spec section 4.2, contract section 6 (Visit). */
import { dayOf } from '../../core/date-range.ts';
import { lastDay, mayFill, visitDays } from '../visits/day-states.ts';
import { entryColumns, personsOfPageviews } from '../visits/parts.ts';
import { type ReportStore, rememberedRows } from '../visits/report-store.ts';
import { type VisitKey, VisitSql } from '../visits/visit-sql.ts';
import { bucketKeys, type Dimension } from './dimensions.ts';
import type { Report, ReportRequest } from './report.ts';
import { dimensionOf, type Groups, type Row, statementOf, sumOf } from './sql.ts';

export async function visitRows(store: ReportStore, report: Report, request: ReportRequest): Promise<Groups> {
  const { visits, to } = await visitsOf(store, report, request);
  const { domainUuid } = request;
  if (visits.isEmpty) return { rows: [], to };
  await tellPersons(store, visits, domainUuid);
  if (report.measure === 'bounce_rate' || report.measure === 'visit_duration')
    return { rows: await means(store, visits, report, request), to };
  const dimension = dimensionOf(report, request);
  if (report.dimension === 'exit_path') {
    const { with: chains, legs } = visits.exits();
    const { sql, params } = sumOf(legs, dimension, request);
    return { rows: await store.query<Row>(`${chains}\n${sql}`, params), to };
  }
  const { sql, params } = sumOf(visits.counts(visitKey(report, request, dimension)), dimension, request);
  const rows = await store.query<Row>(sql, params);
  return {
    rows: report.measure === 'pageviews_per_visit' ? await perVisit(store, report, request, rows) : rows,
    to,
  };
}

/** Visits of the range, and the last day that has a say in what is asked of them. */
async function visitsOf(
  store: ReportStore,
  report: Report,
  { range, domainUuid, nowMs }: ReportRequest,
): Promise<{ readonly visits: VisitSql; readonly to: number }> {
  const openFrom = dayOf(nowMs);
  const of = async (to: number, open = openFrom): Promise<VisitSql> =>
    new VisitSql(await visitDays(store, domainUuid, range.from - 1, to, open), range);
  // How a visit begins does not depend on what comes after, whether it has a second pageview on half an hour of it.
  const needed = lastsOver(report);
  if (needed === 'beginning') return { visits: await of(range.to), to: range.to };
  const visits = await of(range.to + 1);
  if (needed === 'second pageview' || !(await mayReachOn(store, domainUuid, visits)))
    return { visits, to: range.to + 1 };
  return { visits: await of(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY), to: lastDay };
}

/** How much of a visit matters. */
export function lastsOver({ measure, dimension }: Report): 'beginning' | 'second pageview' | 'end' {
  if (measure === 'visit_duration' || dimension === 'exit_path') return 'end';
  return measure === 'bounce_rate' ? 'second pageview' : 'beginning';
}

/** Whether a visit of the range could go on after the day that follows it. */
async function mayReachOn(store: ReportStore, domain: string, visits: VisitSql): Promise<boolean> {
  const next = visits.dayAfter;
  if (next === undefined || !next.mayBeFilled) return false;
  return next.derivation !== undefined || mayFill(store, domain, next.day);
}

async function tellPersons(store: ReportStore, visits: VisitSql, domain: string): Promise<void> {
  const days = visits.personDays;
  if (days === undefined) return;
  const { sql, params } = personsOfPageviews(domain, days);
  visits.setPersons(
    await rememberedRows(store, { key: 'persons', domain, of: ['persons'], ...days }, sql, params),
  );
}

/** Numerators and denominators of a mean over all visits, or over those that begin in each bucket. */
function means(
  store: ReportStore,
  visits: VisitSql,
  { measure, dimension }: Report,
  { domainUuid, frequency }: ReportRequest,
): Promise<Row[]> {
  const key = dimension === 'date' ? bucketKeys[frequency] : undefined;
  const { with: chains, legs } =
    measure === 'bounce_rate' ? { with: '', legs: visits.bounces(key) } : visits.durations(key);
  const sums = 'sum(total) AS total, sum(units) AS units';
  const all = `FROM (${legs.join('\nUNION ALL\n')})`;
  return store.query<Row>(
    key === undefined
      ? `${chains} SELECT ${sums} ${all}`
      : `${chains} SELECT key, ${sums} ${all} GROUP BY key`,
    { domain: domainUuid },
  );
}

function visitKey(report: Report, { frequency, utmParam }: ReportRequest, dimension: Dimension): VisitKey {
  if (report.dimension === 'all') return { key: '0', entry: '0', columns: [] };
  if (report.dimension === 'date')
    return { key: bucketKeys[frequency], entry: bucketKeys[frequency], columns: [] };
  if (report.dimension === 'entry_path') return { key: 'entry_path', entry: 'path', columns: ['path'] };
  const column = report.dimension === 'utm_param' ? utmParam : 'source';
  return {
    key: column,
    entry: column,
    columns: entryColumns.filter((name) => name === column),
    ...(dimension.condition === undefined ? {} : { condition: dimension.condition }),
  };
}

/** Puts the pageviews of each bucket to its visits. */
async function perVisit(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  visits: readonly Row[],
): Promise<Row[]> {
  const { sql, params } = statementOf({ ...report, source: 'pageviews', measure: 'pageviews' }, request);
  const pageviews = await store.query<Row>(sql, params);
  const byBucket = new Map(visits.map(({ key, total }) => [Number(key), total]));
  return pageviews.map(({ key, total }) => ({
    key: Number(key),
    total,
    units: byBucket.get(Number(key)) ?? 0,
  }));
}
