/**
 * Holds every web-analytics report to the rollups and derived tables it is meant to read: without them it would read
 * every pageview of the domain. Source: docs/reference/analytics-store.md ("The table `events`").
 */
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { webReports as reports } from '../../../src/analytics/reports/web-reports.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { openForSuite } from './store-of-suite.ts';

/** What tells which days have events and which derivations of them are current. */
const ofDays = ['by_half_hour', 'visit_derivations'];
/** How many visits of a derivation are stored tells whether all are. */
const ofVisits = [...ofDays, 'by_day'];
const ofVisitors = [...ofDays, 'by_since'];
/** Names of projections, or of tables that are read themselves. */
const expected: Readonly<Record<string, readonly string[]>> = {
  total_pageviews_count: ['by_half_hour'],
  pageviews_by_date: ['by_half_hour'],
  pages: ['by_name_path'],
  unique_visitors_count: ofVisitors,
  unique_visitors_by_date: ofVisitors,
  locations: [...ofVisitors, 'by_country'],
  devices: [...ofVisitors, 'by_browser', 'by_operating_system', 'by_screen'],
  total_visits_count: ofVisits,
  visits_by_date: ofVisits,
  pageviews_per_visit_by_date: ofVisits,
  bounce_rate: ofVisits,
  bounce_rate_by_date: ofVisits,
  average_visit_duration: ofVisits,
  average_visit_duration_by_date: ofVisits,
  sources: [...ofVisits, 'by_source'],
  utm_params: [...ofVisits, 'by_utm'],
  entry_pages: [...ofVisits, 'by_entry'],
  exit_pages: [...ofVisits, 'by_exit'],
  // Properties are in no projection: nearly all of their values differ.
  event_properties: ['events'],
  // Of some minutes: there is nothing to be added up.
  current_visitors: ['events'],
};

const range = { from: 20_000, to: 20_003 };
const dayMs = 86_400_000;

onChdb('what web-analytics reports read', () => {
  const getStore = openForSuite(chdbLocation);
  const domainUuid = newUuid();

  beforeAll(async () => {
    const rows = Array.from({ length: 12_000 }, (_, index): PageviewRow => {
      const day = range.from + (index % 4);
      return pageviewRow({
        domain: domainUuid,
        time: day * dayMs + index * 1_000,
        visitor: String(index % 1_000),
        path: `/${index % 50}`,
        utm_source: index % 3 === 0 ? 'newsletter' : '',
      });
    });
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const clock = { now: () => (range.to + 5) * dayMs };
    const deriver = new VisitDeriver(getStore(), {
      clock,
      logger: pino({ level: 'silent' }),
      minEvents: 1,
    });
    await deriver.runOnce();
    // Projections are read where they have less to read, which in parts of a few hundred rows they do not.
    for (const table of ['visits', 'visitor_days']) await getStore().execute(`OPTIMIZE TABLE ${table} FINAL`);
  });

  test.each(reports)('$name reads projections', async (report) => {
    const read = new Set<string>();
    await runReport(
      {
        query: async <Row>(sql: string, params: Record<string, unknown>): Promise<Row[]> => {
          const plan = await getStore().query<{ explain: string }>(`EXPLAIN ${sql}`, params);
          for (const { explain } of plan) {
            const name = /ReadFromMergeTree \((?:\w+\.)?(\w+)\)/.exec(explain)?.[1];
            if (name !== undefined) read.add(name);
          }
          return getStore().query<Row>(sql, params);
        },
      },
      report,
      {
        domainUuid,
        range,
        frequency: 'day',
        limit: 1_000,
        utmParam: 'utm_source',
        locationType: 'country',
        nowMs: (range.to + 5) * dayMs,
      },
    );
    expect([...read].toSorted()).toEqual([...(expected[report.name] ?? [])].toSorted());
  });
});
