/** Counts a funnel slowly and plainly, from docs/reference/funnels.md alone. */

import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import type { QueryGoal } from '../../../src/analytics/query/goals.ts';
import { type Visit, visitsOf } from '../reports/slow-web-reports.ts';
import { completes, type PlainFilter, passes } from './slow-query.ts';

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
          inOrder(passing, steps).filter((event) => event.visitor === visitor && isIn(event.time)),
        ]);
  const best = new Map<string, number>();
  for (const [visitor, events] of walks)
    best.set(visitor, Math.max(best.get(visitor) ?? 0, stepsTaken(events, steps)));
  return steps.map((_, index) => [...best.values()].filter((taken) => taken > index).length);
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

/** Events of one millisecond: those outside any visit first and in the order of the steps, then as the visit has them. */
function inOrder(visits: readonly Visit[], steps: readonly Step[]): PageviewRow[] {
  const stepsOf = (event: PageviewRow): number =>
    steps.reduce((bits, step, index) => bits + (completes(step, event) ? 2 ** index : 0), 0);
  return visits
    .flatMap(({ events, pageviews }) =>
      events.map((event, index) => ({ event, inVisit: pageviews.length > 0 ? 1 : 0, index })),
    )
    .toSorted(
      (a, b) =>
        a.event.time - b.event.time ||
        a.inVisit - b.inVisit ||
        a.index - b.index ||
        stepsOf(a.event) - stepsOf(b.event),
    )
    .map(({ event }) => event);
}
