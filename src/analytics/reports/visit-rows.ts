/** The groups of reports that count visits. Source: spec section 4.2, contract section 6 (Visit). */
import { type ReportStore, visitDays } from '../visits/day-states.ts';
import { entryColumns } from '../visits/parts.ts';
import { type VisitKey, VisitSql } from '../visits/visit-sql.ts';
import { bucketKeys, type Dimension } from './dimensions.ts';
import type { Report, ReportRequest } from './report.ts';
import { dimensionOf, type Row, statementOf, sumOf } from './sql.ts';

export async function visitRows(store: ReportStore, report: Report, request: ReportRequest): Promise<Row[]> {
  const { range, domainUuid } = request;
  const reachesOn = report.measure === 'visit_duration' || report.dimension === 'exit_path';
  let visits = new VisitSql(await visitDays(store, domainUuid, range.from - 1, range.to + 1), range);
  if (reachesOn && visits.reachesOn)
    visits = new VisitSql(
      await visitDays(store, domainUuid, range.from - 1, Number.POSITIVE_INFINITY),
      range,
    );
  if (visits.isEmpty) return [];
  if (visits.personsSql !== undefined)
    visits.setPersons(await store.query(visits.personsSql, { domain: domainUuid }));
  if (report.measure === 'bounce_rate') return totals(store, visits.bounces(), domainUuid);
  if (report.measure === 'visit_duration') {
    const { with: chains, legs } = visits.durations();
    return totals(store, legs, domainUuid, chains);
  }
  const dimension = dimensionOf(report, request);
  if (report.dimension === 'exit_path') {
    const { with: chains, legs } = visits.exits();
    const { sql, params } = sumOf(legs, dimension, request);
    return store.query<Row>(`${chains}\n${sql}`, params);
  }
  const { sql, params } = sumOf(visits.counts(visitKey(report, request, dimension)), dimension, request);
  const rows = await store.query<Row>(sql, params);
  return report.measure === 'pageviews_per_visit' ? perVisit(store, report, request, rows) : rows;
}

/** Numerators and denominators of a mean over all visits. */
function totals(store: ReportStore, legs: readonly string[], domain: string, before = ''): Promise<Row[]> {
  return store.query<Row>(
    `${before} SELECT sum(total) AS total, sum(units) AS units FROM (${legs.join('\nUNION ALL\n')})`,
    { domain },
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
