/** Writes a request query's statement. */
import { isWildcardHost } from '../../core/wildcard-host.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { ofDomain, rowsIn } from '../engine/row-spans.ts';
import { comparison, joined } from './filter-sql.ts';
import { readsViews, rowsWithViews, viewSpans } from './page-loads.ts';
import type { Filter, HostRequests, RequestQuery } from './query.ts';
import { type RequestDimension, requestColumn, requestMetrics } from './request-vocabulary.ts';
import { groupBy, orderAndPage, sumColumn } from './result-rows.ts';
import { textLiteral } from './text-literal.ts';
import { bucketSql, isTimeDimension } from './time-range.ts';

/** The columns of one row: `d0`, `d1`, … the dimensions, `m0`, `m1`, … the metrics. Needs the parameter `domain`. */
export async function requestStatement(
  store: ReportStore,
  domain: string,
  query: RequestQuery,
): Promise<string> {
  const metrics = query.metrics.map((name, index) => `toFloat64(${requestMetrics[name]}) AS m${index}`);
  const spans = query.metrics.some(readsViews)
    ? await viewSpans(store, domain, query.range, askedIn(query))
    : undefined;
  const groups = grouped(query, metrics, spans);
  return query.include.sum === true
    ? `SELECT *${sumColumn(query)} FROM (${groups}) ${orderAndPage(query)}`
    : `${groups} ${orderAndPage(query)}`;
}

/** One row per non-empty group, with its dimensions. */
export function requestGroups(query: RequestQuery): string {
  return grouped(query, ['count()']);
}

function grouped(
  query: RequestQuery,
  metrics: readonly string[],
  spans?: Parameters<typeof rowsWithViews>[1],
): string {
  const { dimensions, range } = query;
  const columns = dimensions.map((name, index) =>
    isTimeDimension(name)
      ? `${bucketSql(name, 'time', 'day', range)} AS d${index}`
      : `toString(${requestColumn(name).sql}) AS d${index}`,
  );
  const asked = askedIn(query);
  const rows =
    spans === undefined
      ? `requests WHERE ${[rowsIn(range.since, range.until, asked.whose), ...asked.conditions].join(' AND ')}`
      : rowsWithViews(range, spans, asked);
  return `SELECT ${[...columns, ...metrics].join(', ')} FROM ${rows}
    ${groupBy({ dimensions })}`;
}

function askedIn({ filters, over }: Pick<RequestQuery, 'filters' | 'over'>) {
  return {
    whose: whoseRows(over),
    ofEvents: ofEvents(over),
    conditions: filters.map(conditionOf),
    viewer: over === 'account' ? 'domain, visitor' : 'visitor',
  };
}

/** The condition that chooses the rows that are asked about. Needs the parameter `domain`, unless they are those of a host. */
export function whoseRows(over: RequestQuery['over']): string {
  if (over === undefined || over === 'account') return ofDomain;
  if (over === 'clicks') return 'redirect = {domain:UUID}';
  return `${isOwned(over)} AND ${isAsked(over.host)}`;
}

/** The same for the events of whose they are. A host's are those of its owners; clicks have none. */
function ofEvents(over: RequestQuery['over']): string {
  return typeof over === 'object' ? isOwned(over) : ofDomain;
}

function isOwned({ owners }: HostRequests): string {
  return `domain IN (${owners.map(textLiteral).join(', ')})`;
}

/** The condition for requests of a host, or of the hosts that a wildcard covers. */
export function isAsked(host: string): string {
  // Requests of before hosts were recorded have none.
  return isWildcardHost(host)
    ? `(host = '' OR endsWith(host, ${textLiteral(host.slice(1))}))`
    : `host IN ('', ${textLiteral(host)})`;
}

/** A condition on the columns of `requests`. */
export function conditionOf(filter: Filter<RequestDimension>): string {
  if (filter.kind === 'test') {
    if (isTimeDimension(filter.dimension)) throw new Error(`${filter.dimension} is no filter`);
    return comparison(requestColumn(filter.dimension), filter);
  }
  if (filter.kind === 'not') return `NOT ${conditionOf(filter.filter)}`;
  if (filter.kind === 'has_done' || filter.kind === 'goals') throw new Error('requests have no visits');
  return joined(filter.kind, filter.filters.map(conditionOf));
}
