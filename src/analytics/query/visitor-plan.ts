/**
 * Plans a visitor query: decides where to count each total that its metrics need.
 *
 * Totals over events count the events of the range; totals over visits count the visits that start in it. Events are counted
 * in the table `events`, unless the query asks for something about their visits; then in the visits' lists.
 */
import { type ReportName, reportNames } from '../../core/report-scripts.ts';
import { type DayBuckets, dayBucketsOf } from './day-visitors.ts';
import { isAboutConversions, isAboutEvents, isAboutExitPages, isAboutVisits } from './filter-sql.ts';
import type { VisitorQuery } from './query.ts';
import { dimensionsOf } from './query-columns.ts';
import { type TotalName, totals, visitorMetrics, type WholeName, wholes } from './visitor-metrics.ts';
import { isConversionDimension, type VisitorDimension } from './vocabulary.ts';

export type VisitorPlan = {
  /** Counted in rows of `events`. */
  readonly rowTotals: readonly TotalName[];
  /** Totals over events that are counted in visits that overlap the range. */
  readonly overlapTotals: readonly TotalName[];
  /** Counted over the visits that start in the range. */
  readonly startTotals: readonly TotalName[];
  /** Of the pageviews in visits that overlap the range, by what is reported of them. */
  readonly reportTotals: readonly { readonly name: ReportName; readonly counted: readonly TotalName[] }[];
  /** Whether the visits' individual events matter, beyond how many there are. */
  readonly looksAtEvents: boolean;
  /** Set where visitors, the only one of `overlapTotals` then, add up from days instead. */
  readonly dayVisitors: DayBuckets | undefined;
  readonly presence: Presence;
  /** Plans of the queries that shares are of. */
  readonly wholes: readonly Whole[];
};

/**
 * What is read besides, because every combination that has visits or events is a row, and these are combinations that no
 * total finds. An event and its visit's start are in the same row, unless one lies outside the range or in another bucket.
 */
export type Presence = {
  /** In rows of `events`: all of them, or those that are no pageviews. */
  readonly rows?: 'all' | 'custom';
  /** In visits that cross an end of the range or of a bucket: their events, or their starts. */
  readonly events?: true;
  readonly starts?: true;
};

export type Whole = {
  readonly name: WholeName;
  readonly query: VisitorQuery;
  readonly plan: VisitorPlan;
  /** For each dimension of `query`, the index of the asking query's dimension that it belongs to. */
  readonly rows: readonly number[];
};

export function planVisitorQuery(query: VisitorQuery): VisitorPlan {
  const { metrics, filters } = query;
  const wanted = [...new Set<TotalName>(metrics.flatMap((metric) => visitorMetrics[metric].totals))];
  const ofEvents = wanted.filter((total) => ['events', 'pageviews'].includes(totals[total].over));
  const has = (kind: 'visit' | 'event'): boolean =>
    dimensionsOf(query).some((dimension) => dimension.kind === kind);
  const looksAtVisits = has('visit') || filters.some(isAboutVisits);
  const looksAtEvents = has('event') || filters.some(isAboutEvents);
  // There are fewer visits than events; pageviews have a projection.
  // Of many domains, most have too few events for stored visits.
  const inVisits = (total: TotalName): boolean =>
    looksAtVisits || (total === 'visitors' && !looksAtEvents && query.over !== 'account');
  const names = new Set(metrics.flatMap((metric) => visitorMetrics[metric].whole ?? []));
  const rowTotals = ofEvents.filter((total) => !inVisits(total));
  const overlapTotals = ofEvents.filter(inVisits);
  const startTotals = wanted.filter((total) => totals[total].over === 'visits');
  const showsAll = query.dimensions.length > 0 && query.include.countedOnly !== true;
  return {
    rowTotals,
    overlapTotals,
    startTotals,
    reportTotals: reportNames
      .map((name) => ({ name, counted: wanted.filter((total) => totals[total].over === name) }))
      .filter(({ counted }) => counted.length > 0),
    looksAtEvents,
    dayVisitors: overlapTotals.length > 0 ? dayBucketsOf(query) : undefined,
    presence: {
      ...(showsAll && overlapTotals.length === 0 ? eventPresence(rowTotals, looksAtVisits) : {}),
      ...(showsAll && looksAtEvents && startTotals.length === 0 ? { starts: true } : {}),
    },
    wholes: [...names].map((name) => planWhole(name, query)),
  };
}

/** What finds the combinations that have events, where they are not counted in visits. */
function eventPresence(rowTotals: readonly TotalName[], looksAtVisits: boolean): Presence {
  if (rowTotals.length === 0) return looksAtVisits ? { events: true } : { rows: 'all' };
  return rowTotals.every((total) => totals[total].over === 'pageviews') ? { rows: 'custom' } : {};
}

const isAbout = { conversions: isAboutConversions, exit_page: isAboutExitPages };

function planWhole(name: WholeName, query: VisitorQuery): Whole {
  const { total, by, without } = wholes[name];
  const filters = query.filters.filter((filter) => without === undefined || !isAbout[without](filter));
  const { dimensions, rows } = rowsOfWhole(by, query);
  const whole: VisitorQuery = {
    ...query,
    metrics: [total],
    dimensions,
    filters,
    include: { ...query.include, countedOnly: true },
  };
  return { name, query: whole, plan: planVisitorQuery(whole), rows };
}

function rowsOfWhole(
  by: 'nothing' | 'row' | 'page',
  query: VisitorQuery,
): { readonly dimensions: readonly VisitorDimension[]; readonly rows: readonly number[] } {
  if (by === 'nothing') return { dimensions: [], rows: [] };
  if (by === 'page') return { dimensions: ['event:page'], rows: [0] };
  const kept = [...query.dimensions.entries()].filter(([, name]) => !isConversionDimension(name));
  return { dimensions: kept.map(([, name]) => name), rows: kept.map(([index]) => index) };
}

/** Which visits a plan counts. */
export function neededVisits(plan: VisitorPlan): { readonly start: boolean; readonly overlap: boolean } {
  return {
    start: plan.startTotals.length > 0,
    overlap: plansIn(plan).some(
      (one) => one.reportTotals.length > 0 || (one.overlapTotals.length > 0 && one.dayVisitors === undefined),
    ),
  };
}

/** A plan, and those of the queries that shares are of. */
export function plansIn(plan: VisitorPlan): VisitorPlan[] {
  return [plan, ...plan.wholes.map((whole) => whole.plan)];
}
