/**
 * Answers a query slowly and plainly, from docs/reference/query.md alone: it goes through every event of every visit.
 * What the engine answers is compared with it.
 */
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import type { QueryGoal } from '../../../src/analytics/query/goals.ts';
import { type Visit, visitsOf } from '../reports/slow-web-reports.ts';
import { plainChannel } from './plain-channel.ts';

/** An event, and in questions over an account what its custom domain has in each dimension of domains. */
export type PlainEvent = PageviewRow & { readonly ofDomain?: Readonly<Record<string, string>> };

/** In questions over an account, a goal is of a domain. */
export type PlainGoal = QueryGoal & { readonly domain?: string };

export type PlainQuery = {
  readonly metrics: readonly string[];
  readonly dimensions: readonly string[];
  readonly filters: readonly PlainFilter[];
  /** Milliseconds since the Unix epoch; the second is not included. */
  readonly since: number;
  readonly until: number;
  readonly timezone: string;
  readonly goals?: readonly PlainGoal[];
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
  /** Thousandths. */
  revenue: bigint;
  sales: number;
  readonly currencies: Set<string>;
  /** Of each visit and path, by the times of its pageviews: the properties of its reports. */
  readonly looks: Map<string, Map<number, readonly PageviewRow['props'][]>>;
  readonly vitals: Map<string, readonly PageviewRow['props'][]>;
};

/** Rows in no particular order, as `dimensions` and `metrics`. */
export function slowQuery(
  stored: readonly PageviewRow[],
  query: PlainQuery,
): { dimensions: string[]; metrics: (number | string | null)[] }[] {
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
      revenue: 0n,
      sales: 0,
      currencies: new Set(),
      looks: new Map(),
      vitals: new Map(),
    };
    groups.set(text, group);
    return group;
  };
  if (query.dimensions.length === 0) groupOf([]);
  const isIn = (time: number): boolean => time >= query.since && time < query.until;
  const everybody = new Set<string>();
  const reached = new Set<string>();
  const reachedRows = new Map<string, Set<string>>();
  const viewsOfPath = new Map<string, number>();
  const goals = query.goals ?? [];
  const withoutConversions = query.filters.filter(
    (filter) => !/"event:(goal|props:)/.test(JSON.stringify(filter)),
  );
  const withoutExitPages = query.filters.filter(
    (filter) => !JSON.stringify(filter).includes('"visit:exit_page"'),
  );
  const events = stored.filter(({ name }) => name !== 'engagement' && name !== 'vitals');
  const lookAt = reportsOf('engagement', stored, events, query.until);
  const vitalsOf = reportsOf('vitals', stored, events, query.until);
  for (const [nth, visit] of visitsOf(events).entries()) {
    const passing = visit.events.filter((event) =>
      query.filters.every((filter) => passes(filter, visit, event, goals)),
    );
    for (const event of visit.pageviews)
      if (isIn(event.time) && withoutExitPages.every((filter) => passes(filter, visit, event, goals)))
        viewsOfPath.set(event.path, (viewsOfPath.get(event.path) ?? 0) + 1);
    for (const event of visit.events) {
      if (!isIn(event.time) || !withoutConversions.every((filter) => passes(filter, visit, event, goals)))
        continue;
      reached.add(event.visitor);
      for (const key of keysOf(event, event.time, query.dimensions.map(withoutConversion)).map(toText))
        reachedRows.set(key, (reachedRows.get(key) ?? new Set()).add(event.visitor));
    }
    function keysOf(event: PageviewRow, time: number, dimensions = query.dimensions): string[][] {
      return dimensions.reduce<string[][]>(
        (keys, name) =>
          keys.flatMap((key) =>
            valuesOf(name, visit, event, time, query.timezone, goals).map((value) => key.concat(value)),
          ),
        [[]],
      );
    }
    for (const event of passing) {
      if (!isIn(event.time)) continue;
      everybody.add(event.visitor);
      for (const group of keysOf(event, event.time).map(groupOf)) {
        group.visitors.add(event.visitor);
        group.events += 1;
        if (event.name === 'pageview') {
          group.pageviews += 1;
          const looks = lookAt(event);
          const page = `${nth} ${event.path}`;
          if (looks) group.looks.set(page, (group.looks.get(page) ?? new Map()).set(event.time, looks));
          group.vitals.set(`${page} ${event.time}`, vitalsOf(event) ?? []);
        }
        if (event.revenue_currency === '') continue;
        group.sales += 1;
        group.revenue += thousandths(event.revenue_amount);
        group.currencies.add(event.revenue_currency);
      }
    }
    if (visit.pageviews.length === 0 || !isIn(visit.time)) continue;
    const keys = new Set(
      passing.flatMap((event) => keysOf(event, visit.time).map((key) => JSON.stringify(key))),
    );
    for (const key of keys) {
      const group = groupOf(JSON.parse(key));
      group.visits += 1;
      if (visit.pageviews.length === 1) group.bounces += 1;
      group.ms += (visit.pageviews.at(-1)?.time ?? visit.time) - visit.time;
    }
  }
  return [...groups].map(([key, group]) => ({
    dimensions: JSON.parse(key),
    metrics: query.metrics.map((name) =>
      metricOf(name, group, everybody.size, reached.size, rowOf(key), viewsOf(key)),
    ),
  }));

  function viewsOf(key: string): number {
    const [path = '']: string[] = JSON.parse(key);
    return viewsOfPath.get(path) ?? 0;
  }

  function rowOf(key: string): number {
    const labels: string[] = JSON.parse(key);
    const kept = labels.map((label, index) =>
      withoutConversion(query.dimensions[index] ?? '') === '' ? '' : label,
    );
    return reachedRows.get(toText(kept))?.size ?? 0;
  }
}

/** A dimension, and nothing for one on goals or properties. */
function withoutConversion(dimension: string): string {
  return /^event:(goal$|props:)/.test(dimension) ? '' : dimension;
}

function toText(key: readonly string[]): string {
  return JSON.stringify(key);
}

function metricOf(
  name: string,
  group: Group,
  everybody: number,
  reached: number,
  reachedInRow: number,
  viewsOfPath: number,
): number | string | null {
  const share = (part: number, whole: number, digits: number): number =>
    whole === 0 ? 0 : Math.round((part * 10 ** digits) / whole) / 10 ** digits;
  const money = (amount: bigint): string | null => (group.currencies.size > 1 ? null : decimalText(amount));
  const vital = (measure: string, unit: number): number | null => {
    const measured = [...group.vitals.values()]
      .flat()
      .flatMap((props) => props[measure] ?? [])
      .map(Number)
      .toSorted((a, b) => a - b);
    return measured.length === 0 ? null : Number(measured[Math.ceil(0.75 * measured.length) - 1]) / unit;
  };
  const values: Record<string, number | string | null> = {
    visitors: group.visitors.size,
    visits: group.visits,
    pageviews: group.pageviews,
    events: group.events,
    views_per_visit: share(group.pageviews, group.visits, 2),
    bounce_rate: share(group.bounces * 100, group.visits, 2),
    visit_duration: share(group.ms, group.visits, 0) / 1000,
    exit_rate: Math.min(100, share(group.visits * 100, viewsOfPath, 2)),
    percentage: share(group.visitors.size * 100, everybody, 2),
    conversion_rate: share(group.visitors.size * 100, reached, 2),
    group_conversion_rate: share(group.visitors.size * 100, reachedInRow, 2),
    time_on_page: halfUp(
      [...group.looks.values()].flatMap((views) => [...views.values()].flat().map(({ e }) => Number(e))),
      1000 * group.looks.size,
    ),
    scroll_depth: halfUp(
      [...group.looks.values()].map((views) =>
        Math.max(...[...views.values()].flat().map(({ sd }) => Number(sd))),
      ),
      group.looks.size,
    ),
    lcp_p75: vital('lcp', 1),
    inp_p75: vital('inp', 1),
    ttfb_p75: vital('ttfb', 1),
    cls_p75: vital('cls', 1000),
    total_revenue: money(group.revenue),
    average_revenue: money(group.sales === 0 ? 0n : roundedQuotient(group.revenue, BigInt(group.sales))),
  };
  const value = values[name];
  if (value === undefined) throw new Error(`no metric ${name}`);
  return value;
}

/** The properties of a pageview's reports: each is about its visitor's latest pageview of that path before it. */
function reportsOf(
  name: string,
  stored: readonly PageviewRow[],
  events: readonly PageviewRow[],
  until: number,
): (view: PageviewRow) => readonly PageviewRow['props'][] | undefined {
  const before = new Map(
    events.filter((row) => row.previous_visitor !== '0').map((row) => [row.visitor, row.previous_visitor]),
  );
  const personOf = (hash: string): string => {
    const previous = before.get(hash);
    return previous === undefined ? hash : personOf(previous);
  };
  const keyOf = (row: PageviewRow, time: number): string => `${personOf(row.visitor)} ${row.path} ${time}`;
  const reports = new Map<string, PageviewRow['props'][]>();
  for (const report of stored) {
    // No salt lasts longer than a month.
    if (report.name !== name || report.props[''] === undefined || report.time >= until + 32 * 86_400_000)
      continue;
    const hash = report.previous_visitor === '0' ? report.visitor : report.previous_visitor;
    const [latest] = events
      .filter(
        (row) =>
          row.name === 'pageview' &&
          row.path === report.path &&
          row.time <= report.time &&
          personOf(row.visitor) === personOf(hash),
      )
      .toSorted((a, b) => b.time - a.time);
    if (!latest) continue;
    const key = keyOf(latest, latest.time);
    reports.set(key, [...(reports.get(key) ?? []), report.props]);
  }
  return (view) => reports.get(keyOf(view, view.time));
}

/** The sum divided, half up; null for nothing. */
function halfUp(numbers: readonly number[], by: number): number | null {
  if (by === 0) return null;
  return Math.floor(numbers.reduce((sum, number) => sum + number, 0) / by + 0.5);
}

function thousandths(amount: string): bigint {
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d{1,3}))?$/.exec(amount) ?? [];
  const value = BigInt(whole) * 1000n + BigInt(part.padEnd(3, '0'));
  return sign === '-' ? -value : value;
}

function decimalText(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const part = String(size % 1000n)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${size / 1000n}${part === '' ? '' : `.${part}`}`;
}

/** Half away from 0. */
function roundedQuotient(amount: bigint, count: bigint): bigint {
  const size = amount < 0n ? -amount : amount;
  const rounded = (2n * size + count) / (2n * count);
  return amount < 0n ? -rounded : rounded;
}

export function completes(
  goal: Pick<PlainGoal, 'eventName' | 'pagePath' | 'domain'>,
  event: PageviewRow,
): boolean {
  if (goal.domain !== undefined && goal.domain !== event.domain) return false;
  if (goal.eventName !== null) return event.name === goal.eventName;
  const [begin = '', ...rest] = (goal.pagePath ?? '').split('*');
  if (event.name !== 'pageview' || !event.path.startsWith(begin)) return false;
  let at = begin.length;
  if (rest.length === 0) return at === event.path.length;
  for (const piece of rest.slice(0, -1)) {
    const found = event.path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  const end = rest.at(-1) ?? '';
  return event.path.length - end.length >= at && event.path.endsWith(end);
}

export function passes(
  filter: PlainFilter,
  visit: Visit,
  event: PageviewRow,
  goals: readonly QueryGoal[],
): boolean {
  const { operator, inner, dimension, values } = filter;
  const some = (holds: (text: string) => boolean): boolean =>
    valuesOf(dimension, visit, event, event.time, 'UTC', goals).some(holds);
  const is = (text: string): boolean => values.includes(text);
  const isMissing = (text: string): boolean =>
    text === placeholderOf(dimension) && (text === 'Unknown' || !hasText(dimension, visit, event));
  const contains = (text: string): boolean => !isMissing(text) && values.some((part) => text.includes(part));
  const matches = (text: string): boolean =>
    !isMissing(text) && values.some((pattern) => new RegExp(pattern, 'u').test(text));
  const all = (other: PageviewRow): boolean => inner.every((one) => passes(one, visit, other, goals));
  const answers: Record<string, () => boolean> = {
    is: () => some(is),
    is_not: () => !some(is),
    contains: () => some(contains),
    contains_not: () => !some(contains),
    matches: () => some(matches),
    matches_not: () => !some(matches),
    and: () => all(event),
    or: () => inner.some((one) => passes(one, visit, event, goals)),
    not: () => !all(event),
    has_done: () => visit.events.some(all),
    has_not_done: () => !visit.events.some(all),
  };
  const answer = answers[operator];
  if (answer === undefined) throw new Error(`no operator ${operator}`);
  return answer();
}

/** Whether there is a value, which may be spelled `(none)`. */
function hasText(dimension: string, visit: Visit, event: PageviewRow): boolean {
  if (dimension === 'event:currency') return event.revenue_currency !== '';
  if (dimension.startsWith('domain:')) return ofDomain(event, dimension) !== undefined;
  if (dimension.startsWith('event:props:'))
    return event.props[dimension.slice('event:props:'.length)] !== undefined;
  const [first] = visit.events;
  return Object.entries(first ?? {}).some(([name, value]) => dimension === `visit:${name}` && value !== '');
}

/** What stands for a missing value. */
function placeholderOf(dimension: string): string | undefined {
  if (/^event:(?:props:|currency$)|^visit:utm_|^domain:/.test(dimension)) return '(none)';
  return dimension.startsWith('visit:') && !dimension.endsWith('_page') ? 'Unknown' : undefined;
}

const devices: Record<string, string> = {
  mobile: 'Mobile',
  tablet: 'Tablet',
  laptop: 'Laptop',
  desktop: 'Desktop',
};
const countries: Record<string, string> = { DE: 'Germany', US: 'United States', ZZ: 'ZZ' };

export function valuesOf(
  name: string,
  visit: Visit,
  event: PageviewRow,
  time: number,
  zone: string,
  goals: readonly QueryGoal[],
): string[] {
  if (name === '') return [''];
  if (name === 'event:goal')
    return goals.filter((goal) => completes(goal, event)).map(({ displayName }) => displayName);
  if (name.startsWith('domain:')) return [ofDomain(event, name) ?? '(none)'];
  if (name.startsWith('event:props:')) return [event.props[name.slice('event:props:'.length)] ?? '(none)'];
  return [valueOf(name, visit, event, time, zone)];
}

function ofDomain({ ofDomain: values }: PlainEvent, name: string): string | undefined {
  return values?.[name];
}

function valueOf(name: string, visit: Visit, event: PageviewRow, time: number, zone: string): string {
  const [first] = visit.events;
  const last = visit.pageviews.at(-1) ?? first;
  if (first === undefined || last === undefined) throw new Error('a visit has events');
  const values: Record<string, () => string> = {
    'time:hour': () => clockOf(time, zone, ({ hour }) => `${hour}:00`),
    'time:minute': () => clockOf(time, zone, ({ hour, minute }) => `${hour}:${minute}`),
    'time:day': () => localDate(time, zone),
    'time:week': () => mondayOf(localDate(time, zone)),
    'time:month': () => `${localDate(time, zone).slice(0, 7)}-01`,
    'event:page': () => event.path,
    'event:name': () => event.name,
    'event:currency': () => event.revenue_currency || '(none)',
    'visit:source': () => first.source,
    'visit:referrer': () => first.referrer || 'Unknown',
    'visit:channel': () => plainChannel(first),
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

/** What of the clock `shown` keeps at an instant, with the zone's offset then. */
function clockOf(time: number, zone: string, shown: (parts: Record<string, string>) => string): string {
  const parts = partsOf(time, zone);
  const { year, month, day, hour, minute, second } = parts;
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const offset = (local - (time - (time % 1000))) / 60_000;
  const two = (value: number): string => String(value).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  return `${year}-${month}-${day}T${shown(parts)}:00${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
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
