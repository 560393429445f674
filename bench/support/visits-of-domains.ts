/** Pageviews of many domains, of which few have most. */
import type { AnalyticsStore } from '../../src/analytics/store/analytics-store.ts';

/** Of an insert. */
const maxVisits = 250_000;
const pageviewsPerVisit = 3;
/** Share of the events on the first x of the domains: x to the power of 1/6, as of a web where few have most. */
export const skew = 6;
/** The uuid of each domain ends with its number, of twelve digits. */
export const uuidsBegin = '0190b6a0-0000-7000-8000-';

type Pageviews = {
  readonly domains: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** How many, about. */
  readonly events: number;
  /** Number of the first visit, of all. */
  readonly first: number;
};

/** Inserts the pageviews of a time; answers how many visits they are. */
export async function insertVisits(
  store: Pick<AnalyticsStore, 'execute'>,
  { events, first, ...time }: Pageviews,
): Promise<number> {
  const visits = Math.round(events / pageviewsPerVisit);
  for (let done = 0; done < visits; done += maxVisits) {
    const count = Math.min(maxVisits, visits - done);
    await store.execute(insertOf({ ...time, visits, done, count, first: first + done }));
  }
  return visits;
}

type Visits = {
  readonly domains: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** In that time; of these, so many are done, and so many are inserted. */
  readonly visits: number;
  readonly done: number;
  readonly count: number;
  /** Number of the first of them, of all. */
  readonly first: number;
};

/** Pageviews of visits, in the order of time; three visits a visitor and month, about. */
function insertOf({ domains, fromMs, toMs, visits, done, count, first }: Visits): string {
  return `INSERT INTO events (domain, time, visitor, path, source, browser, operating_system, screen, country, region,
      region_name, city, batch)
    SELECT toUUID(concat('${uuidsBegin}', leftPad(toString(domain_number), 12, '0'))),
      fromUnixTimestamp64Milli(least(start + page * 20000, ${toMs - 1}), 'UTC'), v,
      concat('/articles/', toString(cityHash64(a, page) % 500)),
      if(a % 3 = 0, 'Direct', concat('Source ', toString(a % 200))),
      concat('Browser ', toString(v % 12)), concat('System ', toString(v % 7)), ['mobile', 'laptop', 'desktop'][1 + v % 3],
      char(65 + v % 20, 65 + v % 23) AS code, concat(code, '-', toString(v % 9)), concat('Region ', toString(v % 9)),
      concat('City ', toString(v % 90)), ${first}
    FROM (
      SELECT cityHash64(number) AS a,
        toUInt64(floor(pow((bitShiftRight(a, 11) % 1048576) / 1048576, ${skew}) * ${domains})) AS domain_number,
        cityHash64(domain_number, bitShiftRight(a, 40) % greatest(1, toUInt64(${visits}))) AS v,
        toInt64(${fromMs} + (number - ${first - done}) / ${visits} * ${toMs - fromMs}) AS start,
        arrayJoin(range([1, 1, 1, 2, 2, 3, 4, 5, 5, 6][1 + bitShiftRight(a, 4) % 10])) AS page
      FROM numbers(${first}, ${count}))`;
}
