/**
 * Derives one domain's visits and visitors of one day from the events. Source: docs/reference/analytics-store.md
 * ("Derived visits").
 *
 * Nothing here is atomic or needs to be: rows count only with a record that says how many there are and which
 * events they came from. A run that fails, is killed, is repeated or runs twice at once does no harm.
 */
import { dayOf, formatDay } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import { numberList } from '../engine/number-list.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { instant } from '../engine/row-spans.ts';
import { newDerivation } from '../engine/schema/derivation-number.ts';
import { visitorKeys } from '../engine/schema/visitor-days.ts';
import { readEventDays, sumLookedAt } from './event-days.ts';
import { type Person, readPersons } from './persons.ts';
import { gapMs, pageviewName, personOf, visitColumnNames, visitsOfEvents } from './visit-rule.ts';

/** What derivation needs of the analytics store. */
export interface DerivationStore extends ReportStore {
  /** Runs a statement that returns no rows; without a time limit. */
  execute(sql: string): Promise<void>;
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

export type DerivedSpan = {
  /** In days since 1970-01-01. */
  readonly day: number;
  /** Visits of the day that start before it are stored; a full half hour, in milliseconds since the Unix epoch. */
  readonly startsUntil: number;
  /** Events before it are looked at; a full half hour, at most a day after the day's end. */
  readonly seenUntil: number;
};

/**
 * `domain` is a UUID as text. Events are counted first: when more arrive meanwhile, the run's record is of fewer events than
 * there are, and the run is never used.
 */
export async function derive(
  store: DerivationStore,
  domain: string,
  span: DerivedSpan,
  nowMs: number,
): Promise<void> {
  const days = await readEventDays(store, domain, span.day - lookBackDays, span.day + 1);
  const { events, batches } = sumLookedAt(days, span.day, span.seenUntil);
  const seen = Array.from({ length: lookBackDays }, (_, index) =>
    String(days.get(span.day - 1 - index)?.version ?? 0),
  );
  const derivation = newDerivation(nowMs);
  const persons = await readPersons(store, domain, { from: Math.max(0, span.day - 1), to: span.day + 1 });
  const chunks = Math.max(1, Math.ceil(events / maxEventsAtOnce));
  for (let chunk = 0; chunk < chunks; chunk++)
    await store.execute(visitInsert(domain, span, derivation, persons, { chunk, chunks }));
  await store.execute(visitorInsert(domain, span, derivation));
  const stored = (table: string): string =>
    `(SELECT count() FROM ${table} WHERE domain = '${domain}' AND day = '${formatDay(span.day)}' AND derivation = ${derivation})`;
  const isOfDay = `started >= ${instant(span.day * dayMs)}`;
  await store.execute(`INSERT INTO visit_derivations (domain, day, derivation, starts_until, seen_until, event_count,
      batch_sum, visit_count, open, open_since, earlier, visitor_count, seen)
    SELECT toUUID('${domain}'), toDate('${formatDay(span.day)}'), ${derivation}, ${instant(span.startsUntil)},
      ${instant(span.seenUntil)}, ${events}, ${batches}, ${stored('visits')},
      groupUniqArrayArrayIf(arrayPushBack(event_visitors, visitor), ${isOfDay}), minIf(started, ${isOfDay}),
      countIf(NOT ${isOfDay}),
      ${stored('visitor_days')}, ${numberList('UInt64', seen)}
    FROM (${openVisits(domain, span, persons)}) ${settings}`);
}

/** The condition on the events that visits of the day are made of: after it, those of visitors who were there at its end. */
function eventsOf(domain: string, { day, seenUntil }: DerivedSpan, persons: readonly Person[]): string {
  const [first, dayEnd] = [Math.max(0, day * dayMs - gapMs), (day + 1) * dayMs];
  const of = (since: number, until: number): string =>
    `domain = '${domain}' AND day BETWEEN '${formatDay(dayOf(since))}' AND '${formatDay(dayOf(until - 1))}'
    AND time >= ${instant(since)} AND time < ${instant(until)}`;
  const person = personOf(persons);
  return seenUntil <= dayEnd
    ? of(first, seenUntil)
    : `${of(first, seenUntil)} AND (time < ${instant(dayEnd)} OR ${person} IN (
      SELECT ${person} FROM events WHERE ${of(dayEnd - gapMs, dayEnd)}))`;
}

/** SQL: the visits that events since `seenUntil` could go on with. */
function openVisits(domain: string, span: DerivedSpan, persons: readonly Person[]): string {
  const where = eventsOf(domain, span, persons);
  const recent = `${where} AND time >= ${instant(span.seenUntil - gapMs)}`;
  const visits = visitsOfEvents(
    ['visitor', 'event_visitors', 'started', 'duration_ms'],
    `${where} AND ${personOf(persons)} IN (SELECT ${personOf(persons)} FROM events WHERE ${recent})`,
    persons,
  );
  return `SELECT * FROM (${visits}) WHERE NOT ${isClosed(span)} AND started < ${instant(span.startsUntil)}`;
}

/** SQL over visits: whether no event since `seenUntil` could go on with it. */
function isClosed({ seenUntil }: DerivedSpan): string {
  return `(toUnixTimestamp64Milli(started) + toInt64(duration_ms) + ${gapMs} < ${seenUntil})`;
}

function visitInsert(
  domain: string,
  span: DerivedSpan,
  derivation: string,
  persons: readonly Person[],
  { chunk, chunks }: { readonly chunk: number; readonly chunks: number },
): string {
  const columns = visitColumnNames.join(', ');
  const part = chunks === 1 ? '' : ` AND ${partCondition(persons, chunk, chunks)}`;
  return `INSERT INTO visits (domain, derivation, ${columns})
    SELECT toUUID('${domain}'), ${derivation}, ${columns}
    FROM (${visitsOfEvents(visitColumnNames, eventsOf(domain, span, persons) + part, persons)})
    WHERE started >= ${instant(span.day * dayMs)} AND started < ${instant(span.startsUntil)} AND ${isClosed(span)}
    ${settings}`;
}

/** Divides visitors evenly: by ranges of hashes, which the primary key finds; where some changed hashes, by person. */
function partCondition(persons: readonly Person[], chunk: number, chunks: number): string {
  if (persons.length > 0) return `cityHash64(${personOf(persons)}) % ${chunks} = ${chunk}`;
  const size = 2n ** 64n / BigInt(chunks);
  const last = chunk === chunks - 1 ? 2n ** 64n - 1n : size * BigInt(chunk + 1) - 1n;
  return `visitor BETWEEN ${size * BigInt(chunk)} AND ${last}`;
}

/**
 * One pass over the pageviews of those who were there on the day: what each combination of keys was last seen on before
 * it, then for each row the latest of those that share a key with it.
 */
function visitorInsert(domain: string, { day, seenUntil }: DerivedSpan, derivation: string): string {
  const keys = Object.entries(visitorKeys);
  const names = keys.map(([name]) => name);
  const of = `domain = '${domain}' AND name = '${pageviewName}'`;
  const today = `day = '${formatDay(day)}' AND time < ${instant(seenUntil)}`;
  const where = `${of} AND day BETWEEN '${formatDay(Math.max(0, day - lookBackDays))}' AND '${formatDay(day)}' AND time < ${instant(seenUntil)}`;
  const isThere = `visitor IN (SELECT visitor FROM events WHERE ${of} AND ${today})`;
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
    SELECT toUUID('${domain}'), toDate('${formatDay(day)}'), ${derivation}, visitor,
      ${names.map((_, index) => `item.${index + 1}`).join(', ')},
      ${sinceColumns.join(',\n      ')}
    FROM (
      SELECT visitor, groupArray((${names.map((name) => `key_${name}`).join(', ')}, last, pageviews)) AS items
      FROM (
        SELECT visitor, ${keys.map(([name, sql]) => `toString(${sql}) AS key_${name}`).join(', ')},
          maxIf(toUInt32(day) + 1, day != '${formatDay(day)}') AS last, countIf(day = '${formatDay(day)}')::UInt32 AS pageviews
        FROM events WHERE ${where} AND ${isThere}
        GROUP BY visitor, ${names.map((name) => `key_${name}`).join(', ')})
      GROUP BY visitor)
    ARRAY JOIN items AS item, arrayEnumerate(items) AS position
    WHERE item.${pageviews} > 0 ${settings}`;
}
