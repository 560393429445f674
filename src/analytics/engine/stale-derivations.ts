/** Removes derived rows that no report uses: of runs cut short, overtaken by late pageviews, or made twice. */
import type { AnalyticsEngine } from './engine.ts';
import { leastDerivation } from './schema/derivation-number.ts';
import { events } from './schema/events.ts';
import { alterTable, type Table } from './schema/table.ts';
import { visitorDayRecords, visitorDays } from './schema/visitor-days.ts';
import { visitLinks, visits } from './schema/visits.ts';

/** Younger ones may be in the making, or in the hands of a report. */
const minAgeMs = 3_600_000;
/** Statements with more numbers would get long; the others wait for the next day. */
const maxRemoved = 5_000;

type Stale = { readonly month: number; readonly derivation: string };

/** Answers how many derivations it removed. */
export async function removeStaleDerivations(engine: AnalyticsEngine, nowMs: number): Promise<number> {
  const before = leastDerivation(nowMs - minAgeMs);
  let removed = 0;
  for (const [table, query] of [
    [visits, outdated('visits', before)],
    [visitorDays, outdated('visitor_days', before)],
    [visitorDayRecords, without('visitor_day_records', 'derivation', 'visitor_days', before)],
    [
      visitLinks,
      `${without('visit_links', 'before', 'visits', before)}
      UNION DISTINCT ${without('visit_links', 'after', 'visits', before)}`,
    ],
  ] as const) {
    removed += await remove(engine, table, query);
  }
  return removed;
}

async function remove({ writes, layout }: AnalyticsEngine, table: Table, query: string): Promise<number> {
  const result = await writes.query({ query: `${query} LIMIT ${maxRemoved}`, format: 'JSONEachRow' });
  const stale = await result.json<Stale>();
  for (const month of new Set(stale.map((row) => row.month))) {
    const derivations = stale.filter((row) => row.month === month).map(({ derivation }) => derivation);
    const change = `DELETE IN PARTITION ${month} WHERE derivation IN (${derivations.join(', ')}) SETTINGS mutations_sync = 2`;
    await writes.command({ query: alterTable(table, layout, change) });
  }
  return stale.length;
}

/** All but the newest of those that add up to their day's pageviews. */
function outdated(table: string, before: string): string {
  return `SELECT toYYYYMM(day) AS month, toString(number) AS derivation FROM (
      SELECT d.day AS day, d.derivation AS number,
        max(if(d.count = p.count AND d.sum = p.sum, d.derivation, 0)) OVER (PARTITION BY d.domain, d.day) AS kept
      FROM (SELECT domain, day, derivation, sum(pageviews) AS count, sum(batch_sum) AS sum
        FROM ${table} GROUP BY domain, day, derivation) AS d
      LEFT JOIN (SELECT domain, day, count() AS count, sum(batch) AS sum
        FROM ${events.name} GROUP BY domain, day) AS p
      ON d.domain = p.domain AND d.day = p.day)
    WHERE number != kept AND number < ${before}`;
}

/** Those made for a derivation that is gone. */
function without(table: string, made: string, of: string, before: string): string {
  return `SELECT DISTINCT toYYYYMM(day) AS month, toString(derivation) AS derivation FROM ${table} AS t
    WHERE t.derivation < ${before} AND (domain, ${made}) NOT IN (SELECT domain, derivation FROM ${of})`;
}
