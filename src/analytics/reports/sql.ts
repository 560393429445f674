/** Makes the statement of a report that counts rows of a table, or of one that adds up counts. Values are bound as parameters; everything else comes from our own tables. */

import { formatDay } from '../../core/date-range.ts';
import { instant } from '../engine/row-spans.ts';
import { type Dimension, dimensions } from './dimensions.ts';
import { measures } from './measures.ts';
import type { Report, ReportRequest } from './report.ts';

export type Statement = { readonly sql: string; readonly params: Record<string, unknown> };

/** A group of rows; numbers are strings where an engine quotes wide integers. */
export type Row = {
  /** Of several lists in one answer, which one. */
  readonly list?: string;
  readonly key?: string | number;
  readonly total: string | number;
  readonly units?: string | number;
  /** Of all groups, the ones cut off included; of lists only. */
  readonly whole?: string | number;
};

export type Groups = {
  readonly rows: readonly Row[];
  /** The last day whose rows have a say in them. */
  readonly to: number;
};

/** How many groups are added up at most; a request with an infinite limit asks for them all, or for one more. */
export const maxGroups = 60_000;

/** Only rows since an instant, or before one; in milliseconds since the Unix epoch. */
export type RowSpan = { readonly since?: number; readonly until?: number };

/** One row for each group that has rows (without a dimension's key: always one); lists are sorted and cut. */
export function statementOf(
  report: Report,
  request: ReportRequest,
  { since, until }: RowSpan = {},
): Statement {
  const { total = 'count()', units } = measures[report.measure];
  const { key, condition, order } = dimensionOf(report, request);
  const isList = report.shape.kind === 'list';
  const isCut = isList && order !== undefined && Number.isFinite(request.limit);
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
    ...(since === undefined ? [] : [`time >= ${instant(since)}`]),
    ...(until === undefined ? [] : [`time < ${instant(until)}`]),
    ...(condition === undefined ? [] : [condition]),
  ];
  const clauses = [
    `SELECT ${columns.join(', ')}`,
    `FROM ${report.source === 'requests' ? 'requests' : 'events'}`,
    `WHERE ${conditions.join(' AND ')}`,
    ...(key === undefined ? [] : ['GROUP BY key']),
    ...(isCut ? [`ORDER BY total DESC, ${order} ASC`, 'LIMIT {limit:UInt32}'] : limitAll(request)),
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

function limitAll({ limit }: Pick<ReportRequest, 'limit'>): string[] {
  return Number.isFinite(limit) ? [] : [`LIMIT ${maxGroups + 1}`];
}

/** What a report groups by, when its parameters have their say. `devices` are several dimensions. */
export function dimensionOf({ dimension }: Report, request: ReportRequest): Dimension {
  if (dimension === 'utm_param') return dimensions[request.utmParam];
  if (dimension === 'location_type') return dimensions[request.locationType];
  return dimension === 'devices' ? dimensions.all : dimensions[dimension];
}

/** Adds up the numbers `n` of equal keys in the rows of all `legs`; sorted and cut when SQL can. */
export function sumOf(
  legs: readonly string[],
  { order }: Dimension,
  { domainUuid, limit }: ReportRequest,
): Statement {
  const isCut = order !== undefined && Number.isFinite(limit);
  const clauses = [
    'SELECT key, sum(n) AS total, sum(total) OVER () AS whole',
    `FROM (${legs.join('\nUNION ALL\n')})`,
    // What parts of an answer take away is below 0.
    'GROUP BY key HAVING total != 0',
    ...(isCut ? [`ORDER BY total DESC, ${order} ASC`, 'LIMIT {limit:UInt32}'] : limitAll({ limit })),
  ];
  return { sql: clauses.join('\n'), params: { domain: domainUuid, ...(isCut ? { limit } : {}) } };
}
