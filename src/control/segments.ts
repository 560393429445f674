/** Segments: an account's named lists of filters. Source: docs/reference/segments.md. */
import type { Selectable } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { ServiceError } from '../core/errors.ts';
import { newUuid } from '../core/ids.ts';
import { recordChange } from './audit-trail.ts';
import { auditedSegment } from './audited.ts';
import type { ControlDatabase } from './database.ts';
import { type PageQuery, selectPage } from './page-query.ts';
import type { SegmentRow } from './schema.ts';

export const maxSegments = 500;

/** Already validated. */
export type SegmentAttributes = {
  readonly name: string;
  /** As docs/reference/query.md has them. */
  readonly filters: readonly unknown[];
};

export type Segment = SegmentAttributes & {
  readonly uuid: string;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export const segmentSortFields = ['created_at', 'updated_at', 'name'] as const;

export type SegmentQuery = PageQuery<(typeof segmentSortFields)[number]> & { readonly accountUuid: string };

export class Segments {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor(database: ControlDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Errors: `too_many_segments`. */
  create(accountUuid: string, { name, filters }: SegmentAttributes): Promise<Segment> {
    const now = this.#clock.now();
    const segment: Segment = { name, filters, uuid: newUuid(), createdAt: now, updatedAt: now };
    return this.#database.transaction(async (trx) => {
      // Writers take turns, so that together they don't pass the limit. SQLite has only one writer.
      if (this.#database.kind === 'postgres')
        await trx
          .selectFrom('accounts')
          .select('uuid')
          .where('uuid', '=', accountUuid)
          .forNoKeyUpdate()
          .execute();
      const { count } = await trx
        .selectFrom('segments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_uuid', '=', accountUuid)
        .executeTakeFirstOrThrow();
      if (count >= maxSegments)
        throw new ServiceError(
          'too_many_segments',
          `the account has ${maxSegments} segments; delete one first`,
        );
      await trx
        .insertInto('segments')
        .values({
          uuid: segment.uuid,
          account_uuid: accountUuid,
          name,
          filters: JSON.stringify(filters),
          created_at: now,
          updated_at: now,
        })
        .execute();
      recordChange(trx, auditedSegment, accountUuid, null, segment);
      return segment;
    });
  }

  /** One page, and the count of all, as of one moment. */
  async list({ accountUuid, ...query }: SegmentQuery): Promise<{ segments: Segment[]; count: number }> {
    const wanted = { account_uuid: accountUuid };
    const { rows, count } = await selectPage(this.#database.queries, 'segments', wanted, query);
    return { segments: rows.map(toSegment), count };
  }

  async find(accountUuid: string, uuid: string): Promise<Segment | undefined> {
    const row = await this.#database.queries
      .selectFrom('segments')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return row && toSegment(row);
  }

  /**
   * Changes a segment: `change` gets it as stored and returns its new attributes, with no other writer between. Returns
   * undefined when there is no such segment.
   */
  update(
    accountUuid: string,
    uuid: string,
    change: (current: Segment) => SegmentAttributes,
  ): Promise<Segment | undefined> {
    return this.#database.transaction(async (trx) => {
      const query = trx
        .selectFrom('segments')
        .selectAll()
        .where('uuid', '=', uuid)
        .where('account_uuid', '=', accountUuid);
      const row = await (this.#database.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
      if (!row) return undefined;
      const current = toSegment(row);
      const { name, filters } = change(current);
      const updatedAt = Math.max(this.#clock.now(), current.updatedAt + 1);
      await trx
        .updateTable('segments')
        .set({ name, filters: JSON.stringify(filters), updated_at: updatedAt })
        .where('uuid', '=', uuid)
        .execute();
      const updated: Segment = { ...current, name, filters, updatedAt };
      recordChange(trx, auditedSegment, accountUuid, current, updated);
      return updated;
    });
  }

  /** Deletes a segment and returns what it was, or undefined when there was none. */
  delete(accountUuid: string, uuid: string): Promise<Segment | undefined> {
    return this.#database.transaction(async (trx) => {
      const row = await trx
        .deleteFrom('segments')
        .where('uuid', '=', uuid)
        .where('account_uuid', '=', accountUuid)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const segment = toSegment(row);
      recordChange(trx, auditedSegment, accountUuid, segment, null);
      return segment;
    });
  }
}

function toSegment(row: Selectable<SegmentRow>): Segment {
  const filters: unknown[] = JSON.parse(row.filters);
  return { uuid: row.uuid, name: row.name, filters, createdAt: row.created_at, updatedAt: row.updated_at };
}
