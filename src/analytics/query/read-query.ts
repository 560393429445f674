/** Reads a query from JSON and validates all of it before anything runs. Source: docs/reference/query.md. */
import { quoteValue } from '../../core/errors.ts';
import { type DomainDimension, domainDimensionNames, metadataDimensions } from './domain-dimensions.ts';
import { isAboutConversions, isAboutEvents, isAboutPages } from './filter-sql.ts';
import type { QueryGoal } from './goals.ts';
import { withoutInner } from './inner-dimensions.ts';
import type { Comparison, Order, Query, RequestQuery, VisitorQuery } from './query.ts';
import { queryJson } from './query-json.ts';
import { readComparison } from './read-comparison.ts';
import { type FilterWords, readFilters } from './read-filters.ts';
import { allowedDimensions, type DimensionWords, findDimension, readWords } from './read-words.ts';
import {
  clickMetricNames,
  type RequestDimension,
  requestDimensionNames,
  requestMetricNames,
} from './request-vocabulary.ts';
import { resolveGoals } from './resolve-goals.ts';
import {
  isShortEnoughForMinutes,
  isTimeDimension,
  readRange,
  readZone,
  type TimeRange,
} from './time-range.ts';
import { type VisitorMetric, visitorMetricNames } from './visitor-metrics.ts';
import {
  isConversionDimension,
  propertyDimensionForm,
  propertyDimensions,
  timeDimensions,
  type VisitorDimension,
  visitorDimensionNames,
} from './vocabulary.ts';

const maxDimensions = 8;
export const maxRows = 10_000;
const maxOffset = 1_000_000_000;

/** The members of a query, in the order in which they are read. */
export const queryMembers = [
  'metrics',
  'date_range',
  'timezone',
  'dimensions',
  'filters',
  'order_by',
  'include',
  'pagination',
] as const;
export type QueryMembers = Readonly<Partial<Record<(typeof queryMembers)[number], unknown>>>;

type Words<Metric extends string, Dimension extends string> = FilterWords<Dimension> & {
  readonly metrics: readonly Metric[];
};

/** What filters over visitors may be made of. */
export const visitorFilterWords: FilterWords<VisitorDimension> = {
  dimensions: visitorDimensionNames,
  keyed: [propertyDimensions],
  hasVisits: true,
};

/**
 * Reads a query over visitors of a domain with these goals. Errors: `query_invalid`, with the place and what is allowed
 * there.
 */
export function readVisitorQuery(
  members: QueryMembers,
  nowMs: number,
  goals: readonly QueryGoal[] = [],
): VisitorQuery {
  return readVisitors(members, visitorFilterWords, nowMs, goals);
}

/** As {@link readVisitorQuery}, over all custom domains of an account, whose goals these are. */
export function readAccountVisitorQuery(
  members: QueryMembers,
  nowMs: number,
  goals: readonly QueryGoal[],
  isForCustomer: boolean = false,
): VisitorQuery {
  const all = { ...visitorFilterWords, ...withDomains(visitorFilterWords) };
  const words = isForCustomer ? withoutInner(all) : all;
  return { ...readVisitors(members, words, nowMs, goals), over: 'account' };
}

function readVisitors(
  members: QueryMembers,
  words: FilterWords<VisitorDimension>,
  nowMs: number,
  goals: readonly QueryGoal[],
): VisitorQuery {
  const read = readQuery(members, { metrics: visitorMetricNames, ...words }, nowMs);
  const query = { ...read, filters: resolveGoals(read.filters, goals), goals };
  refuseMetrics(query);
  return query;
}

/** The dimensions of one domain's queries, and those of its account. */
function withDomains<Dimension extends string>({
  dimensions,
  keyed = [],
}: DimensionWords<Dimension>): DimensionWords<Dimension | DomainDimension> {
  return {
    dimensions: [...dimensions, ...domainDimensionNames],
    keyed: [...keyed, metadataDimensions],
  };
}

/** Errors: `query_invalid` for a metric that means nothing with the query's dimensions and filters. */
function refuseMetrics({ metrics, dimensions, filters }: VisitorQuery): void {
  const refuse = (metric: VisitorMetric, allowed: string): never => {
    throw queryJson.refuse(`metrics[${metrics.indexOf(metric)}]`, `is ${quoteValue(metric)}`, allowed);
  };
  if (
    metrics.includes('group_conversion_rate') &&
    !dimensions.some(isConversionDimension) &&
    !filters.some(isAboutConversions)
  )
    refuse('group_conversion_rate', `with event:goal or ${propertyDimensionForm} in dimensions or filters`);
  const isByExitPage = dimensions.length === 1 && dimensions[0] === 'visit:exit_page';
  if (metrics.includes('exit_rate') && (!isByExitPage || filters.some(isAboutEvents)))
    refuse('exit_rate', 'with visit:exit_page as the only dimension and without filters on event dimensions');
  const ofPages = metrics.find((metric) => metric === 'time_on_page' || metric === 'scroll_depth');
  if (ofPages && !dimensions.includes('event:page') && !filters.some(isAboutPages))
    refuse(ofPages, 'with event:page in dimensions or filters');
}

/** What filters over requests may be made of. */
export const requestFilterWords: FilterWords<RequestDimension> = {
  dimensions: requestDimensionNames,
  hasVisits: false,
};

/** Reads a query over the clicks of a redirect. Errors: `query_invalid`, with the place and what is allowed there. */
export function readClickQuery(members: QueryMembers, nowMs: number): RequestQuery {
  const words = { metrics: clickMetricNames, dimensions: requestDimensionNames, hasVisits: false };
  return { ...readQuery(members, words, nowMs), over: 'clicks' };
}

/** Reads a query over requests, for a customer or for the account itself. Errors: `query_invalid`, with the place and what is allowed there. */
export function readRequestQuery(
  members: QueryMembers,
  nowMs: number,
  isForCustomer: boolean = false,
): RequestQuery {
  const words = isForCustomer ? withoutInner(requestFilterWords) : requestFilterWords;
  return readQuery(members, { metrics: requestMetricNames, ...words }, nowMs);
}

/** As {@link readRequestQuery}, over all that an account has. */
export function readAccountRequestQuery(
  members: QueryMembers,
  nowMs: number,
  isForCustomer: boolean = false,
): RequestQuery {
  const all = { ...requestFilterWords, ...withDomains(requestFilterWords) };
  const words = isForCustomer ? withoutInner(all) : all;
  return { ...readQuery(members, { metrics: requestMetricNames, ...words }, nowMs), over: 'account' };
}

function readQuery<Metric extends string, Dimension extends string>(
  members: QueryMembers,
  words: Words<Metric, Dimension>,
  nowMs: number,
): Query<Metric, Dimension> {
  const metrics = readWords(
    members.metrics,
    'metrics',
    (item) => words.metrics.find((name) => name === item),
    words.metrics.join(', '),
    { least: 1, most: Number.POSITIVE_INFINITY },
  );
  const zone = readZone(members.timezone);
  const range = readRange(members.date_range, zone, nowMs);
  const dimensions = readWords(
    members.dimensions ?? [],
    'dimensions',
    (item) => findDimension(item, words),
    allowedDimensions(words),
    { least: 0, most: maxDimensions },
  );
  const filters = readFilters(members.filters, words);
  const orderBy = readOrder(members.order_by, metrics, dimensions);
  const include = queryJson.members(given(members.include), 'include', [
    'time_labels',
    'total_rows',
    'comparison',
  ]);
  const comparison = readComparison(include.comparison, range, nowMs);
  refuseLongMinutes(dimensions, range, comparison);
  const pagination = queryJson.members(given(members.pagination), 'pagination', ['limit', 'offset']);
  const wantsLabels = queryJson.flag(include.time_labels, 'include.time_labels', false);
  if (wantsLabels && !dimensions.some(isTimeDimension))
    throw queryJson.refuse(
      'include.time_labels',
      'is true',
      `with one of ${timeDimensions.join(', ')} in dimensions`,
    );
  return {
    metrics,
    dimensions,
    range,
    filters,
    orderBy,
    limit: queryJson.whole(pagination.limit, 'pagination.limit', 1, maxRows, maxRows),
    offset: queryJson.whole(pagination.offset, 'pagination.offset', 0, maxOffset, 0),
    include: {
      timeLabels: wantsLabels,
      totalRows: queryJson.flag(include.total_rows, 'include.total_rows', false),
      ...(comparison === undefined ? {} : { comparison }),
    },
  };
}

const shortEnough = 'at most 24 hours, or one day of the timezone';

/** Errors: `query_invalid` for minutes of a longer range. */
function refuseLongMinutes(
  dimensions: readonly string[],
  range: TimeRange,
  comparison: Comparison | undefined,
): void {
  const index = dimensions.indexOf('time:minute');
  if (index < 0) return;
  if (!isShortEnoughForMinutes(range))
    throw queryJson.refuse(`dimensions[${index}]`, 'is "time:minute"', `with a date_range of ${shortEnough}`);
  if (comparison?.mode === 'custom' && !isShortEnoughForMinutes(comparison.range))
    throw queryJson.refuse('include.comparison.date_range', 'is too long for time:minute', shortEnough);
}

/** By default time first, then the first metric in descending order; ties are ordered by the dimensions. */
function readOrder<Metric extends string, Dimension extends string>(
  value: unknown,
  metrics: readonly Metric[],
  dimensions: readonly Dimension[],
): Order<Metric | Dimension>[] {
  if (value === undefined) {
    const [first] = metrics;
    return [
      ...dimensions.filter(isTimeDimension).map((by) => ({ by, direction: 'asc' as const })),
      ...(first === undefined ? [] : [{ by: first, direction: 'desc' as const }]),
    ];
  }
  if (!Array.isArray(value)) throw queryJson.refuseValue('order_by', value, 'a list of [word, direction]');
  const words = [...metrics, ...dimensions];
  return value.map((item: unknown, index) => {
    const place = `order_by[${index}]`;
    if (!Array.isArray(item) || item.length !== 2)
      throw queryJson.refuseValue(place, item, '[word, "asc"] or [word, "desc"]');
    const by = words.find((word) => word === item[0]);
    if (by === undefined)
      throw queryJson.refuse(
        `${place}[0]`,
        `is ${quoteValue(item[0])}`,
        `what the query asks for: ${words.join(', ')}`,
      );
    const direction: unknown = item[1];
    if (direction !== 'asc' && direction !== 'desc')
      throw queryJson.refuseValue(`${place}[1]`, direction, 'asc, desc');
    return { by, direction };
  });
}

function given(value: unknown): unknown {
  return value === undefined ? {} : value;
}
