/**
 * The web-analytics reports once more: slow, and written straight from docs/reference/web-analytics.md, with
 * nothing of the program's own. What the program answers is held against it.
 */
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { byDate, dateOf, percentage, type SlowRequest } from './slow-reports.ts';

export type SlowWebRequest = SlowRequest & {
  readonly utmParam: 'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content';
  readonly locationType: 'country' | 'region' | 'city';
  readonly region?: string | undefined;
  readonly nowMs: number;
};

/** `events` are the pageviews and the custom events; a custom event outside any visit is one without pageviews. */
export type Visit = {
  readonly time: number;
  readonly pageviews: readonly PageviewRow[];
  readonly events: readonly PageviewRow[];
};

/** Answers a report by its name, over all pageviews ever recorded. */
export function slowWebReport(name: string, stored: readonly PageviewRow[], asked: SlowWebRequest): unknown {
  // Custom events have no part in most reports.
  const ofDomain = stored.filter(
    ({ domain, name: event }) => domain === asked.domain && event === 'pageview',
  );
  const isIn = ({ time }: { readonly time: number }): boolean =>
    dateOf(time) >= asked.from && dateOf(time) <= asked.to;
  const rows = ofDomain.filter(isIn);
  // Of all that is stored: what was before and after the range decides where visits begin and end.
  const visits = visitsOf(ofDomain).filter(isIn);
  const visitors = (group: readonly PageviewRow[]): number =>
    new Set(group.map(({ visitor }) => visitor)).size;
  const answers: Record<string, () => unknown> = {
    unique_visitors_count: () => ({ count: visitors(rows) }),
    unique_visitors_by_date: () => ({ data: byDate(rows, asked, visitors) }),
    total_pageviews_count: () => ({ count: rows.length }),
    pageviews_by_date: () => ({ data: byDate(rows, asked, ({ length }) => length) }),
    total_visits_count: () => ({ count: visits.length }),
    visits_by_date: () => ({ data: byDate(visits, asked, ({ length }) => length) }),
    pageviews_per_visit_by_date: () => {
      const begun = byDate(visits, asked, ({ length }) => length);
      const seen = byDate(rows, asked, ({ length }) => length);
      return {
        data: Object.fromEntries(
          Object.entries(begun).map(([key, count]) => [
            key,
            count === 0 ? 0 : Math.round(((seen[key] ?? 0) * 100) / count) / 100,
          ]),
        ),
      };
    },
    sources: () => ({
      data: rank(
        visits.map((visit) => [{ name: first(visit).source }, '']),
        'count',
        asked.limit,
      ),
    }),
    utm_params: () => ({
      data: rank(
        visits
          .map((visit) => first(visit)[asked.utmParam])
          .filter((value) => value !== '')
          .map((value) => [{ value }, '']),
        'count',
        asked.limit,
      ),
    }),
    pages: () => ({
      data: rank(
        rows.map(({ path }) => [{ path }, '']),
        'views',
        asked.limit,
      ),
    }),
    locations: () => ({
      data: rank(
        rows
          .filter(({ region }) => asked.region === undefined || region === asked.region)
          .map((row) => [locationOf(row, asked.locationType), row.visitor]),
        'visitors',
        asked.limit,
      ),
    }),
    devices: () => ({
      data: {
        browsers: rank(
          rows.map((row) => [{ name: row.browser, browser_id: slugs[row.browser] }, row.visitor]),
          'count',
          asked.limit,
        ),
        operating_systems: rank(
          rows.map((row) => [
            { name: row.operating_system, operating_system_id: slugs[row.operating_system] },
            row.visitor,
          ]),
          'count',
          asked.limit,
        ),
        screen_sizes: rank(
          rows.map((row) => [
            { name: screens[row.screen] ?? 'Unknown', screen_size_id: row.screen || 'unknown' },
            row.visitor,
          ]),
          'count',
          asked.limit,
        ),
      },
    }),
    bounce_rate: () => ({ rate: bounceRate(visits) }),
    bounce_rate_by_date: () => ({ data: byDate(visits, asked, bounceRate) }),
    average_visit_duration: () => ({ duration: averageSeconds(visits) }),
    average_visit_duration_by_date: () => ({ data: byDate(visits, asked, averageSeconds) }),
    entry_pages: () => ({
      data: rank(
        visits.map((visit) => [{ path: first(visit).path }, '']),
        'visits',
        asked.limit,
      ),
    }),
    exit_pages: () => ({
      data: rank(
        visits.map((visit) => [{ path: last(visit).path }, '']),
        'visits',
        asked.limit,
      ),
    }),
    event_properties: () => ({
      data: rank(
        stored
          .filter((row) => row.domain === asked.domain && isIn(row))
          .flatMap(({ props }) => Object.keys(props))
          .map((key) => [{ name: key }, '']),
        'events',
        asked.limit,
      ),
    }),
    current_visitors: () => {
      const recent = ofDomain.filter(({ time }) => time <= asked.nowMs && time > asked.nowMs - 300_000);
      const older = new Set(recent.map((row) => row.previous_visitor));
      return { count: new Set(recent.map(({ visitor }) => visitor).filter((id) => !older.has(id))).size };
    },
  };
  const answer = answers[name];
  if (answer === undefined) throw new Error(`no slow report ${name}`);
  return answer();
}

/**
 * Goes through all events in the order of time, then of arrival, and puts each to the open visit of its visitor, or of the
 * visitor it was before the salt changed, unless more than 1,800.000 s have passed since the visit's last pageview.
 */
export function visitsOf(rows: readonly PageviewRow[]): Visit[] {
  type Open = { time: number; pageviews: PageviewRow[]; events: PageviewRow[] };
  const open = new Map<string, Open>();
  const visits: Open[] = [];
  for (const row of rows.toSorted((a, b) => a.time - b.time || a.arrival - b.arrival)) {
    const before = open.get(row.visitor) ?? open.get(row.previous_visitor);
    const seenLast = before?.pageviews.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    let visit = before;
    if (visit === undefined || row.time - seenLast > 1_800_000) {
      visit = { time: row.time, pageviews: [], events: [] };
      visits.push(visit);
    }
    visit.events.push(row);
    if (row.name !== 'pageview' && visit.pageviews.length === 0) continue;
    if (row.name === 'pageview') visit.pageviews.push(row);
    open.set(row.visitor, visit);
  }
  return visits;
}

function first({ pageviews }: Visit): PageviewRow {
  const [row] = pageviews;
  if (row === undefined) throw new Error('a visit has a pageview');
  return row;
}

function last({ pageviews }: Visit): PageviewRow {
  const row = pageviews.at(-1);
  if (row === undefined) throw new Error('a visit has a pageview');
  return row;
}

function bounceRate(visits: readonly Visit[]): number {
  return percentage(visits.filter(({ pageviews }) => pageviews.length === 1).length, visits.length);
}

function averageSeconds(visits: readonly Visit[]): number {
  let sum = 0;
  for (const visit of visits) sum += last(visit).time - visit.time;
  return visits.length === 0 ? 0 : Math.round(sum / visits.length) / 1000;
}

/** The names of the random pageviews; what is not here has itself. */
export const slugs: Readonly<Record<string, string>> = {
  Chrome: 'chrome',
  'Samsung Internet': 'samsung-internet',
  macOS: 'mac-os',
  Windows: 'windows',
  Unknown: 'unknown',
};
const screens: Readonly<Record<string, string>> = {
  mobile: 'Mobile',
  tablet: 'Tablet',
  laptop: 'Laptop',
  desktop: 'Desktop',
};
const countries: Readonly<Record<string, string>> = {
  DE: 'Germany',
  FR: 'France',
  US: 'United States',
};

function locationOf(
  { country, region, region_name, city }: PageviewRow,
  type: SlowWebRequest['locationType'],
): Readonly<Record<string, string>> {
  if (type === 'country') return { location: countries[country] ?? (country || 'Unknown'), code: country };
  if (type === 'region') return { location: region_name || 'Unknown', code: region };
  return city === '' ? { location: 'Unknown', code: '' } : { location: city, code: country };
}

/** Items by how many there are; with visitors, by how many different ones. */
function rank(
  rows: readonly (readonly [names: Readonly<Record<string, string | undefined>>, visitor: string])[],
  field: string,
  limit: number,
): unknown[] {
  const groups = new Map<
    string,
    { names: Readonly<Record<string, string | undefined>>; visitors: Set<string> }
  >();
  rows.forEach(([names, visitor], index) => {
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { names, visitors: new Set() };
    group.visitors.add(visitor === '' ? String(index) : visitor);
    groups.set(key, group);
  });
  const whole = [...groups.values()].reduce((sum, { visitors }) => sum + visitors.size, 0);
  return [...groups.values()]
    .toSorted(
      (a, b) => b.visitors.size - a.visitors.size || compare(Object.values(a.names), Object.values(b.names)),
    )
    .slice(0, limit)
    .map(({ names, visitors }) =>
      Object.assign({}, names, { [field]: visitors.size, percentage: percentage(visitors.size, whole) }),
    );
}

function compare(a: readonly (string | undefined)[], b: readonly (string | undefined)[]): number {
  for (const [index, text] of a.entries()) {
    const order = Buffer.compare(Buffer.from(text ?? ''), Buffer.from(b[index] ?? ''));
    if (order !== 0) return order;
  }
  return 0;
}
