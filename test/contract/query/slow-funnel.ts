/** Counts a funnel slowly and plainly, from docs/reference/funnels.md alone. */

import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import type { QueryGoal } from '../../../src/analytics/query/goals.ts';
import { type Visit, visitsOf } from '../reports/slow-web-reports.ts';
import { completes, type PlainFilter, passes, valuesOf } from './slow-query.ts';

export type PlainFunnel = {
  readonly steps: readonly Pick<QueryGoal, 'eventName' | 'pagePath'>[];
  readonly scope: string;
  readonly filters: readonly PlainFilter[];
  readonly goals: readonly QueryGoal[];
  /** Milliseconds since the Unix epoch; the second is not included. */
  readonly since: number;
  readonly until: number;
};

/** The visitors who reached each step. */
export function slowFunnel(stored: readonly PageviewRow[], funnel: PlainFunnel): number[] {
  const furthest = new Map<string, number>();
  for (const { visitor, taken } of walksOf(stored, funnel))
    furthest.set(visitor, Math.max(furthest.get(visitor) ?? 0, taken));
  return funnel.steps.map((_, index) => [...furthest.values()].filter((taken) => taken > index).length);
}

/** A value and the visitors who reached each step: what {@link slowFunnel} counts, of the walks that begin with each value. */
export function slowBreakdown(
  stored: readonly PageviewRow[],
  funnel: PlainFunnel,
  dimension: string,
): [value: string, counts: number[]][] {
  const byValue = new Map<string, Map<string, number>>();
  const visits = visitsOf(stored);
  for (const { visitor, taken, first } of walksOf(stored, funnel, dimension)) {
    const visit = visits.find(({ events }) => first !== undefined && events.includes(first));
    if (first === undefined || visit === undefined) continue;
    const [value = ''] = valuesOf(dimension, visit, first, 0, 'UTC', []);
    const furthest = byValue.get(value) ?? new Map<string, number>();
    furthest.set(visitor, Math.max(furthest.get(visitor) ?? 0, taken));
    byValue.set(value, furthest);
  }
  return [...byValue]
    .map(([value, furthest]): [string, number[]] => [
      value,
      funnel.steps.map((_, index) => [...furthest.values()].filter((taken) => taken > index).length),
    ])
    .toSorted(([a, [most = 0]], [b, [more = 0]]) => more - most || (a < b ? -1 : 1));
}

type Walk = { readonly visitor: string; readonly taken: number; readonly first: PageviewRow | undefined };

/** How far each visit, or each visitor, came, and where it began. */
function walksOf(stored: readonly PageviewRow[], funnel: PlainFunnel, dimension?: string): Walk[] {
  const { steps, scope, since, until } = funnel;
  const isIn = (time: number): boolean => time >= since && time < until;
  const passing = visitsOf(stored).filter((visit) =>
    visit.events.some((event) =>
      funnel.filters.every((filter) => passes(filter, visit, event, funnel.goals)),
    ),
  );
  const walks =
    scope === 'visit'
      ? passing
          .filter(({ time, pageviews }) => isIn(time) && pageviews.length > 0)
          .map((visit): [string, PageviewRow[]] => [visit.events[0]?.visitor ?? '', [...visit.events]])
      : [...new Set(stored.map(({ visitor }) => visitor))].map((visitor): [string, PageviewRow[]] => [
          visitor,
          inOrder(passing, steps, dimension).filter((event) => event.visitor === visitor && isIn(event.time)),
        ]);
  return walks.map(([visitor, events]) => ({
    visitor,
    taken: stepsTaken(events, steps),
    first: events.find((event) => steps[0] !== undefined && completes(steps[0], event)),
  }));
}

type Step = PlainFunnel['steps'][number];

function stepsTaken(events: readonly PageviewRow[], steps: readonly Step[]): number {
  let taken = 0;
  for (const event of events) {
    const next = steps[taken];
    if (next !== undefined && completes(next, event)) taken += 1;
  }
  return taken;
}

/** Events of one millisecond: those outside any visit first and in the order of the steps, then by value, and then as the visit has them. */
function inOrder(visits: readonly Visit[], steps: readonly Step[], dimension = ''): PageviewRow[] {
  const stepsOf = (event: PageviewRow): number =>
    steps.reduce((bits, step, index) => bits + (completes(step, event) ? 2 ** index : 0), 0);
  return visits
    .flatMap((visit) =>
      visit.events.map((event, index) => ({
        event,
        inVisit: visit.pageviews.length > 0 ? 1 : 0,
        index,
        value: valuesOf(dimension, visit, event, 0, 'UTC', [])[0] ?? '',
      })),
    )
    .toSorted(
      (a, b) =>
        a.event.time - b.event.time ||
        a.inVisit - b.inVisit ||
        a.index - b.index ||
        stepsOf(a.event) - stepsOf(b.event) ||
        (a.value < b.value ? -1 : 1),
    )
    .map(({ event }) => event);
}
