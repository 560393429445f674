/**
 * Derives the visits and visitors of one day of some domains from the events. Source: docs/reference/analytics-store.md
 * ("Derived visits").
 *
 * Nothing here is atomic or needs to be: rows count only with a record that says how many there are and which
 * events they came from. A run that fails, is killed, is repeated or runs twice at once does no harm.
 */
import { dayOf, formatDay } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import type { Look, Looked } from '../engine/changed-days.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { instant, ofDomains } from '../engine/row-spans.ts';
import { newDerivation } from '../engine/schema/derivation-number.ts';
import { isEvent } from '../engine/schema/events.ts';
import { visitorKeys } from '../engine/schema/visitor-days.ts';
import { type EventSum, readEventDays, readVersions, sumLookedAt } from './event-days.ts';
import { type Person, readPersons } from './persons.ts';
import { gapMs, pageviewName, personOf, visitColumnNames, visitorsIn, visitsOfEvents } from './visit-rule.ts';

/** What derivation needs of the analytics store. */
export interface DerivationStore extends ReportStore {
  /** Runs a statement that returns no rows; without a time limit. */
  execute(sql: string): Promise<void>;
  /** Looks for domains whose derivations may not be current. */
  changedDays(look: Look): Promise<Looked>;
}

/** How many days back a day's derivation looks for its visitors: a quarter of a year and a day. */
export const lookBackDays = 93;
/** How many events are processed together: more would need too much memory. */
const maxEventsAtOnce = 1_000_000;

/**
 * One thread, which leaves the others to queries. No bound parameters: the embedded engine runs statements with parameters
 * one at a time, and queries have some. Groups beyond 256 MiB go to disk.
 */
const settings =
  'SETTINGS max_threads = 1, max_insert_threads = 1, async_insert = 0, max_bytes_before_external_group_by = 268435456';

/** Of a derivation without visitors: `visitor_days` never has so many rows of it. */
const noVisitors = String(2n ** 64n - 1n);

export type DerivedSpan = {
  /** In days since 1970-01-01. */
  readonly day: number;
  /** Visits of the day that start before it are stored; a full half hour, in milliseconds since the Unix epoch. */
  readonly startsUntil: number;
  /** Events before it are looked at; a full half hour, at most a day after the day's end. */
  readonly seenUntil: number;
};

/** A domain, as a UUID in lower case, and the events that its derivation reads. */
type CountedDomain = EventSum & { readonly domain: string; readonly hasSaltChange: boolean };

/**
 * Derives domains, UUIDs as text, and their visitors unless it is told `visits`. Events are counted first: when more arrive meanwhile,
 * a record is of fewer events than there are, and the run is never used. Domains whose salt changed are derived one by one, because
 * their persons are named.
 */
export async function derive(
  store: DerivationStore,
  domains: readonly string[],
  span: DerivedSpan,
  nowMs: number,
  what?: 'visits',
): Promise<void> {
  const known = await readEventDays(store, domains, span.day - 1, span.day + 1);
  const counted = [...known].map(([domain, days]): CountedDomain => {
    const { events, batches } = sumLookedAt(days, span.day, span.seenUntil);
    const hasSaltChange = [...days.values()].some((day) => day.hasSaltChange);
    return { domain, events, batches, hasSaltChange };
  });
  const together = counted.filter(({ hasSaltChange }) => !hasSaltChange);
  if (together.length > 0) await deriveTogether(store, together, span, [], nowMs, what);
  for (const one of counted.filter(({ hasSaltChange }) => hasSaltChange)) {
    const range = { from: Math.max(0, span.day - 1), to: span.day + 1 };
    await deriveTogether(store, [one], span, await readPersons(store, one.domain, range), nowMs, what);
  }
}

async function deriveTogether(
  store: DerivationStore,
  counted: readonly CountedDomain[],
  span: DerivedSpan,
  persons: readonly Person[],
  nowMs: number,
  what: 'visits' | undefined,
): Promise<void> {
  const domains = counted.map(({ domain }) => domain);
  const versions =
    what === 'visits' ? undefined : await readVersions(store, domains, span.day - lookBackDays, span.day - 1);
  const derivation = newDerivation(nowMs);
  const events = counted.reduce((sum, one) => sum + one.events, 0);
  const chunks = Math.max(1, Math.ceil(events / maxEventsAtOnce));
  for (let chunk = 0; chunk < chunks; chunk++)
    await store.execute(visitInsert(domains, span, derivation, persons, { chunk, chunks }));
  if (versions) await store.execute(visitorInsert(domains, span, derivation));
  const read = counted.map(({ domain, events: count, batches }) => {
    const days = versions?.get(domain);
    const seen = versions
      ? Array.from({ length: lookBackDays }, (_, index) => days?.get(span.day - 1 - index) ?? '0')
      : [];
    return `{"domain":"${domain}","events":${count},"batches":${batches},"seen":[${seen.join(',')}]}`;
  });
  const stored = (table: string): string =>
    `(SELECT domain, count() AS ${table}_stored FROM ${table}
      WHERE ${ofDomains(domains)} AND day = '${formatDay(span.day)}' AND derivation = ${derivation} GROUP BY domain)`;
  const isOfDay = `started >= ${instant(span.day * dayMs)}`;
  await store.execute(`INSERT INTO visit_derivations (domain, day, derivation, starts_until, seen_until, event_count,
      batch_sum, visit_count, open, open_since, earlier, visitor_count, seen)
    SELECT domain, toDate('${formatDay(span.day)}'), ${derivation}, ${instant(span.startsUntil)},
      ${instant(span.seenUntil)}, events, batches, visits_stored, open, open_since, earlier,
      ${versions ? 'visitor_days_stored' : noVisitors}, seen
    FROM format(JSONEachRow, 'domain UUID, events UInt64, batches UInt64, seen Array(UInt64)', '${read.join('\n')}') AS counted
    LEFT JOIN ${stored('visits')} AS of_visits USING (domain)
    LEFT JOIN ${stored('visitor_days')} AS of_visitors USING (domain)
    LEFT JOIN (SELECT domain, groupUniqArrayArrayIf(arrayPushBack(event_visitors, visitor), ${isOfDay}) AS open,
        minIf(started, ${isOfDay}) AS open_since, countIf(NOT ${isOfDay}) AS earlier
      FROM (${openVisits(domains, span, persons)}) GROUP BY domain) AS unended USING (domain)
    ${settings}`);
}

/** The condition on the events that visits of the day are made of: after it, those of visitors who were there at its end. */
function eventsOf(
  domains: readonly string[],
  { day, seenUntil }: DerivedSpan,
  persons: readonly Person[],
): string {
  const [first, dayEnd] = [Math.max(0, day * dayMs - gapMs), (day + 1) * dayMs];
  const of = (since: number, until: number): string =>
    `${ofDomains(domains)} AND day BETWEEN '${formatDay(dayOf(since))}' AND '${formatDay(dayOf(until - 1))}'
    AND time >= ${instant(since)} AND time < ${instant(until)}`;
  return seenUntil <= dayEnd
    ? of(first, seenUntil)
    : `${of(first, seenUntil)} AND (time < ${instant(dayEnd)} OR ${isPersonOf(of(dayEnd - gapMs, dayEnd), persons)})`;
}

/** SQL: whether an event is of a person who has one of the events that `where` selects. */
function isPersonOf(where: string, persons: readonly Person[]): string {
  const person = personOf(persons);
  return `(domain, ${person}) IN (SELECT domain, ${person} FROM events WHERE ${isEvent} AND ${where})`;
}

/** SQL: the visits that events since `seenUntil` could go on with. */
function openVisits(domains: readonly string[], span: DerivedSpan, persons: readonly Person[]): string {
  const where = eventsOf(domains, span, persons);
  const recent = `${where} AND time >= ${instant(span.seenUntil - gapMs)}`;
  const visits = visitsOfEvents(
    ['domain', 'visitor', 'event_visitors', 'started', 'duration_ms'],
    `${where} AND ${isPersonOf(recent, persons)}`,
    persons,
  );
  return `SELECT * FROM (${visits}) WHERE NOT ${isClosed(span)} AND started < ${instant(span.startsUntil)}`;
}

/** SQL over visits: whether no event since `seenUntil` could go on with it. */
function isClosed({ seenUntil }: DerivedSpan): string {
  return `(toUnixTimestamp64Milli(started) + toInt64(duration_ms) + ${gapMs} < ${seenUntil})`;
}

function visitInsert(
  domains: readonly string[],
  span: DerivedSpan,
  derivation: string,
  persons: readonly Person[],
  { chunk, chunks }: { readonly chunk: number; readonly chunks: number },
): string {
  const columns = visitColumnNames.join(', ');
  const ranges = { from: chunk, until: chunk + 1, of: chunks };
  const part = chunks === 1 ? '' : ` AND ${visitorsIn(ranges, persons)}`;
  return `INSERT INTO visits (derivation, domain, ${columns})
    SELECT ${derivation}, *
    FROM (${visitsOfEvents(['domain', ...visitColumnNames], eventsOf(domains, span, persons) + part, persons)})
    WHERE started >= ${instant(span.day * dayMs)} AND started < ${instant(span.startsUntil)} AND ${isClosed(span)}
    ${settings}`;
}

/**
 * One pass over the pageviews of those who were there on the day: what each combination of keys was last seen on before
 * it, then for each row the latest of those that share a key with it.
 */
function visitorInsert(
  domains: readonly string[],
  { day, seenUntil }: DerivedSpan,
  derivation: string,
): string {
  const keys = Object.entries(visitorKeys);
  const names = keys.map(([name]) => name);
  const of = `${ofDomains(domains)} AND name = '${pageviewName}'`;
  const today = `day = '${formatDay(day)}' AND time < ${instant(seenUntil)}`;
  const where = `${of} AND day BETWEEN '${formatDay(Math.max(0, day - lookBackDays))}' AND '${formatDay(day)}' AND time < ${instant(seenUntil)}`;
  const isThere = `(domain, visitor) IN (SELECT domain, visitor FROM events WHERE ${of} AND ${today})`;
  // Position of a key in the tuples of `items`; behind the keys are last and pageviews.
  const last = names.length + 1;
  const pageviews = names.length + 2;
  const since = (same: string, name: string): string =>
    `if(arrayFirstIndex(x -> x.${pageviews} > 0 AND ${same}, items) != position, 0,
      if(arrayMax(x -> if(${same}, x.${last}, 0), items) AS seen_${name} = 0, 65535, ${day + 1} - seen_${name}))::UInt16`;
  const sinceColumns = [
    since('1', 'at_all'),
    ...names.map((name, index) => since(`x.${index + 1} = item.${index + 1}`, name)),
  ];
  return `INSERT INTO visitor_days (domain, day, derivation, visitor, ${names.join(', ')},
      since, ${names.map((name) => `since_${name}`).join(', ')})
    SELECT domain, toDate('${formatDay(day)}'), ${derivation}, visitor,
      ${names.map((_, index) => `item.${index + 1}`).join(', ')},
      ${sinceColumns.join(',\n      ')}
    FROM (
      SELECT domain, visitor, groupArray((${names.map((name) => `key_${name}`).join(', ')}, last, pageviews)) AS items
      FROM (
        SELECT domain, visitor, ${keys.map(([name, sql]) => `toString(${sql}) AS key_${name}`).join(', ')},
          maxIf(toUInt32(day) + 1, day != '${formatDay(day)}') AS last, countIf(day = '${formatDay(day)}')::UInt32 AS pageviews
        FROM events WHERE ${where} AND ${isThere}
        GROUP BY domain, visitor, ${names.map((name) => `key_${name}`).join(', ')})
      GROUP BY domain, visitor)
    ARRAY JOIN items AS item, arrayEnumerate(items) AS position
    WHERE item.${pageviews} > 0 ${settings}`;
}
