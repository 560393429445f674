/**
 * Exports, and which of them are due. Source: docs/reference/exports.md ("How it is made").
 *
 * One waits → runs, part by part → is done or has failed. It is due at `next_at`; taking it moves that on by a lease, so a machine
 * that dies leaves it to another, or, where it writes a file, to its own next process. What a part adds is recorded under the lease only.
 */
import { type Selectable, sql, type UpdateObject } from 'kysely';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { ControlSchema } from '../../control/schema.ts';
import type { ControlStore } from '../../control/store.ts';
import type { AccountQueue } from '../../core/account-turns.ts';
import type { Clock } from '../../core/clock.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { dayMs } from '../../core/time.ts';
import type { StoredResource } from '../../kernel/collection.ts';
import { auditedCollection, CollectionStore } from '../../kernel/collection-store.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { refuseForeign } from '../../kernel/refuse-foreign.ts';
import { toWire } from '../../resources/resource.ts';
import {
  daysOf,
  type Export,
  type ExportDefinitions,
  type ExportFormat,
  type ExportState,
  type ExportValues,
  type ExportWhat,
  exportResource,
} from './export.ts';
import { firstPosition, type Position } from './parts.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    exports: ExportRow;
  }
}

/** Rows of analytics that are written to a file or a bucket. */
interface ExportRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  what: Constant<ExportWhat>;
  custom_domain_uuid: Constant<string | null>;
  from: Constant<string>;
  to: Constant<string>;
  format: Constant<ExportFormat>;
  destination_uuid: Constant<string | null>;
  schedule_uuid: Constant<string | null>;
  state: ExportState;
  error: string | null;
  /** JSON: where it continues. */
  position: string;
  rows: number;
  bytes: number;
  /** Rows, or events of visits, as they were counted before they were written. */
  counted: number;
  /** Attempts that came to nothing since a part was written. */
  failures: number;
  /** The machine that has its file. */
  machine: string | null;
  lease: string | null;
  next_at: number | null;
  finished_at: number | null;
  expires_at: number | null;
  created_at: Constant<number>;
}

/** For how long a file can be downloaded. */
export const fileKeptMs: number = dayMs;
/** For how long it is listed after it has ended. */
const listedMs: number = 30 * dayMs;
/** A file's machine that hasn't continued it for so long is gone. */
const machineGoneMs: number = dayMs;
/** Waiting and running ones of an account. */
const maxOpen = 100;
/** Of the budget, what a file takes at least: a disk has room for so many files only, however small. */
const leastFileBytes = 64 * 1024;
/** Databases take some ten thousand parameters. */
const uuidsOfQuery = 500;

export const stored: StoredResource<ExportDefinitions> = {
  resource: exportResource,
  kind: 'export',
  owner: namedAccount,
  table: 'exports',
  label: 'what',
  // Those that have ended go by themselves.
  limit: { most: Number.MAX_SAFE_INTEGER, code: 'limit_reached' },
};

export const auditedExport: ReturnType<typeof auditedCollection<ExportDefinitions>> =
  auditedCollection(stored);

/** One that is due, taken by this machine. */
export type TakenExport = Export & {
  readonly accountUuid: string;
  readonly lease: string;
  readonly position: Position;
  readonly rows: number;
  readonly bytes: number;
  readonly counted: number;
  readonly failures: number;
  readonly first: number;
  readonly last: number;
};

export type Advance = Pick<TakenExport, 'position' | 'rows' | 'bytes' | 'counted'>;

export class Exports extends CollectionStore<ExportDefinitions> implements AccountQueue<TakenExport> {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #leases: ControlStore['nodeLeases'];

  constructor(store: ControlStore) {
    super(stored, store);
    this.#database = store.database;
    this.#clock = store.clock;
    this.#leases = store.nodeLeases;
  }

  /** Errors: `limit_reached`, `custom_domain_uuid_invalid`, `destination_uuid_invalid`. */
  async order(
    accountUuid: string,
    values: ExportValues,
    scheduleUuid: string | null = null,
    also: (trx: ControlTransaction) => Promise<void> = () => Promise.resolve(),
  ): Promise<Export | undefined> {
    return this.create(accountUuid, { ...values, scheduleUuid }, async ({ trx, now, columns }) => {
      await refuseForeign(trx, accountUuid, 'custom_domain_uuid', values.customDomainUuid);
      await refuseForeign(trx, accountUuid, 'destination_uuid', values.destinationUuid);
      await refuseBeyondOpen(trx, accountUuid);
      await also(trx);
      Object.assign(columns, {
        state: 'waiting',
        error: null,
        position: JSON.stringify(firstPosition(daysOf(values).first)),
        rows: 0,
        bytes: 0,
        counted: 0,
        failures: 0,
        machine: null,
        lease: null,
        next_at: now,
        finished_at: null,
        expires_at: null,
      } satisfies Partial<Selectable<ExportRow>>);
    });
  }

  /** As the API shows them. */
  async toWire(all: readonly Export[]): Promise<Record<string, unknown>[]> {
    if (all.length === 0) return [];
    const rows = await this.#database.queries
      .selectFrom('exports')
      .select(['uuid', 'state', 'error', 'position', 'rows', 'bytes', 'finished_at', 'expires_at'])
      .where(
        'uuid',
        'in',
        all.map(({ uuid }) => uuid),
      )
      .execute();
    const byUuid = new Map(rows.map((row) => [row.uuid, row]));
    return all.map((one) => {
      const row = byUuid.get(one.uuid);
      const { first, last } = daysOf(one);
      const position: Position = row ? JSON.parse(row.position) : firstPosition(first);
      return toWire(exportResource, one, {
        state: row?.state ?? 'waiting',
        error: row?.error ?? null,
        progress: {
          rows: row?.rows ?? 0,
          bytes: row?.bytes ?? 0,
          days_done: Math.min(position.day, last + 1) - first,
          days: last - first + 1,
        },
        finished_at: timeOrNull(row?.finished_at),
        expires_at: timeOrNull(row?.expires_at),
      });
    });
  }

  /** The file of one that is done, until it expires. Errors: `not_found`. */
  async findFile(
    accountUuid: string,
    uuid: string,
  ): Promise<{ readonly export: Export; readonly bytes: number }> {
    const found = await this.find(accountUuid, uuid);
    const row = await this.#database.queries
      .selectFrom('exports')
      .select(['state', 'bytes', 'expires_at', 'destination_uuid'])
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    if (!found || !row) throw new ServiceError('not_found', `there is no export ${quoteValue(uuid)}`);
    const why =
      row.destination_uuid !== null
        ? 'it went to a bucket'
        : row.state !== 'done'
          ? `its state is ${row.state}`
          : (row.expires_at ?? 0) <= this.#clock.now()
            ? 'it has expired'
            : undefined;
    if (why !== undefined) throw new ServiceError('not_found', `export ${uuid} has no file: ${why}`);
    return { export: found, bytes: row.bytes };
  }

  async accountsDue(now: number): Promise<string[]> {
    const rows = await this.#due(now).select('account_uuid').distinct().execute();
    return rows.map(({ account_uuid: account }) => account);
  }

  /** Of each account one at a time, the oldest first. */
  takeDue(now: number, leaseMs: number, shares: ReadonlyMap<string, number>): Promise<TakenExport[]> {
    return this.#database.transaction(async (trx) => {
      const taken: TakenExport[] = [];
      for (const account of shares.keys()) {
        const oldest = this.#due(now, trx)
          .selectAll()
          .where('account_uuid', '=', account)
          .orderBy('created_at')
          .orderBy('uuid')
          .limit(1);
        const row = await takingTurns(this.#database.kind, oldest).executeTakeFirst();
        if (!row) continue;
        const lease = this.#leases.newLease();
        const machine = row.destination_uuid === null ? this.#leases.node : null;
        await trx
          .updateTable('exports')
          .set({ state: 'running', lease, machine, next_at: now + leaseMs })
          .where('uuid', '=', row.uuid)
          .execute();
        taken.push(toTaken(row, lease));
      }
      return taken;
    });
  }

  #due(now: number, queries: ControlTransaction | ControlDatabase['queries'] = this.#database.queries) {
    return queries
      .selectFrom('exports')
      .where('next_at', '<=', now)
      .where(sql<boolean>`(machine is null or machine = ${this.#leases.node})`)
      .where(sql<boolean>`not exists (select 1 from exports as held where held.account_uuid = exports.account_uuid
        and held.lease is not null and held.next_at > ${now})`);
  }

  /** False: another process has it, or it was deleted. */
  extend({ uuid, lease }: TakenExport, leaseMs: number): Promise<boolean> {
    return this.#set({ uuid, lease }, { next_at: this.#clock.now() + leaseMs });
  }

  /** Notes what is written, with what belongs to it in one transaction. False: as of {@link extend}. */
  advance(
    { uuid, lease }: TakenExport,
    { position, rows, bytes, counted }: Advance,
    also?: (trx: ControlTransaction) => Promise<void>,
  ): Promise<boolean> {
    const change = { position: JSON.stringify(position), rows, bytes, counted, failures: 0, error: null };
    return this.#set({ uuid, lease }, change, also);
  }

  /** Others get their turn, or, after a failure, it waits. */
  release(
    { uuid, lease }: TakenExport,
    wait?: { readonly ms: number; readonly reason: string },
  ): Promise<boolean> {
    const now = this.#clock.now();
    const change = { lease: null, next_at: now + (wait?.ms ?? 0) };
    return this.#set(
      { uuid, lease },
      wait ? { ...change, error: wait.reason, failures: sql<number>`failures + 1` } : change,
    );
  }

  /** It is complete. */
  done(
    { uuid, lease, destinationUuid }: TakenExport,
    { position, bytes }: Pick<TakenExport, 'position' | 'bytes'>,
    also?: (trx: ControlTransaction) => Promise<void>,
  ): Promise<boolean> {
    const now = this.#clock.now();
    const change = {
      state: 'done',
      position: JSON.stringify(position),
      bytes,
      expires_at: destinationUuid === null ? now + fileKeptMs : null,
      error: null,
    } as const;
    return this.#set({ uuid, lease }, { ...change, ...ended(now) }, also);
  }

  fail({ uuid, lease }: TakenExport, reason: string): Promise<boolean> {
    return this.#set({ uuid, lease }, { state: 'failed', error: reason, ...ended(this.#clock.now()) });
  }

  /** What files of exports on this machine take: all of them, and those of an account. */
  async fileBytes(accountUuid: string): Promise<{ readonly all: number; readonly account: number }> {
    const counted = sql`case when bytes < ${leastFileBytes} then ${leastFileBytes} else bytes end`;
    const { rows } = await sql<{ all_bytes: number; account_bytes: number }>`
      select coalesce(sum(${counted}), 0) as all_bytes,
        coalesce(sum(case when account_uuid = ${accountUuid} then ${counted} else 0 end), 0) as account_bytes
      from exports where machine = ${this.#leases.node} and (lease is not null or next_at is not null
        or expires_at > ${this.#clock.now()})`.execute(this.#database.queries);
    return { all: Number(rows[0]?.all_bytes), account: Number(rows[0]?.account_bytes) };
  }

  /** Those of these that may still be written or downloaded here. */
  async withFiles(uuids: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (let at = 0; at < uuids.length; at += uuidsOfQuery) {
      const rows = await this.#database.queries
        .selectFrom('exports')
        .select('uuid')
        .where('uuid', 'in', uuids.slice(at, at + uuidsOfQuery))
        .where((eb) =>
          eb.or([eb('next_at', 'is not', null), eb('expires_at', '>', this.#clock.now() - graceMs)]),
        )
        .execute();
      for (const { uuid } of rows) found.add(uuid);
    }
    return found;
  }

  /** Forgets those that ended long ago, and fails those whose machine is gone. */
  async tidy(): Promise<void> {
    const now = this.#clock.now();
    await this.#database.transaction(async (trx) => {
      await trx
        .updateTable('exports')
        .set({ state: 'failed', error: 'the machine that wrote the file is gone', ...ended(now) })
        .where('machine', '<>', this.#leases.node)
        .where('next_at', '<', now - machineGoneMs)
        .execute();
      await trx
        .deleteFrom('exports')
        .where('finished_at', '<', now - listedMs)
        .execute();
    });
  }

  #set(
    { uuid, lease }: Pick<TakenExport, 'uuid' | 'lease'>,
    change: UpdateObject<ControlSchema, 'exports'>,
    also?: (trx: ControlTransaction) => Promise<void>,
  ): Promise<boolean> {
    return this.#database.transaction(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('exports')
        .set(change)
        .where('uuid', '=', uuid)
        .where('lease', '=', lease)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await also?.(trx);
      return true;
    });
  }
}

/** A download that began in time may end. */
const graceMs = 6 * 3_600_000;

function ended(now: number) {
  return { lease: null, next_at: null, finished_at: now } as const;
}

function timeOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : formatTimestamp(ms);
}

function toTaken(row: Selectable<ExportRow>, lease: string): TakenExport {
  const { first, last } = daysOf(row);
  return {
    uuid: row.uuid,
    accountUuid: row.account_uuid,
    what: row.what,
    customDomainUuid: row.custom_domain_uuid,
    from: row.from,
    to: row.to,
    format: row.format,
    destinationUuid: row.destination_uuid,
    scheduleUuid: row.schedule_uuid,
    createdAt: row.created_at,
    lease,
    position: JSON.parse(row.position),
    rows: row.rows,
    bytes: row.bytes,
    counted: row.counted,
    failures: row.failures,
    first,
    last,
  };
}

async function refuseBeyondOpen(trx: ControlTransaction, accountUuid: string): Promise<void> {
  const { count } = await trx
    .selectFrom('exports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_uuid', '=', accountUuid)
    .where('next_at', 'is not', null)
    .executeTakeFirstOrThrow();
  if (count >= maxOpen)
    throw new ServiceError(
      'limit_reached',
      `${maxOpen} exports of the account wait or run, the most there may be; delete one, or wait`,
    );
}
