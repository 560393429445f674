/** Makes the one statement of a report. Values are bound as parameters; everything else comes from our own tables. */
import { formatDay } from '../../core/date-range.ts';
import { dimensions } from './dimensions.ts';
import { measures } from './measures.ts';
import type { Report, ReportRequest } from './report.ts';

export type Statement = { readonly sql: string; readonly params: Record<string, unknown> };

/** A group of rows; numbers are strings where an engine quotes wide integers. */
export type Row = {
  readonly key?: string | number;
  readonly total: string | number;
  readonly units?: string | number;
  /** Of all groups, the ones cut off included; of lists only. */
  readonly whole?: string | number;
};

/** One row for each group that has rows (without a dimension's key: always one); lists are sorted and cut. */
export function statementOf(report: Report, request: ReportRequest): Statement {
  const { total, units } = measures[report.measure];
  const { key, condition, order } = dimensions[report.dimension];
  const isList = report.shape.kind === 'list';
  const isCut = isList && order !== undefined;
  const columns = [
    ...(key === undefined ? [] : [`${typeof key === 'string' ? key : key(request.frequency)} AS key`]),
    `${total} AS total`,
    ...(units === undefined ? [] : [`${units} AS units`]),
    // In the same statement as the items: another one could see a batch more.
    ...(isList ? ['sum(total) OVER () AS whole'] : []),
  ];
  const conditions = [
    'domain = {domain:UUID}',
    'day BETWEEN {from:Date} AND {to:Date}',
    ...(condition === undefined ? [] : [condition]),
  ];
  const clauses = [
    `SELECT ${columns.join(', ')}`,
    `FROM ${report.source}`,
    `WHERE ${conditions.join(' AND ')}`,
    ...(key === undefined ? [] : ['GROUP BY key']),
    ...(isCut ? [`ORDER BY total DESC, ${order} ASC`, 'LIMIT {limit:UInt32}'] : []),
  ];
  return {
    sql: clauses.join('\n'),
    params: {
      domain: request.domainUuid,
      from: formatDay(request.range.from),
      to: formatDay(request.range.to),
      ...(isCut ? { limit: request.limit } : {}),
    },
  };
}
