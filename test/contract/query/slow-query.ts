/**
 * Answers a query slowly and plainly, from docs/reference/query.md alone: it goes through every event of every visit.
 * What the engine answers is compared with it.
 */
import type { PageviewRow } from '../../../src/analytics/pageview-row.ts';
import { type Visit, visitsOf } from '../reports/slow-web-reports.ts';

export type PlainQuery = {
  readonly metrics: readonly string[];
  readonly dimensions: readonly string[];
  readonly filters: readonly PlainFilter[];
  /** Milliseconds since the Unix epoch; the second is not included. */
  readonly since: number;
  readonly until: number;
  readonly timezone: string;
};
/** `inner` has filters, or `dimension` and `values` are given. */
export type PlainFilter = {
  readonly operator: string;
  readonly inner: readonly PlainFilter[];
  readonly dimension: string;
  readonly values: readonly string[];
};

/** As a query has it. */
export function toWire({ operator, inner, dimension, values }: PlainFilter): unknown[] {
  if (inner.length === 0) return [operator, dimension, values];
  const [first] = inner.map(toWire);
  return [operator, /^(and|or)$/.test(operator) ? inner.map(toWire) : first];
}

type Group = {
  readonly visitors: Set<string>;
  events: number;
  pageviews: number;
  visits: number;
  bounces: number;
  ms: number;
};

/** Rows in no particular order, as `dimensions` and `metrics`. */
export function slowQuery(
  stored: readonly PageviewRow[],
  query: PlainQuery,
): { dimensions: string[]; metrics: number[] }[] {
  const groups = new Map<string, Group>();
  const groupOf = (key: readonly string[]): Group => {
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? {
      visitors: new Set(),
      events: 0,
      pageviews: 0,
      visits: 0,
      bounces: 0,
      ms: 0,
    };
    groups.set(text, group);
    return group;
  };
  if (query.dimensions.length === 0) groupOf([]);
  const isIn = (time: number): boolean => time >= query.since && time < query.until;
  const everybody = new Set<string>();
  const overEvents = query.metrics.some((name) =>
    /^(visitors|pageviews|events|views_per_visit|percentage)$/.test(name),
  );
  const overVisits = query.metrics.some((name) =>
    /^(visits|bounce_rate|visit_duration|views_per_visit)$/.test(name),
  );
  for (const visit of visitsOf(stored)) {
    const passing = visit.events.filter((event) =>
      query.filters.every((filter) => passes(filter, visit, event)),
    );
    for (const event of passing) {
      if (!overEvents || !isIn(event.time)) continue;
      everybody.add(event.visitor);
      const group = groupOf(
        query.dimensions.map((name) => valueOf(name, visit, event, event.time, query.timezone)),
      );
      group.visitors.add(event.visitor);
      group.events += 1;
      if (event.name === 'pageview') group.pageviews += 1;
    }
    if (!overVisits || visit.pageviews.length === 0 || !isIn(visit.time)) continue;
    const keys = new Set(
      passing.map((event) =>
        JSON.stringify(
          query.dimensions.map((name) => valueOf(name, visit, event, visit.time, query.timezone)),
        ),
      ),
    );
    for (const key of keys) {
      const group = groupOf(JSON.parse(key));
      group.visits += 1;
      if (visit.pageviews.length === 1) group.bounces += 1;
      group.ms += (visit.pageviews.at(-1)?.time ?? visit.time) - visit.time;
    }
  }
  const counted = (group: Group): boolean =>
    query.metrics.some((name) => {
      if (name === 'pageviews') return group.pageviews > 0;
      if (name === 'events') return group.events > 0;
      if (/^(visitors|percentage)$/.test(name)) return group.visitors.size > 0;
      return group.visits > 0 || (name === 'views_per_visit' && group.pageviews > 0);
    });
  return [...groups]
    .filter(([key, group]) => key === '[]' || counted(group))
    .map(([key, group]) => ({
      dimensions: JSON.parse(key),
      metrics: query.metrics.map((name) => metricOf(name, group, everybody.size)),
    }));
}

function metricOf(name: string, group: Group, everybody: number): number {
  const share = (part: number, whole: number, digits: number): number =>
    whole === 0 ? 0 : Math.round((part * 10 ** digits) / whole) / 10 ** digits;
  const values: Record<string, number> = {
    visitors: group.visitors.size,
    visits: group.visits,
    pageviews: group.pageviews,
    events: group.events,
    views_per_visit: share(group.pageviews, group.visits, 2),
    bounce_rate: share(group.bounces * 100, group.visits, 2),
    visit_duration: share(group.ms, group.visits, 0) / 1000,
    percentage: share(group.visitors.size * 100, everybody, 2),
  };
  const value = values[name];
  if (value === undefined) throw new Error(`no metric ${name}`);
  return value;
}

function passes(filter: PlainFilter, visit: Visit, event: PageviewRow): boolean {
  const { operator, inner, dimension, values } = filter;
  const text = (): string => valueOf(dimension, visit, event, event.time, 'UTC');
  const all = (other: PageviewRow): boolean => inner.every((one) => passes(one, visit, other));
  const answers: Record<string, () => boolean> = {
    is: () => values.includes(text()),
    is_not: () => !values.includes(text()),
    contains: () => values.some((part) => text().includes(part)),
    contains_not: () => !values.some((part) => text().includes(part)),
    matches: () => values.some((pattern) => new RegExp(pattern, 'u').test(text())),
    matches_not: () => !values.some((pattern) => new RegExp(pattern, 'u').test(text())),
    and: () => all(event),
    or: () => inner.some((one) => passes(one, visit, event)),
    not: () => !all(event),
    has_done: () => visit.events.some(all),
    has_not_done: () => !visit.events.some(all),
  };
  const answer = answers[operator];
  if (answer === undefined) throw new Error(`no operator ${operator}`);
  return answer();
}

const devices: Record<string, string> = {
  mobile: 'Mobile',
  tablet: 'Tablet',
  laptop: 'Laptop',
  desktop: 'Desktop',
};
const countries: Record<string, string> = { DE: 'Germany', US: 'United States', ZZ: 'ZZ' };

function valueOf(name: string, visit: Visit, event: PageviewRow, time: number, zone: string): string {
  const [first] = visit.events;
  const last = visit.pageviews.at(-1) ?? first;
  if (first === undefined || last === undefined) throw new Error('a visit has events');
  const values: Record<string, () => string> = {
    'time:hour': () => hourOf(time, zone),
    'time:day': () => localDate(time, zone),
    'time:week': () => mondayOf(localDate(time, zone)),
    'time:month': () => `${localDate(time, zone).slice(0, 7)}-01`,
    'event:page': () => event.path,
    'event:name': () => event.name,
    'visit:source': () => first.source,
    'visit:utm_source': () => first.utm_source || '(none)',
    'visit:utm_medium': () => first.utm_medium || '(none)',
    'visit:utm_campaign': () => first.utm_campaign || '(none)',
    'visit:utm_term': () => first.utm_term || '(none)',
    'visit:utm_content': () => first.utm_content || '(none)',
    'visit:entry_page': () => first.path,
    'visit:exit_page': () => last.path,
    'visit:country': () => first.country || 'Unknown',
    'visit:country_name': () => countries[first.country] ?? 'Unknown',
    'visit:region': () => first.region || 'Unknown',
    'visit:region_name': () => first.region_name || first.region || 'Unknown',
    'visit:city': () => first.city || 'Unknown',
    'visit:city_name': () => first.city || 'Unknown',
    'visit:browser': () => first.browser || 'Unknown',
    'visit:os': () => first.operating_system || 'Unknown',
    'visit:device': () => devices[first.screen] ?? 'Unknown',
  };
  const value = values[name];
  if (value === undefined) throw new Error(`no dimension ${name}`);
  return value();
}

/** `2024-03-31` at an instant in a zone. */
function localDate(time: number, zone: string): string {
  const { year, month, day } = partsOf(time, zone);
  return `${year}-${month}-${day}`;
}

/** The hour in which an instant lies, with the zone's offset at its beginning. */
function hourOf(time: number, zone: string): string {
  const { minute, second } = partsOf(time, zone);
  const begin = time - (Number(minute) * 60 + Number(second)) * 1000 - (time % 1000);
  const { year, month, day, hour } = partsOf(begin, zone);
  const offset = (Date.parse(`${year}-${month}-${day}T${hour}:00:00Z`) - begin) / 60_000;
  const two = (value: number): string => String(value).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  return `${year}-${month}-${day}T${hour}:00:00${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(time: number, zone: string): Record<string, string> {
  let format = formats.get(zone);
  if (format === undefined) {
    const two = '2-digit';
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
    formats.set(zone, format);
  }
  return Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
}

function mondayOf(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  return new Date(time - ((new Date(time).getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
}
