/** Writes a request query's statement. */
import { rowsIn } from '../engine/row-spans.ts';
import { comparison, joined } from './filter-sql.ts';
import type { Filter, RequestQuery } from './query.ts';
import { type RequestDimension, requestDimensions, requestMetrics } from './request-vocabulary.ts';
import { groupBy, orderAndPage, sumColumn } from './result-rows.ts';
import { bucketSql, isTimeDimension } from './time-range.ts';

/** The columns of one row: `d0`, `d1`, … the dimensions, `m0`, `m1`, … the metrics. Needs the parameter `domain`. */
export function requestStatement(query: RequestQuery): string {
  const metrics = query.metrics.map((name, index) => `toFloat64(${requestMetrics[name]}) AS m${index}`);
  return query.include.sum === true
    ? `SELECT *${sumColumn(query)} FROM (${grouped(query, metrics)}) ${orderAndPage(query)}`
    : `${grouped(query, metrics)} ${orderAndPage(query)}`;
}

/** How many rows there are in all. */
export function requestRowCount(query: RequestQuery): string {
  return `SELECT count() AS total_rows FROM (${grouped(query, ['count()'])})`;
}

function grouped({ dimensions, filters, range, over }: RequestQuery, metrics: readonly string[]): string {
  const columns = dimensions.map((name, index) =>
    isTimeDimension(name)
      ? `${bucketSql(name, 'time', 'day', range)} AS d${index}`
      : `toString(${requestDimensions[name]}) AS d${index}`,
  );
  const conditions = [rowsIn(range.since, range.until, keyColumn(over)), ...filters.map(conditionOf)];
  return `SELECT ${[...columns, ...metrics].join(', ')} FROM requests WHERE ${conditions.join(' AND ')}
    ${groupBy({ dimensions })}`;
}

/** The column that has the uuid that is asked about. */
export function keyColumn(over: RequestQuery['over']): 'domain' | 'redirect' {
  return over === 'clicks' ? 'redirect' : 'domain';
}

/** A condition on the columns of `requests`. */
export function conditionOf(filter: Filter<RequestDimension>): string {
  if (filter.kind === 'test') {
    if (isTimeDimension(filter.dimension)) throw new Error(`${filter.dimension} is no filter`);
    return comparison(requestDimensions[filter.dimension], filter);
  }
  if (filter.kind === 'not') return `NOT ${conditionOf(filter.filter)}`;
  if (filter.kind === 'has_done' || filter.kind === 'goals') throw new Error('requests have no visits');
  return joined(filter.kind, filter.filters.map(conditionOf));
}
