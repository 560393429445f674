/**
 * Derives visits and visitors of one domain and day from its pageviews. Source: design ("A report").
 *
 * Nothing here is atomic, and nothing needs to be: rows count only when they add up to the day's pageviews as they are
 * now (see schema/visits.ts), so a run that fails, is killed, is repeated or runs twice at once does no harm.
 */
import { formatDay } from '../../core/date-range.ts';
import type { ReportStore } from '../answers/report-store.ts';
import { newDerivation } from '../engine/schema/derivation-number.ts';
import { visitorKeys } from '../engine/schema/visitor-days.ts';
import type { DayState } from './day-states.ts';
import { entryColumns, linkColumns, partsOfPageviews } from './parts.ts';
import { derivedLinks } from './visit-links.ts';
import { seenVersion } from './visitor-states.ts';

/** What derivation needs of the analytics store. */
export interface DerivationStore extends ReportStore {
  /** Runs a statement that answers nothing; not bound in time. */
  execute(sql: string): Promise<void>;
}

/** How many days before a day its derivation looks for its visitors: a quarter of a year and a day. */
export const lookBackDays = 93;

/**
 * One thread, so that reports have the other ones. Nothing is bound as a parameter: of statements with parameters the
 * embedded engine runs one at a time, and reports have some.
 */
const settings = 'SETTINGS max_threads = 1, max_insert_threads = 1, async_insert = 0';

/** `domain` is a UUID as text. */
export async function deriveVisits(
  store: DerivationStore,
  domain: string,
  day: number,
  nowMs: number,
): Promise<void> {
  const columns = [
    'day',
    'edge',
    'visitor',
    'previous_visitor',
    'started',
    'ended',
    'pageviews',
    'entry_path',
    'exit_path',
    ...entryColumns,
    'batch_sum',
  ].join(', ');
  await store.execute(`INSERT INTO visits (domain, derivation, ${columns})
    SELECT toUUID('${domain}'), ${newDerivation(nowMs)}, ${columns}
    FROM (${partsOfPageviews(`domain = '${domain}' AND day = '${formatDay(day)}'`)}) ${settings}`);
}

/** Links the parts of two days in a row, both derived. `domain` is a UUID as text. */
export async function deriveLinks(
  store: DerivationStore,
  domain: string,
  [before, after]: readonly [DayState, DayState],
  nowMs: number,
): Promise<void> {
  const derivation = newDerivation(nowMs);
  const links = derivedLinks(before, after, `'${domain}'`);
  const common = `toUUID('${domain}'), ${derivation}, ${before.derivation}, ${after.derivation}`;
  await store.execute(`INSERT INTO visit_links (domain, derivation, before, after, ${linkColumns.join(', ')})
    SELECT ${common}, ${linkColumns.join(', ')} FROM (${links}) ${settings}`);
  await store.execute(`INSERT INTO visit_links (domain, derivation, before, after, day, expected)
    SELECT ${common}, toDate('${formatDay(after.day)}'), count() FROM (${links}) ${settings}`);
}

/** `domain` is a UUID as text. What it saw of the days before is written down only when they stayed as they were. */
export async function deriveVisitors(
  store: DerivationStore,
  domain: string,
  day: number,
  nowMs: number,
): Promise<void> {
  const derivation = newDerivation(nowMs);
  const seenBefore = await versionsSeen(store, domain, day);
  await store.execute(visitorInsert(domain, day, derivation));
  const seenAfter = await versionsSeen(store, domain, day);
  if (seenBefore.join() !== seenAfter.join()) return;
  await store.execute(`INSERT INTO visitor_day_records (domain, day, derivation, seen)
    SELECT toUUID('${domain}'), toDate('${formatDay(day)}'), ${derivation}, [${seenAfter.join(', ')}]::Array(UInt64) ${settings}`);
}

/** Versions of the days before a day, the nearest first; as decimal text. */
async function versionsSeen(store: DerivationStore, domain: string, day: number): Promise<string[]> {
  const rows = await store.query<{ number: number; version: string }>(
    `SELECT toInt32(day) AS number, toString(${seenVersion('day', 'count()', 'sum(batch)')}) AS version
    FROM events WHERE domain = {domain:UUID} AND day >= {from:Date} AND day < {to:Date} GROUP BY day`,
    { domain, from: formatDay(Math.max(0, day - lookBackDays)), to: formatDay(day) },
  );
  const versions = new Map(rows.map(({ number, version }) => [number, version]));
  return Array.from({ length: lookBackDays }, (_, index) => versions.get(day - 1 - index) ?? '0');
}

/**
 * One pass over the pageviews of those who were there on the day: what each combination of keys was last seen on before
 * it, then for each row the latest of those that share a key with it.
 */
function visitorInsert(domain: string, day: number, derivation: string): string {
  const keys = Object.entries(visitorKeys);
  const names = keys.map(([name]) => name);
  const where = `domain = '${domain}' AND day BETWEEN '${formatDay(Math.max(0, day - lookBackDays))}' AND '${formatDay(day)}'`;
  const isThere = `visitor IN (SELECT visitor FROM events WHERE domain = '${domain}' AND day = '${formatDay(day)}')`;
  const today = `day = '${formatDay(day)}'`;
  // Position of a key in the tuples of `items`; behind the keys are last, pageviews, batch_sum.
  const last = `${names.length + 1}`;
  const pageviews = `${names.length + 2}`;
  const since = (same: string): string =>
    `if(arrayFirstIndex(x -> x.${pageviews} > 0 AND ${same}, items) != position, 0,
      if(arrayMax(x -> if(${same}, x.${last}, 0), items) AS seen_${same === '1' ? 'at_all' : same.slice(2, 3)} = 0, 65535,
        ${day + 1} - seen_${same === '1' ? 'at_all' : same.slice(2, 3)}))::UInt16`;
  return `INSERT INTO visitor_days (domain, day, derivation, visitor, ${names.join(', ')}, pageviews, batch_sum,
      since, ${names.map((name) => `since_${name}`).join(', ')})
    SELECT toUUID('${domain}'), toDate('${formatDay(day)}'), ${derivation}, visitor,
      ${names.map((_, index) => `item.${index + 1}`).join(', ')}, item.${pageviews}, item.${names.length + 3},
      ${['1', ...names.map((_, index) => `x.${index + 1} = item.${index + 1}`)].map(since).join(',\n      ')}
    FROM (
      SELECT visitor, groupArray((${names.map((name) => `key_${name}`).join(', ')}, last, pageviews, batch_sum)) AS items
      FROM (
        SELECT visitor, ${keys.map(([name, sql]) => `toString(${sql}) AS key_${name}`).join(', ')},
          maxIf(toUInt32(day) + 1, NOT ${today}) AS last, countIf(${today})::UInt32 AS pageviews,
          sumIf(batch, ${today}) AS batch_sum
        FROM events WHERE ${where} AND ${isThere}
        GROUP BY visitor, ${names.map((name) => `key_${name}`).join(', ')})
      GROUP BY visitor)
    ARRAY JOIN items AS item, arrayEnumerate(items) AS position
    WHERE item.${pageviews} > 0 ${settings}`;
}
