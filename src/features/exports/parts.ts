/**
 * An export as a sequence of parts: of a day, some of the account's domains, or a slice of one that has many rows. What a row is decides
 * which part it is in, so rows that arrive meanwhile are in one part or in none, and a part that is written again takes the place of
 * the one before. Source: docs/reference/exports.md ("How it is made").
 */
import { type RawBuilder, sql } from 'kysely';
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import { ofDomains } from '../../analytics/engine/row-spans.ts';
import { isEvent } from '../../analytics/engine/schema/events.ts';
import type { ControlDatabase } from '../../control/database.ts';
import { formatDay } from '../../core/date-range.ts';
import type { ExportWhat } from './export.ts';

/** Something that rows are recorded under: a custom domain, a redirect or a list of rules. */
export type Recorded = { readonly uuid: string; readonly host: string; readonly isCustom: boolean };

/** Where an export continues. */
export type Position = {
  readonly day: number;
  /** All up to this uuid of the day are written. */
  readonly after: string;
  /** Of what is being written in slices; null: nothing is. */
  readonly sliced: { readonly uuid: string; readonly next: number; readonly of: number } | null;
  /** How many parts are written. */
  readonly parts: number;
};

export type Part = {
  readonly number: number;
  readonly day: number;
  readonly recorded: readonly Recorded[];
  /** Undefined: all rows. */
  readonly slice: { readonly index: number; readonly of: number } | undefined;
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

export const partSizes: PartSizes = { rows: 500_000, events: 250_000 };
/** Properties of an event take 68 KB at most; one with more than this counts as several rows. */
const propertyBytesOfRow = 512;
const domainsOfPart = 500;
const domainsOfPage = 5_000;

export function firstPosition(day: number): Position {
  return { day, after: '', sliced: null, parts: 0 };
}

/** The parts that have rows, from a position on. Years may have none: `signal` ends the search for them. */
export async function* partsFrom(
  database: ControlDatabase,
  analytics: ReportStore,
  wanted: Wanted,
  position: Position,
  signal: AbortSignal,
  sizes: PartSizes = partSizes,
): AsyncGenerator<Part> {
  let at = position;
  while (at.day <= wanted.lastDay) {
    signal.throwIfAborted();
    const page = await recordedAfter(
      database,
      wanted,
      at.sliced ? at.sliced.uuid : at.after,
      at.sliced !== null,
    );
    if (page.length > 0)
      for (const part of await planned(analytics, wanted, page, at, sizes)) {
        yield part;
        at = part.next;
      }
    const isLast = page.length < domainsOfPage;
    at = isLast
      ? { ...firstPosition(at.day + 1), parts: at.parts }
      : { ...at, after: page.at(-1)?.uuid ?? '', sliced: null };
  }
}

/** The parts of a page of domains on one day. */
async function planned(
  analytics: ReportStore,
  { what }: Wanted,
  page: readonly Recorded[],
  at: Position,
  sizes: PartSizes,
): Promise<Part[]> {
  const counts = await countRows(analytics, what, page, at.day);
  const most = what === 'visits' ? sizes.events : sizes.rows;
  const parts: Part[] = [];
  let { after, parts: number } = at;
  const add = (recorded: readonly Recorded[], counted: number, slice?: Part['slice']): void => {
    const uuid = recorded.at(-1)?.uuid ?? '';
    number += 1;
    const isMore = slice !== undefined && slice.index + 1 < slice.of;
    if (!isMore) after = uuid;
    const sliced = isMore ? { uuid, next: slice.index + 1, of: slice.of } : null;
    const next = { day: at.day, after, sliced, parts: number };
    parts.push({ number, day: at.day, recorded, slice, counted, next });
  };
  let together: Recorded[] = [];
  let [sum, sumOfSizes] = [0, 0];
  const flush = (): void => {
    if (together.length > 0) add(together, sum);
    together = [];
    [sum, sumOfSizes] = [0, 0];
  };
  for (const one of page) {
    const begun = at.sliced?.uuid === one.uuid ? at.sliced : undefined;
    const { rows, size } = counts.get(one.uuid) ?? none;
    if (rows === 0 && !begun) continue;
    if (begun || size > most) {
      flush();
      // Derived visits stream, so one part has all of a domain's.
      const of = begun?.of ?? (what === 'visits' ? 1 : Math.ceil(size / most));
      for (let index = begun?.next ?? 0; index < of; index++)
        add([one], Math.ceil(rows / of), of === 1 ? undefined : { index, of });
      continue;
    }
    if (sumOfSizes + size > most || together.length === domainsOfPart) flush();
    together.push(one);
    sum += rows;
    sumOfSizes += size;
  }
  flush();
  return parts;
}

type Count = {
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
  const size =
    what === 'events' ? `greatest(rows, intDiv(sum(byteSize(props)), ${propertyBytesOfRow}))` : 'rows';
  const counts = await analytics.query<Count & { uuid: string }>(
    `SELECT toString(domain) AS uuid, count() AS rows, ${size} AS size FROM ${countedRows(what)}
    AND day = '${formatDay(day)}' AND ${ofDomains(page.map(({ uuid }) => uuid))} GROUP BY domain`,
    {},
  );
  return new Map(counts.map(({ uuid, ...count }) => [uuid, count]));
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
