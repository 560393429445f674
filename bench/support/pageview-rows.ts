/**
 * Fills the table `events` inside the engine, as fast as it goes: visits of one large custom domain and of many small
 * ones, in the order of time, as segments arrive.
 */
import { openChdb } from '../../src/analytics/engine/chdb.ts';
import type { AnalyticsEngine } from '../../src/analytics/engine/engine.ts';
import type { AnalyticsLocation } from '../../src/analytics/engine/location.ts';
import { migrateAnalytics } from '../../src/analytics/engine/migrate.ts';
import { domainAt, settle } from './request-rows.ts';

export type PageviewRows = {
  /** Of the large domain, and of all others together; about. */
  readonly large: number;
  readonly others: number;
  /** Of each other domain. */
  readonly small: number;
  /** First day, counted from 1970-01-01, and how many days there are; the last may be part of a day. */
  readonly firstDay: number;
  readonly days: number;
  /** Distinct paths of the large domain; few of them have most pageviews. */
  readonly paths: number;
};

export type FilledPageviews = {
  readonly parts: number;
  readonly bytes: number;
  readonly large: number;
  readonly visitors: number;
  readonly pathDays: number;
};

const visitsOfInsert = 250_000;
/** Of the list of lengths below. */
const pageviewsPerVisit = 3;

/** Creates and fills the table, then waits until the engine has merged what it wants to merge. */
export async function fillPageviews(
  location: AnalyticsLocation & { kind: 'chdb' },
  rows: PageviewRows,
  onProgress: (rowsDone: number) => void,
): Promise<FilledPageviews> {
  const engine = await openChdb(location);
  try {
    await migrateAnalytics(engine.writes, engine.layout);
    const visits = Math.floor((rows.large + rows.others) / pageviewsPerVisit);
    for (let done = 0; done < visits; done += visitsOfInsert) {
      const count = Math.min(visitsOfInsert, visits - done);
      await engine.writes.command({ query: insertStatement(rows, visits, done, count) });
      onProgress((done + count) * pageviewsPerVisit);
    }
    await settle(engine);
    return await describe(engine);
  } finally {
    await engine.close();
  }
}

function insertStatement(
  { large, others, small, firstDay, days, paths }: PageviewRows,
  visits: number,
  from: number,
  count: number,
): string {
  const total = large + others;
  const smallDomains = Math.max(1, Math.round(others / small));
  // Two visits a visitor, and a few visitors with many.
  const visitors = Math.max(1, Math.round(large / pageviewsPerVisit / 2));
  return `INSERT INTO events (domain, time, visitor, path, source, utm_source, utm_medium, utm_campaign, browser,
      operating_system, screen, country, region, region_name, city, batch)
    SELECT
      toUUID(concat('0190b6a0-0000-7000-8000-', leftPad(toString(domain_number), 12, '0'))),
      fromUnixTimestamp64Milli(start + page * (5000 + bitAnd(bitShiftRight(b, 8), 131071)), 'UTC'),
      v,
      concat('/articles/', toString(floor(pow((cityHash64(a, page) % 1048576) / 1048576, 3) * if(domain_number = 0, ${paths}, 500))), '/index.html'),
      if(a % 3 = 0, 'Direct', concat('Source ', toString(floor(pow((bitShiftRight(a, 20) % 65536) / 65536, 4) * 2000)))),
      if(a % 10 = 0, concat('source-', toString(bitShiftRight(a, 9) % 40)), ''),
      if(a % 10 = 0, concat('medium-', toString(bitShiftRight(a, 10) % 8)), ''),
      if(a % 10 = 0, concat('campaign-', toString(bitShiftRight(a, 11) % 500)), ''),
      concat('Browser ', toString(floor(pow((v % 1000) / 1000, 3) * 40))),
      concat('System ', toString(floor(pow((bitShiftRight(v, 10) % 1000) / 1000, 2) * 15))),
      ['mobile', 'mobile', 'tablet', 'laptop', 'desktop'][1 + bitShiftRight(v, 20) % 5],
      char(65 + floor(country / 26), 65 + country % 26) AS code,
      concat(code, '-', toString(place % 20)),
      concat('Region ', toString(place % 20)),
      concat('City ', toString(place)),
      ${from / visitsOfInsert}
    FROM (
      SELECT cityHash64(number) AS a, cityHash64(a) AS b,
        if(bitShiftRight(a, 24) % ${total} < ${large}, 0, 1 + bitShiftRight(b, 40) % ${smallDomains}) AS domain_number,
        cityHash64(b % ${visitors}, if(b % 50 = 0, 0, toMonth(fromUnixTimestamp64Milli(start, 'UTC')))) AS v,
        toInt64(${firstDay * 86_400_000} + number / ${visits} * ${days * 86_400_000}) AS start,
        floor(pow((bitShiftRight(v, 30) % 65536) / 65536, 4) * 200) AS country,
        floor(pow((bitShiftRight(v, 40) % 65536) / 65536, 2) * 100) AS place,
        arrayJoin(range([1, 1, 1, 2, 2, 3, 4, 5, 5, 6][1 + bitShiftRight(a, 4) % 10])) AS page
      FROM numbers(${from}, ${count})
    )`;
}

async function describe(engine: AnalyticsEngine): Promise<FilledPageviews> {
  const result = await engine.writes.query({
    query: `SELECT
        (SELECT count() FROM system.parts WHERE table = 'events' AND active) AS parts,
        (SELECT sum(bytes_on_disk) FROM system.parts WHERE table = 'events' AND active) AS bytes,
        (SELECT count() FROM events WHERE domain = '${domainAt(0)}') AS large,
        (SELECT uniq(visitor) FROM events WHERE domain = '${domainAt(0)}') AS visitors,
        (SELECT count() FROM (SELECT count() FROM events WHERE domain = '${domainAt(0)}' GROUP BY domain, path, day)) AS pathDays`,
    format: 'JSONEachRow',
  });
  const [row] = await result.json<FilledPageviews>();
  if (row === undefined) throw new Error('no figures of the table');
  return row;
}
