/** Follows journeys slowly and plainly, from docs/reference/journeys.md alone. */
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import type { QueryGoal } from '../../../src/analytics/query/goals.ts';
import { visitsOf } from '../reports/slow-web-reports.ts';
import { completes, type PlainFilter, passes } from './slow-query.ts';

export type PlainJourney = {
  readonly anchor: Pick<QueryGoal, 'eventName' | 'pagePath'>;
  readonly direction: string;
  readonly steps: number;
  readonly limit: number;
  readonly filters: readonly PlainFilter[];
  readonly goals: readonly QueryGoal[];
  /** Milliseconds since the Unix epoch; the second is not included. */
  readonly since: number;
  readonly until: number;
};

type Level = { readonly path: readonly string[]; readonly visits: number; readonly rate: number }[];

export function slowJourney(
  stored: readonly PageviewRow[],
  asked: PlainJourney,
): { visits: number; steps: Level[] } {
  const walks: string[][] = [];
  for (const { time, pageviews, events } of visitsOf(stored)) {
    if (pageviews.length === 0 || time < asked.since || time >= asked.until) continue;
    const visit = { time, pageviews, events };
    if (!events.some((event) => asked.filters.every((filter) => passes(filter, visit, event, asked.goals))))
      continue;
    const at = events.findIndex((event) => completes(asked.anchor, event));
    const anchor = events[at];
    if (anchor === undefined) continue;
    const others = asked.direction === 'after' ? events.slice(at + 1) : events.slice(0, at).toReversed();
    const walk: string[] = [];
    let neighbour = anchor.path;
    for (const { name, path } of others) {
      if (name !== 'pageview' || path === neighbour) continue;
      walk.push(path);
      neighbour = path;
    }
    walks.push([...walk, asked.direction === 'after' ? '(exit)' : '(entry)']);
  }
  const steps: Level[] = [];
  let parents: readonly (readonly string[])[] = [[]];
  for (let depth = 1; depth <= asked.steps; depth += 1) {
    const pages: string[][] = [];
    const level: { path: string[]; visits: number }[] = [];
    for (const parent of parents) {
      const below = walks.filter((walk) => parent.every((page, index) => walk[index] === page));
      const counts = new Map<string, number>();
      for (const walk of below) {
        const label = walk[depth - 1] ?? '';
        counts.set(label, (counts.get(label) ?? 0) + 1);
      }
      const ranked = [...counts]
        .filter(([label]) => label.startsWith('/'))
        .toSorted(([a, n], [b, m]) => m - n || Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const listed = ranked.slice(0, asked.limit);
      pages.push(...listed.map(([label]) => [...parent, label]));
      const ends = [...counts].filter(([label]) => label.startsWith('('));
      const other = ranked.slice(asked.limit).reduce((sum, [, count]) => sum + count, 0);
      const rest: [string, number][] = other > 0 ? [['(other)', other]] : [];
      for (const [label, visits] of [...listed, ...ends, ...rest])
        level.push({ path: [...parent, label], visits });
    }
    steps.push(
      level.map(({ path, visits }) => ({
        path,
        visits,
        rate: Math.round((visits * 10_000) / walks.length) / 100,
      })),
    );
    parents = pages;
  }
  return { visits: walks.length, steps };
}
