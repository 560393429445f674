/** The steps from an empty store to the schema of this program. One that has landed is never edited. */
import { eventsOfPageviews } from './schema/events.ts';
import type { Layout } from './schema/layout.ts';
import { pathBeforeDay, requests } from './schema/requests.ts';
import { createTable } from './schema/table.ts';
import { quickVisitors, visitorDayRecords, visitorDays } from './schema/visitor-days.ts';
import { visitLinks, visits } from './schema/visits.ts';

export type AnalyticsMigration = {
  /** Counts up from 1 without gaps. */
  readonly version: number;
  readonly name: string;
  /** Statements that may be run again: the engine has no transactions, so a crash may leave half of them done. */
  readonly statements: (layout: Layout) => readonly string[];
};

export const migrations: readonly AnalyticsMigration[] = [
  { version: 1, name: 'requests', statements: (layout) => createTable(requests, layout) },
  {
    version: 2,
    name: 'pageviews',
    statements: (layout) =>
      [visits, visitLinks, visitorDays, visitorDayRecords].flatMap((table) => createTable(table, layout)),
  },
  { version: 3, name: 'requests_by_path_day', statements: pathBeforeDay },
  { version: 4, name: 'quick_visitors', statements: quickVisitors },
  // Up to version 5 the table `pageviews` was made by 2 and changed by 5. Migration 6 does both, so nothing makes it again.
  { version: 5, name: 'order_of_arrival', statements: () => [] },
  { version: 6, name: 'events', statements: eventsOfPageviews },
];
