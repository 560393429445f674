/** Matches a query's rows with those of an earlier range. Source: docs/reference/query.md ("Comparison"). */
import type { AnyQuery, Comparison } from './query.ts';
import type { MetricValue, QueryAnswer, QueryRow } from './result-rows.ts';
import { isTimeDimension, type TimeRange, timeLabels } from './time-range.ts';
import { visitorMetricNames, visitorMetrics } from './visitor-metrics.ts';

type Run<Q> = (query: Q) => Promise<QueryAnswer>;

/** Runs a query, and when it includes a comparison runs it again over the other range for the rows of the answer. */
export async function runCompared<Q extends AnyQuery>(query: Q, run: Run<Q>): Promise<QueryAnswer> {
  const answer = await run(query);
  const { comparison } = query.include;
  if (comparison === undefined) return answer;
  const own = answer.results.length === 0 ? answer : await withEarlier(query, answer, comparison, run);
  const mayLose = query.dimensions.length > 0 && !query.dimensions.some(isTimeDimension);
  return comparison.lostRows && mayLose ? withLostRows(query, own, comparison, run) : own;
}

async function withEarlier<Q extends AnyQuery>(
  query: Q,
  answer: QueryAnswer,
  comparison: Comparison,
  run: Run<Q>,
): Promise<QueryAnswer> {
  const counterparts = counterpartsOf(answer.results, query.dimensions, answer.range, comparison.range);
  const only = counterparts.flatMap((dimensions) => (dimensions === null ? [] : [dimensions]));
  const { results: earlier } =
    only.length === 0
      ? { results: [] }
      : await run({
          ...query,
          range: comparison.range,
          include: { timeLabels: false, totalRows: false },
          only,
        });
  const earlierRows = new Map(earlier.map((row) => [keyOf(row.dimensions), row.metrics]));
  const results = answer.results.map((row, index) => {
    const dimensions = counterparts[index] ?? null;
    if (dimensions === null) return { ...row, comparison: null };
    return compared(row, {
      dimensions,
      metrics: earlierRows.get(keyOf(dimensions)) ?? noneOf(row.metrics, query.metrics),
    });
  });
  return { ...answer, results };
}

/** Continues the page with the rows that only the other range has: they follow all rows of the query's own range. */
async function withLostRows<Q extends AnyQuery>(
  query: Q,
  answer: QueryAnswer,
  comparison: Comparison,
  run: Run<Q>,
): Promise<QueryAnswer> {
  const { totalRows } = query.include;
  const room = query.limit - answer.results.length;
  if (room === 0 && !totalRows) return answer;
  const include = { timeLabels: false, totalRows };
  const isPastOwn = query.offset > 0 && answer.results.length === 0;
  const own =
    isPastOwn && !totalRows
      ? await run({ ...query, limit: 1, include: { ...include, totalRows: true } })
      : answer;
  const [first = ''] = query.metrics;
  const lost = await run({
    ...query,
    range: comparison.range,
    except: answer.range,
    include,
    orderBy: [{ by: first, direction: 'desc' }],
    limit: room,
    offset: isPastOwn ? query.offset - (own.meta.total_rows ?? 0) : 0,
  });
  const rows = lost.results.map((row) =>
    compared({ dimensions: row.dimensions, metrics: noneOf(row.metrics, query.metrics) }, row),
  );
  const { currencies } = answer.meta;
  const total = (answer.meta.total_rows ?? 0) + (lost.meta.total_rows ?? 0);
  return {
    ...answer,
    results: [...answer.results, ...rows],
    meta: {
      ...answer.meta,
      ...(currencies
        ? { currencies: [...new Set([...currencies, ...(lost.meta.currencies ?? [])])].toSorted() }
        : {}),
      ...(totalRows ? { total_rows: total } : {}),
    },
  };
}

function compared(row: QueryRow, earlier: QueryRow): QueryAnswer['results'][number] {
  const change = row.metrics.map((value, metric) => changeOf(value, earlier.metrics[metric] ?? null));
  return { ...row, comparison: { dimensions: earlier.dimensions, metrics: earlier.metrics, change } };
}

/** What a row has that counts nothing. Money is text. */
function noneOf(metrics: readonly MetricValue[], names: readonly string[]): MetricValue[] {
  return metrics.map((value, index) => {
    if (isNullable(names[index])) return null;
    return typeof value === 'number' ? 0 : '0';
  });
}

function isNullable(metric: string | undefined): boolean {
  const known = visitorMetricNames.find((name) => name === metric);
  return known !== undefined && visitorMetrics[known].isNullable === true;
}

/**
 * The dimensions of the earlier rows: the first bucket of one range stands for the first one of the other, everything
 * else for itself. Null where the earlier range has no such bucket.
 */
function counterpartsOf(
  rows: readonly QueryRow[],
  dimensions: readonly string[],
  range: TimeRange,
  earlierRange: TimeRange,
): (readonly string[] | null)[] {
  const buckets = dimensions.map((name) => {
    if (!isTimeDimension(name)) return undefined;
    const earlier = timeLabels(earlierRange, name);
    return new Map(timeLabels(range, name).map((label, index) => [label, earlier[index]]));
  });
  return rows.map((row) => {
    const labels: string[] = [];
    for (const [index, label] of row.dimensions.entries()) {
      const map = buckets[index];
      const earlier = map === undefined ? label : map.get(label);
      if (earlier === undefined) return null;
      labels.push(earlier);
    }
    return labels;
  });
}

function keyOf(dimensions: readonly string[]): string {
  return JSON.stringify(dimensions);
}

/** Change as a percentage of the earlier value, two decimals; null when that is 0 or either value is not a number. */
export function changeOf(value: MetricValue, before: MetricValue): number | null {
  const earlier = Number(before ?? 0);
  if (value === null || earlier === 0) return null;
  return Math.round(((Number(value) - earlier) / earlier) * 10_000) / 100;
}
