/** Events and requests of many custom domains, all stored once more under one custom domain. */
import { openChdb } from '../../src/analytics/engine/chdb.ts';
import type { AnalyticsLocation } from '../../src/analytics/engine/location.ts';
import { migrateAnalytics } from '../../src/analytics/engine/migrate.ts';
import { dayMs } from '../../src/core/time.ts';
import { domainAt, settle } from './request-rows.ts';

const visitsOfInsert = 200_000;
/** Of the list of lengths below. */
const pageviewsPerVisit = 3;
const pagesOfDomain = 1_000;

export type AccountRows = {
  /** They are numbered from 1; number 0 has the rows of all. */
  readonly domains: number;
  /** In all of them together, about; as many requests, each before its pageview. */
  readonly pageviews: number;
  /** First day, counted from 1970-01-01, and how many there are; the last may be part of a day. */
  readonly firstDay: number;
  readonly days: number;
};

/** Creates and fills the tables, then waits until the engine has merged what it wants to merge. */
export async function fillAccount(
  location: AnalyticsLocation & { kind: 'chdb' },
  rows: AccountRows,
  onProgress: (rowsDone: number) => void,
): Promise<void> {
  const engine = await openChdb(location);
  try {
    await migrateAnalytics(engine.writes, engine.layout);
    const visits = Math.floor(rows.pageviews / pageviewsPerVisit);
    for (let done = 0; done < visits; done += visitsOfInsert) {
      const count = Math.min(visitsOfInsert, visits - done);
      for (const insert of [eventsInsert, requestsInsert])
        await engine.writes.command({ query: insert(pageviewsOf(rows, visits, done, count), done) });
      onProgress((done + count) * pageviewsPerVisit);
    }
    await settle(engine);
  } finally {
    await engine.close();
  }
}

/** Each domain has as many visits, of visitors who come twice a month, about. */
function pageviewsOf(
  { domains, firstDay, days }: AccountRows,
  visits: number,
  from: number,
  count: number,
): string {
  return `SELECT cityHash64(number) AS a, 1 + a % ${domains} AS domain_number,
      cityHash64(domain_number, bitShiftRight(a, 24) % ${Math.ceil(visits / domains / 2)}) AS v,
      toInt64(${firstDay * dayMs} + number / ${visits} * ${days * dayMs}) AS start,
      arrayJoin(range([1, 1, 1, 2, 2, 3, 4, 5, 5, 6][1 + bitShiftRight(a, 4) % 10])) AS page,
      start + page * (5000 + bitAnd(bitShiftRight(v, 8), 131071)) AS at,
      concat('/articles/', toString(floor(pow((cityHash64(a, page) % 1048576) / 1048576, 3) * ${pagesOfDomain}))) AS path,
      toUUID(concat('${domainAt(0).slice(0, -12)}', leftPad(toString(arrayJoin([0, domain_number])), 12, '0'))) AS owner
    FROM numbers(${from}, ${count})`;
}

function eventsInsert(pageviews: string, batch: number): string {
  return `INSERT INTO events (domain, time, visitor, path, source, browser, operating_system, screen, country, region,
      region_name, city, batch)
    SELECT owner, fromUnixTimestamp64Milli(at, 'UTC'), v, path,
      if(a % 3 = 0, 'Direct', concat('Source ', toString(bitShiftRight(a, 20) % 500))),
      concat('Browser ', toString(v % 12)), concat('System ', toString(v % 7)), ['mobile', 'laptop', 'desktop'][1 + v % 3],
      char(65 + v % 20, 65 + v % 23) AS code, concat(code, '-', toString(v % 9)), concat('Region ', toString(v % 9)),
      concat('City ', toString(v % 90)), ${batch}
    FROM (${pageviews})`;
}

function requestsInsert(pageviews: string, batch: number): string {
  return `INSERT INTO requests (domain, time, method, path, status, bytes_out, duration_us, upstream_us, visitor, page_load, batch)
    SELECT owner, fromUnixTimestamp64Milli(at - 200, 'UTC'), 'GET', path, if(a % 50 = 0, 404, 200), 500 + a % 60000,
      1000 + cityHash64(v, page) % 900000 AS us, us, v, 'measured', ${batch}
    FROM (${pageviews})`;
}
