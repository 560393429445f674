/** Turns statements into result rows, for visitor and request queries alike. */
import { createHash } from 'node:crypto';
import { engineErrorCode } from '../engine/failures.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { type AnyQuery, testsIn } from './query.ts';
import { queryJson } from './query-json.ts';
import { textLiteral } from './text-literal.ts';
import {
  bucketKey,
  bucketLabel,
  isTimeDimension,
  refuseManyBuckets,
  type TimeRange,
  timeLabels,
} from './time-range.ts';
import { visitorMetricNames, visitorMetrics } from './visitor-metrics.ts';

export type QueryRow = {
  readonly dimensions: readonly string[];
  readonly metrics: readonly MetricValue[];
};

/** Money is decimal text, null when there are several currencies. */
export type MetricValue = number | string | null;

export type QueryAnswer = {
  readonly results: readonly (QueryRow & {
    /** With a comparison: the earlier range's row; null when that range has no such bucket. */
    readonly comparison?: (QueryRow & { readonly change: readonly (number | null)[] }) | null;
  })[];
  readonly meta: {
    readonly time_labels?: readonly string[];
    readonly total_rows?: number;
    /** With revenue metrics: ISO 4217 codes in alphabetical order. */
    readonly currencies?: readonly string[];
  };
  /** The query that ran; `all` is resolved to start at the first event. */
  readonly range: TimeRange;
};

/** The columns of a statement that hold the dimensions. */
export function dimensionKeys({ dimensions }: Pick<AnyQuery, 'dimensions'>): string[] {
  return dimensions.map((_, index) => `d${index}`);
}

export function groupBy(query: Pick<AnyQuery, 'dimensions'>): string {
  return query.dimensions.length === 0 ? '' : `GROUP BY ${dimensionKeys(query).join(', ')}`;
}

/** What a query runs. */
export type Statements = {
  readonly rows: string;
  /** One row per non-empty group, with its dimensions. */
  readonly groups: string;
};

/** Those of a query with `except`: without the groups that `others` has. */
export function lackingGroups(query: AnyQuery, { rows, groups }: Statements, others: string): Statements {
  const keys = dimensionKeys(query);
  const without = `LEFT ANTI JOIN (SELECT ${keys.map((key) => `${key} AS other_${key}`).join(', ')} FROM (${others})) AS others
    ON ${keys.map((key) => `counted.${key} = other_${key}`).join(' AND ')}`;
  const { except: _, ...paged } = query;
  return {
    rows: `SELECT counted.* FROM (${rows}) AS counted ${without} ${orderAndPage(paged)}`,
    groups: `SELECT counted.* FROM (${groups}) AS counted ${without}`,
  };
}

/** The clauses that order a statement's rows and select one page, unless only certain rows are wanted. */
export function orderAndPage({
  metrics,
  dimensions,
  orderBy,
  limit,
  offset,
  only,
  except,
}: AnyQuery): string {
  if (only !== undefined || except !== undefined) return '';
  const columnOf = (word: string): string => {
    if (dimensions.includes(word)) return `d${dimensions.indexOf(word)}`;
    const column = `m${metrics.indexOf(word)}`;
    return isMoney(word) ? `toDecimal128OrNull(${column}, 3)` : column;
  };
  const order = [
    ...orderBy.map(({ by, direction }) => `${columnOf(by)} ${direction.toUpperCase()}`),
    ...dimensionKeys({ dimensions }),
  ];
  return `${order.length === 0 ? '' : `ORDER BY ${order.join(', ')}`} LIMIT ${limit} OFFSET ${offset}`;
}

/** The columns that {@link orderAndPage} leaves out of a page. */
export function sumColumn({ include }: AnyQuery): string {
  return include.sum === true ? ', sum(m0) OVER () AS sum' : '';
}

/** Errors: `query_invalid` for a query that would list more labels of time than it may. */
export function refuseManyLabels({
  dimensions,
  range,
  include: { timeLabels: labels, comparison },
}: AnyQuery): void {
  for (const time of dimensions.filter(isTimeDimension)) {
    if (labels) refuseManyBuckets(range, time, 'include.time_labels');
    if (comparison)
      for (const each of [range, comparison.range]) refuseManyBuckets(each, time, 'include.comparison');
  }
}

/** Runs a query's statements. */
export async function answerOf(
  store: ReportStore,
  domain: string,
  query: AnyQuery,
  statements: Statements,
): Promise<QueryAnswer> {
  const rows = await store.query<Row>(wanted(query, statements.rows), { domain });
  const [counted] = query.include.totalRows
    ? await store.query<{ total_rows: string | number }>(
        `SELECT count() AS total_rows FROM (${statements.groups})`,
        {
          domain,
        },
      )
    : [];
  const time = query.dimensions.find(isTimeDimension);
  return {
    results: rows.map((row) => ({
      dimensions: query.dimensions.map((name, index) => labelOf(name, String(row[`d${index}`]), query.range)),
      metrics: query.metrics.map((_, index) => metricOf(row[`m${index}`])),
    })),
    meta: {
      ...(query.include.timeLabels && time !== undefined
        ? { time_labels: timeLabels(query.range, time) }
        : {}),
      ...(query.metrics.some(isMoney) ? { currencies: currenciesIn(rows) } : {}),
      ...(query.include.totalRows ? { total_rows: Number(counted?.total_rows ?? 0) } : {}),
    },
    range: query.range,
  };
}

type Row = Record<string, string | number | null | readonly string[]>;

function metricOf(value: Row[string] | undefined): MetricValue {
  if (typeof value === 'number' || typeof value === 'string' || value === null) return value;
  throw new Error('the engine answered no metric');
}

function isMoney(metric: string): boolean {
  const known = visitorMetricNames.find((name) => name === metric);
  return known !== undefined && visitorMetrics[known].isMoney === true;
}

function currenciesIn(rows: readonly Row[]): string[] {
  const all: string[] = rows.flatMap(({ currencies }) => (Array.isArray(currencies) ? currencies : []));
  return [...new Set(all)].toSorted((a, b) => a.localeCompare(b, 'en'));
}

function wanted({ dimensions, only, range }: AnyQuery, statement: string): string {
  if (only === undefined || dimensions.length === 0) return statement;
  const keys = only.map((labels) =>
    labels.map((label, index) => {
      const name = dimensions[index] ?? '';
      return isTimeDimension(name) ? bucketKey(name, label, range) : label;
    }),
  );
  return `SELECT * FROM (${statement}) WHERE ${hasLabels(dimensionKeys({ dimensions }), keys)}`;
}

/**
 * SQL: whether columns have one of some combinations of values. Hashes keep the statement short, however long the values are; an extra
 * row from a collision does no harm.
 */
export function hasLabels(columns: readonly string[], labels: readonly (readonly string[])[]): string {
  const hashes = labels.map((keys) => `'${createHash('sha256').update(keys.join('\0')).digest('hex')}'`);
  const key = columns.map((column) => `toString(${column})`).join(", '\\0', ");
  return `lower(hex(SHA256(concat(${key})))) IN (${hashes.join(', ')})`;
}

function labelOf(name: string, key: string, range: TimeRange): string {
  return isTimeDimension(name) ? bucketLabel(name, key, range) : key;
}

const cannotCompileRegexp = '427';

/** Has the engine compile every pattern, whether or not there are rows to match. Errors: `query_invalid`. */
export async function refuseBadPatterns(
  store: ReportStore,
  { filters }: Pick<AnyQuery, 'filters'>,
): Promise<void> {
  for (const { operator, values, place } of testsIn(filters)) {
    if (operator !== 'matches' || (await areCompiled(store, values))) continue;
    for (const [index, value] of values.entries())
      if (!(await areCompiled(store, [value])))
        throw queryJson.refuse(
          `${place}[2][${index}]`,
          'is no regular expression that can be used',
          'RE2 syntax',
        );
  }
}

async function areCompiled(store: ReportStore, patterns: readonly string[]): Promise<boolean> {
  try {
    await store.query(
      `SELECT ${patterns.map((pattern) => `match('', ${textLiteral(pattern)})`).join(' + ')}`,
      {},
    );
    return true;
  } catch (error) {
    if (engineErrorCode(error) === cannotCompileRegexp) return false;
    throw error;
  }
}
