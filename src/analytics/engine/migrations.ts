/** The steps from an empty store to this program's schema. A released migration is never edited. */
import { countDayParts, events, eventsOfPageviews } from './schema/events.ts';
import { handshakes } from './schema/handshakes.ts';
import type { Layout } from './schema/layout.ts';
import { referrerColumn } from './schema/referrer-column.ts';
import {
  pageLoads,
  pathBeforeDay,
  proxiedRequests,
  requestIds,
  requestIdsIndexed,
  requests,
  verifiedCrawlers,
  widerRequests,
} from './schema/requests.ts';
import { addColumn, createTable, dropTable } from './schema/table.ts';
import { visitorDays } from './schema/visitor-days.ts';
import { visitDerivations, visits } from './schema/visits.ts';

export type AnalyticsMigration = {
  /** Counts up from 1 without gaps. */
  readonly version: number;
  readonly name: string;
  /** Statements that may be run again: the engine has no transactions, so a crash may leave half of them done. */
  readonly statements: (layout: Layout) => readonly string[];
};

export const migrations: readonly AnalyticsMigration[] = [
  { version: 1, name: 'requests', statements: (layout) => createTable(requests, layout) },
  // 2, 4, 5 and 7 created and changed tables that 6 and 8 create again.
  { version: 2, name: 'pageviews', statements: () => [] },
  { version: 3, name: 'requests_by_path_day', statements: pathBeforeDay },
  { version: 4, name: 'quick_visitors', statements: () => [] },
  { version: 5, name: 'order_of_arrival', statements: () => [] },
  { version: 6, name: 'events', statements: eventsOfPageviews },
  { version: 7, name: 'whole_visits', statements: () => [] },
  {
    version: 8,
    name: 'lighter_visits',
    // Nothing is lost: what the dropped tables had is derived from `events`, and will be again.
    statements: (layout) => [
      ...['visits', 'visit_links', 'visit_derivations', 'visitor_days', 'visitor_day_records'].flatMap(
        (name) => dropTable({ ...visits, name }, layout),
      ),
      ...[visits, visitDerivations, visitorDays].flatMap((table) => createTable(table, layout)),
    ],
  },
  { version: 9, name: 'wider_requests', statements: widerRequests },
  { version: 10, name: 'request_ids', statements: requestIds },
  { version: 11, name: 'request_ids_indexed', statements: requestIdsIndexed },
  { version: 12, name: 'handshakes', statements: (layout) => createTable(handshakes, layout) },
  { version: 13, name: 'proxied_requests', statements: proxiedRequests },
  { version: 14, name: 'verified_crawlers', statements: verifiedCrawlers },
  { version: 15, name: 'page_loads', statements: pageLoads },
  {
    version: 16,
    name: 'referrers',
    // Derived visits are of events that don't say more.
    statements: (layout) =>
      [requests, events, visits].flatMap((table) => addColumn(table, layout, referrerColumn)),
  },
  { version: 17, name: 'day_parts', statements: countDayParts },
];
