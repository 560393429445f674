/** Runs a query and says how it was understood. Source: docs/reference/query.md. */
import { runCompared } from '../../analytics/query/comparison.ts';
import type { Query } from '../../analytics/query/query.ts';
import type { QueryMembers } from '../../analytics/query/read-query.ts';
import type { QueryAnswer } from '../../analytics/query/result-rows.ts';
import { instantLabel, type TimeRange } from '../../analytics/query/time-range.ts';
import { withinLimits } from '../../api/query-request.ts';

/** `members` are those of the request. Errors: `query_too_expensive`. */
export function answerQuery<Q extends Query<string, string>>(
  query: Q,
  { filters = [] }: QueryMembers,
  run: (query: Q) => Promise<QueryAnswer>,
): Promise<object> {
  return withinLimits(async () => {
    const { results, meta, range } = await runCompared(query, run);
    return { results, meta, query: understood({ ...query, range }, filters) };
  });
}

/** The query as it was understood, in the caller's words. */
function understood(query: Query<string, string>, filters: unknown): object {
  const { zone } = query.range;
  const { timeLabels, totalRows, comparison } = query.include;
  return {
    metrics: query.metrics,
    date_range: rangeLabels(query.range),
    timezone: zone,
    dimensions: query.dimensions,
    filters,
    order_by: query.orderBy.map(({ by, direction }) => [by, direction]),
    include: {
      time_labels: timeLabels,
      total_rows: totalRows,
      ...(comparison === undefined
        ? {}
        : {
            comparison: {
              mode: comparison.mode,
              date_range: rangeLabels(comparison.range),
              match_day_of_week: comparison.matchDayOfWeek,
              ...(comparison.lostRows ? { lost_rows: true } : {}),
            },
          }),
    },
    pagination: { limit: query.limit, offset: query.offset },
  };
}

/** The first and the last second of a range. */
function rangeLabels({ since, until, zone }: TimeRange): string[] {
  return [instantLabel(since, zone), instantLabel(until - 1, zone)];
}
