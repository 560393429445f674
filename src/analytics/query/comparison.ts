/** Matches a query's rows with those of an earlier range. Source: docs/reference/query.md ("Comparison"). */
import type { AnyQuery } from './query.ts';
import type { MetricValue, QueryAnswer, QueryRow } from './result-rows.ts';
import { isTimeDimension, type TimeRange, timeLabels } from './time-range.ts';

/** Runs a query, and when it includes a comparison runs it again over the other range for the rows of the answer. */
export async function runCompared<Q extends AnyQuery>(
  query: Q,
  run: (query: Q) => Promise<QueryAnswer>,
): Promise<QueryAnswer> {
  const answer = await run(query);
  const { comparison } = query.include;
  if (comparison === undefined || answer.results.length === 0) return answer;
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
    // Money is text in both.
    const metrics =
      earlierRows.get(keyOf(dimensions)) ?? row.metrics.map((value) => (typeof value === 'number' ? 0 : '0'));
    const change = row.metrics.map((value, metric) => changeOf(value, metrics[metric] ?? null));
    return { ...row, comparison: { dimensions, metrics, change } };
  });
  return { ...answer, results };
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
function changeOf(value: MetricValue, before: MetricValue): number | null {
  const earlier = Number(before ?? 0);
  if (value === null || earlier === 0) return null;
  return Math.round(((Number(value) - earlier) / earlier) * 10_000) / 100;
}
