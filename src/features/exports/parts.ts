/**
 * An export as a sequence of parts: of a day, some of the account's domains, or a slice of one that has many rows. What a row is decides
 * which part it is in, so rows that arrive meanwhile are in one part or in none, and a part that is written again takes the place of
 * the one before. Source: docs/reference/exports.md ("How it is made").
 */
import { type RawBuilder, sql } from 'kysely';
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import { instant, ofDomains } from '../../analytics/engine/row-spans.ts';
import { isEvent } from '../../analytics/engine/schema/events.ts';
import { type VisitorRanges, visitorsIn } from '../../analytics/visits/visit-rule.ts';
import type { ControlDatabase } from '../../control/database.ts';
import { formatDay } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import type { ExportWhat } from './export.ts';

/** Something that rows are recorded under: a custom domain, a redirect or a list of rules. */
export type Recorded = { readonly uuid: string; readonly host: string; readonly isCustom: boolean };

/** Of a domain's day, of so many equal ranges: the rows in some of them, or some of the rows in one. */
export type Slice = {
  readonly from: number;
  /** Isn't included. */
  readonly until: number;
  readonly of: number;
  /** Of rows that no range divides: those of so many whose hash has this remainder. */
  readonly cut?: { readonly index: number; readonly of: number };
};

/** Where slices continue: at a range, and there at a remainder. */
type Sliced = {
  readonly uuid: string;
  readonly next: number;
  readonly of: number;
  readonly cut?: { readonly next: number; readonly of: number };
};

/** Where an export continues. */
export type Position = {
  readonly day: number;
  /** All up to this uuid of the day are written. */
  readonly after: string;
  /** Of what is being written in slices; null: nothing is. */
  readonly sliced: Sliced | null;
  /** How many parts are written. */
  readonly parts: number;
  /** Which bucket they are in; of a file, none. */
  readonly place?: string;
};

export type Part = {
  readonly number: number;
  readonly day: number;
  readonly recorded: readonly Recorded[];
  /** Undefined: all rows. */
  readonly slice: Slice | undefined;
  /** Rows that were counted before it is written, or events that its visits are made of. */
  readonly counted: number;
  /** Where the export continues after it. */
  readonly next: Position;
};

export type Wanted = {
  readonly accountUuid: string;
  readonly what: ExportWhat;
  /** Null: everything of the account. */
  readonly customDomainUuid: string | null;
  readonly lastDay: number;
};

export type PartSizes = {
  /** Rows of a part: of one domain's day, or of several domains together. Events with large properties count as several. */
  readonly rows: number;
  /** Events that visits are made of at a time, where they aren't derived. */
  readonly events: number;
};

export const partSizes: PartSizes = { rows: 500_000, events: 100_000 };
/** Properties of an event take 68 KB at most; one with more than this counts as several rows. */
const propertyBytesOfRow = 512;
/** Of those that a domain's day is divided into; a part has some of them. */
const rangesOfPart = 16;
/** Counted at once: an export that lets others go on counts anew. */
const rangesAtOnce = 4 * rangesOfPart;
const domainsOfPart = 500;
const domainsOfPage = 5_000;

export function firstPosition(day: number): Position {
  return { day, after: '', sliced: null, parts: 0 };
}

/** The parts that have rows, from a position on. */
export async function* partsFrom(
  database: ControlDatabase,
  analytics: ReportStore,
  wanted: Wanted,
  position: Position,
  signal: AbortSignal,
  sizes: PartSizes = partSizes,
): AsyncGenerator<Part> {
  let at = position;
  let isEmpty = at.after === '' && at.sliced === null;
  let daysLeft: readonly number[] | undefined;
  while (at.day <= wanted.lastDay) {
    signal.throwIfAborted();
    const page = await recordedAfter(
      database,
      wanted,
      at.sliced ? at.sliced.uuid : at.after,
      at.sliced !== null,
    );
    if (page.length > 0)
      for await (const part of planned(analytics, wanted, page, at, sizes)) {
        yield part;
        at = part.next;
        isEmpty = false;
      }
    if (page.length === domainsOfPage) {
      at = { ...at, after: page.at(-1)?.uuid ?? '', sliced: null };
      continue;
    }
    // After the first day without rows, as years may have none.
    const { day, parts } = at;
    if (isEmpty) daysLeft ??= await daysWithRows(database, analytics, wanted, day + 1, signal);
    const next = daysLeft ? (daysLeft.find((one) => one > day) ?? wanted.lastDay + 1) : day + 1;
    at = { ...firstPosition(next), parts };
    isEmpty = true;
  }
}

/** From a day on, in time order. */
async function daysWithRows(
  database: ControlDatabase,
  analytics: ReportStore,
  wanted: Wanted,
  from: number,
  signal: AbortSignal,
): Promise<number[]> {
  const days = new Set<number>();
  if (from > wanted.lastDay) return [];
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const page = await recordedAfter(database, wanted, after, false);
    if (page.length > 0) {
      const rows = await analytics.query<{ number: number }>(
        `SELECT toInt32(day) AS number, count() AS rows FROM ${countedRows(wanted.what)}
        AND day BETWEEN '${formatDay(from)}' AND '${formatDay(wanted.lastDay)}'
        AND ${ofDomains(page.map(({ uuid }) => uuid))} GROUP BY day`,
        {},
      );
      for (const { number } of rows) days.add(number);
    }
    if (page.length < domainsOfPage) return [...days].toSorted((a, b) => a - b);
    after = page.at(-1)?.uuid ?? '';
  }
}

/** The parts of a page of domains on one day. */
async function* planned(
  analytics: ReportStore,
  { what }: Wanted,
  page: readonly Recorded[],
  at: Position,
  sizes: PartSizes,
): AsyncGenerator<Part> {
  const { day } = at;
  const whole = page.filter(({ uuid }) => uuid !== at.sliced?.uuid);
  const counts = await countRows(analytics, what, whole, day);
  const most = what === 'visits' ? sizes.events : sizes.rows;
  let { after, parts: number } = at;
  const part = (recorded: readonly Recorded[], counted: number, slice?: Slice): Part => {
    const uuid = recorded.at(-1)?.uuid ?? '';
    const sliced = slice === undefined ? null : slicedAfter(uuid, slice);
    number += 1;
    if (sliced === null) after = uuid;
    return { number, day, recorded, slice, counted, next: { day, after, sliced, parts: number } };
  };
  let together: Recorded[] = [];
  let [sum, sumOfSizes] = [0, 0];
  const flush = (): Part[] => {
    const flushed = together.length > 0 ? [part(together, sum)] : [];
    together = [];
    [sum, sumOfSizes] = [0, 0];
    return flushed;
  };
  for (const one of page) {
    const { rows, size } = counts.get(one.uuid) ?? none;
    const begun = at.sliced?.uuid === one.uuid ? at.sliced : undefined;
    if (begun || size > most) {
      yield* flush();
      let from = begun ?? { uuid: one.uuid, next: 0, of: rangesOfPart * Math.ceil(size / most) };
      while (from.next < from.of) {
        const until = Math.min(from.of, from.next + rangesAtOnce);
        const ranges = await countRanges(analytics, what, day, from, until);
        for (const { slice, rows: ofSlice } of slicesOf(ranges, from, until, most, what !== 'visits'))
          yield part([one], ofSlice, slice);
        from = { uuid: one.uuid, next: until, of: from.of };
      }
      continue;
    }
    if (rows === 0) continue;
    if (sumOfSizes + size > most || together.length === domainsOfPart) yield* flush();
    together.push(one);
    sum += rows;
    sumOfSizes += size;
  }
  yield* flush();
}

/** Null: that was the last of them. */
function slicedAfter(uuid: string, { until, of, cut }: Slice): Sliced | null {
  if (cut && cut.index + 1 < cut.of)
    return { uuid, next: until - 1, of, cut: { next: cut.index + 1, of: cut.of } };
  return until < of ? { uuid, next: until, of } : null;
}

/** Ranges together as far as they are few rows; one that alone has too many is cut by the rows' hashes. A visitor's visits can't be. */
export function* slicesOf(
  ranges: ReadonlyMap<number, Count>,
  { next, of, cut }: Pick<Sliced, 'next' | 'of' | 'cut'>,
  end: number,
  most: number,
  mayCut: boolean,
): Generator<{ readonly slice: Slice; readonly rows: number }> {
  let from = next;
  let [sum, sumOfSizes] = [0, 0];
  for (let range = next; range < end; range++) {
    const { rows, size } = ranges.get(range) ?? none;
    const begun = range === next ? cut : undefined;
    if (sumOfSizes > 0 && sumOfSizes + size > most) {
      yield { slice: { from, until: range, of }, rows: sum };
      from = range;
      [sum, sumOfSizes] = [0, 0];
    }
    sum += rows;
    sumOfSizes += size;
    const pieces = begun?.of ?? (mayCut ? Math.ceil(size / most) : 1);
    if (pieces <= 1) continue;
    for (let index = begun?.next ?? 0; index < pieces; index++)
      yield {
        slice: { from: range, until: range + 1, of, cut: { index, of: pieces } },
        rows: Math.ceil(rows / pieces),
      };
    from = range + 1;
    [sum, sumOfSizes] = [0, 0];
  }
  if (sum > 0) yield { slice: { from, until: end, of }, rows: sum };
}

export type Count = {
  /** Rows, or events. */
  readonly rows: number;
  /** The same, where large rows count as several. */
  readonly size: number;
};

const none: Count = { rows: 0, size: 0 };

/** How many rows, or events, each has on a day; those that have some. */
async function countRows(
  analytics: ReportStore,
  what: ExportWhat,
  page: readonly Recorded[],
  day: number,
): Promise<ReadonlyMap<string, Count>> {
  if (page.length === 0) return new Map();
  const counts = await analytics.query<Count & { uuid: string }>(
    `SELECT toString(domain) AS uuid, ${countsOf(what)} FROM ${countedRows(what)}
    AND day = '${formatDay(day)}' AND ${ofDomains(page.map(({ uuid }) => uuid))} GROUP BY domain`,
    {},
  );
  return new Map(counts.map(({ uuid, ...count }) => [uuid, count]));
}

/** The same of some ranges of a domain's day; of visits whose visitor's hash changed, about. One whose cuts were begun isn't counted. */
async function countRanges(
  analytics: ReportStore,
  what: ExportWhat,
  day: number,
  { uuid, next, of, cut }: Sliced,
  until: number,
): Promise<ReadonlyMap<number, Count>> {
  const from = cut ? next + 1 : next;
  if (from >= until) return new Map();
  const range =
    what === 'requests'
      ? `intDiv((toUnixTimestamp64Milli(time) - ${day * dayMs} + 1) * ${of} - 1, ${dayMs})`
      : `intDiv(bitShiftRight(visitor, 32) * ${of}, ${2 ** 32})`;
  const counts = await analytics.query<Count & { range: number }>(
    `SELECT toUInt32(${range}) AS range, ${countsOf(what)} FROM ${countedRows(what)}
    AND day = '${formatDay(day)}' AND ${ofDomains([uuid])} AND ${inRanges(what, day, { from, until, of })}
    GROUP BY range`,
    {},
  );
  return new Map(counts.map(({ range: number, ...count }) => [number, count]));
}

/** SQL: whether a row is in some ranges of a day, of what its table is ordered by. */
export function inRanges(what: ExportWhat, day: number, ranges: VisitorRanges): string {
  if (what !== 'requests') return visitorsIn(ranges, []);
  const at = (n: number): string => instant(day * dayMs + Math.floor((n * dayMs) / ranges.of));
  return `time >= ${at(ranges.from)} AND time < ${at(ranges.until)}`;
}

function countsOf(what: ExportWhat): string {
  return `count() AS rows, ${what === 'events' ? `greatest(rows, intDiv(sum(byteSize(props)), ${propertyBytesOfRow}))` : 'rows'} AS size`;
}

/** SQL: the rows that tell how much there is; further conditions follow. */
export function countedRows(what: ExportWhat): string {
  return what === 'requests' ? 'requests WHERE 1' : `events WHERE ${isEvent}`;
}

/** In the order of their uuids. */
async function recordedAfter(
  database: ControlDatabase,
  { accountUuid, what, customDomainUuid }: Wanted,
  after: string,
  isIncluded: boolean,
): Promise<Recorded[]> {
  const branch = (table: string, host: string, isCustom: 0 | 1): RawBuilder<unknown> => sql`
    select * from (
      select uuid, ${sql.ref(host)} as host, ${sql.lit(isCustom)} as is_custom from ${sql.table(table)}
      where account_uuid = ${accountUuid} and uuid ${isIncluded ? sql`>=` : sql`>`} ${after}
      ${customDomainUuid === null ? sql`` : sql`and uuid = ${customDomainUuid}`}
      order by uuid limit ${sql.lit(domainsOfPage)}) as ${sql.ref(`of_${table}`)}`;
  const others = what === 'requests' && customDomainUuid === null;
  const { rows } = await sql<{ uuid: string; host: string; is_custom: number }>`
    ${branch('custom_domains', 'host', 1)}
    ${
      others
        ? sql`union all ${branch('redirects', 'source_host', 0)} union all ${branch('host_rules', 'host', 0)}`
        : sql``
    }
    order by uuid limit ${sql.lit(domainsOfPage)}`.execute(database.queries);
  return rows.map(({ uuid, host, is_custom }) => ({ uuid, host, isCustom: is_custom === 1 }));
}
