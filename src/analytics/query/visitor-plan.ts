/**
 * Plans a visitor query: decides where to count each total that its metrics need.
 *
 * Totals over events count the events of the range; totals over visits count the visits that start in it. Events are counted
 * in the table `events`, unless the query asks for something about their visits; then in the visits' lists.
 */
import { isAboutConversions, isAboutEvents, isAboutVisits } from './filter-sql.ts';
import type { VisitorQuery } from './query.ts';
import { dimensionsOf } from './query-columns.ts';
import { type TotalName, totals, visitorMetrics, type WholeName, wholes } from './visitor-metrics.ts';

export type VisitorPlan = {
  /** Counted in rows of `events`. */
  readonly rowTotals: readonly TotalName[];
  /** Totals over events that are counted in visits that overlap the range. */
  readonly overlapTotals: readonly TotalName[];
  /** Counted over the visits that start in the range. */
  readonly startTotals: readonly TotalName[];
  /** Whether the visits' individual events matter, beyond how many there are. */
  readonly looksAtEvents: boolean;
  /** Plans of the queries that shares are of. */
  readonly wholes: readonly Whole[];
};

type Whole = { readonly name: WholeName; readonly query: VisitorQuery; readonly plan: VisitorPlan };

export function planVisitorQuery(query: VisitorQuery): VisitorPlan {
  const { metrics, filters } = query;
  const wanted = [...new Set<TotalName>(metrics.flatMap((metric) => visitorMetrics[metric].totals))];
  const ofEvents = wanted.filter((total) => totals[total].over !== 'visits');
  const has = (kind: 'visit' | 'event'): boolean =>
    dimensionsOf(query).some((dimension) => dimension.kind === kind);
  const looksAtVisits = has('visit') || filters.some(isAboutVisits);
  const looksAtEvents = has('event') || filters.some(isAboutEvents);
  // There are fewer visits than events; pageviews have a projection.
  const inVisits = (total: TotalName): boolean => looksAtVisits || (total === 'visitors' && !looksAtEvents);
  const names = new Set(metrics.flatMap((metric) => visitorMetrics[metric].whole ?? []));
  return {
    rowTotals: ofEvents.filter((total) => !inVisits(total)),
    overlapTotals: ofEvents.filter(inVisits),
    startTotals: wanted.filter((total) => totals[total].over === 'visits'),
    looksAtEvents,
    wholes: [...names].map((name) => planWhole(name, query)),
  };
}

function planWhole(name: WholeName, query: VisitorQuery): Whole {
  const filters = wholes[name].keepsGoals
    ? query.filters
    : query.filters.filter((filter) => !isAboutConversions(filter));
  const whole: VisitorQuery = { ...query, metrics: ['visitors'], dimensions: [], filters };
  return { name, query: whole, plan: planVisitorQuery(whole) };
}

/** Which visits a plan counts. */
export function neededVisits(plan: VisitorPlan): { readonly start: boolean; readonly overlap: boolean } {
  return {
    start: plan.startTotals.length > 0,
    overlap: [plan, ...plan.wholes.map((whole) => whole.plan)].some((one) => one.overlapTotals.length > 0),
  };
}
