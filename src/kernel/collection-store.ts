/** A collection's rows in the control store. Every change is recorded in the audit trail, in its transaction. */
import type { Kysely } from 'kysely';
import { recordChange } from '../control/audit-trail.ts';
import { type Audited, auditedResource } from '../control/audited.ts';
import { type ColumnsOf, fromColumns, toColumns } from '../control/columns.ts';
import type { ControlDatabase, ControlQueries, ControlTransaction, StoreParts } from '../control/database.ts';
import { isUniqueViolation } from '../control/failures.ts';
import { type PageQuery, selectPage } from '../control/page-query.ts';
import { takingTurns } from '../control/row-lock.ts';
import type { Clock } from '../core/clock.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { newUuid } from '../core/ids.ts';
import type { Definitions, Entity, StoredName, Values } from '../resources/definition.ts';
import type { StoredResource } from './collection.ts';
import { withArticle, wordsOf } from './resource-words.ts';

/** The columns of a collection's table, for queries of its own; `Column` names the owner. */
export type RowOf<D extends Definitions, Column extends string> = ColumnsOf<D> & {
  readonly [K in Column]: string;
};

type AnyRow = Readonly<Record<string, unknown>>;
type AnyTables = Record<string, Record<string, unknown>>;

/** With what the trail has of it: which owner's it is, and what is sealed. */
type Owned<D extends Definitions> = {
  readonly uuid: string;
  readonly ownerUuid: string;
  readonly entity: Entity<D>;
  readonly row: AnyRow;
};

/** What a caller gave, and read-only attributes other than the times. */
export type NewEntity<D extends Definitions> = Values<D> & Partial<Entity<D>>;

/** What of one is new. */
type Changed<D extends Definitions> = Values<D> | Partial<Entity<D>>;

/** What a writer works in: its transaction, in which nobody else changes the row. */
export type Writing = {
  readonly trx: ControlTransaction;
  readonly now: number;
  readonly uuid: string;
  /** As it is before; empty of a new one. */
  readonly row: AnyRow;
  /** To be given the columns to write that aren't attributes. */
  readonly columns: Record<string, unknown>;
};

export class CollectionStore<D extends Definitions> {
  readonly #collection: StoredResource<D>;
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #audited: Audited<Owned<D>>;

  constructor(collection: StoredResource<D>, { database, clock }: StoreParts) {
    this.#collection = collection;
    this.#database = database;
    this.#clock = clock;
    this.#audited = auditedCollection(collection);
  }

  /**
   * Creates one; undefined when there is no such owner, or one with the uuid that what was deleted had. Errors: those of the collection's
   * limit and uniqueness.
   */
  async create(
    ownerUuid: string,
    values: Values<D> | NewEntity<D>,
    write?: (writing: Writing) => Promise<void>,
    again?: string,
  ): Promise<Entity<D> | undefined> {
    const { resource, table, owner } = this.#collection;
    const now = this.#clock.now();
    const uuid = again ?? newUuid();
    const entity = this.#entityOf({ ...values, uuid, createdAt: now, updatedAt: now });
    const attributes: AnyRow = toColumns(resource, resource.stored, entity);
    try {
      return await this.#database.transaction(async (trx) => {
        // So that writers together don't pass the limit.
        const accountUuid = await this.#accountOf(trx, ownerUuid, 'alone');
        if (accountUuid === undefined) return undefined;
        if (again !== undefined && (await this.#select(trx, ownerUuid, again).executeTakeFirst()))
          return undefined;
        await this.#refuseBeyondLimit(trx, ownerUuid);
        const columns = {};
        await write?.({ trx, now, uuid, row: {}, columns });
        // The order of lists, whether or not it is an attribute.
        const row = { created_at: now, ...attributes, ...columns, [owner.column]: ownerUuid };
        await anyTables(trx).insertInto(table).values(row).execute();
        recordChange(trx, this.#audited, accountUuid, null, { uuid, ownerUuid, entity, row });
        return entity;
      });
    } catch (error) {
      throw this.#takenBy(error, attributes) ?? error;
    }
  }

  /** One page, and the count of all, as of one moment. */
  async list(ownerUuid: string, query: PageQuery<string>): Promise<{ entities: Entity<D>[]; count: number }> {
    const { table, owner } = this.#collection;
    const wanted = { [owner.column]: ownerUuid };
    const { rows, count } = await selectPage(anyTables(this.#database.queries), table, wanted, query);
    return { entities: rows.map((row) => this.#toEntity(row)), count };
  }

  /** Whom one belongs to; undefined when the account has no such one. */
  async findOwner(accountUuid: string, uuid: string): Promise<string | undefined> {
    const { table, owner } = this.#collection;
    const found = anyTables(this.#database.queries)
      .selectFrom(table)
      .select(owner.column)
      .where('uuid', '=', uuid);
    const row = await found.executeTakeFirst();
    const ownerUuid = row && String(row[owner.column]);
    return ownerUuid !== undefined && (await this.isOwner(accountUuid, ownerUuid)) ? ownerUuid : undefined;
  }

  /** Whether an owner is of the account. */
  async isOwner(accountUuid: string, ownerUuid: string): Promise<boolean> {
    return (await this.#accountOf(this.#database.queries, ownerUuid)) === accountUuid;
  }

  async find(ownerUuid: string, uuid: string): Promise<Entity<D> | undefined> {
    const row = await this.#select(this.#database.queries, ownerUuid, uuid).executeTakeFirst();
    return row && this.#toEntity(row);
  }

  /**
   * Changes one: `change` gets it as stored and returns what is new, with no other writer between. Undefined when there is none.
   */
  update(
    ownerUuid: string,
    uuid: string,
    change: (current: Entity<D>, writing: Writing) => Changed<D> | Promise<Changed<D>>,
  ): Promise<Entity<D> | undefined> {
    const { resource, table } = this.#collection;
    return this.#database.transaction(async (trx) => {
      const query = this.#select(trx, ownerUuid, uuid);
      const row = await takingTurns(this.#database.kind, query).executeTakeFirst();
      const accountUuid = row && (await this.#accountOf(trx, ownerUuid));
      if (!row || accountUuid === undefined) return undefined;
      const before = this.#toEntity(row);
      const now = this.#clock.now();
      const columns = {};
      const values = await change(before, { trx, now, uuid, row, columns });
      const updatedAt = Math.max(now, Number(row['updated_at'] ?? 0) + 1);
      const entity = this.#entityOf({ ...before, ...values, updatedAt });
      const attributes: AnyRow = toColumns(resource, resource.stored, entity);
      const set = { ...attributes, ...columns };
      await anyTables(trx).updateTable(table).set(set).where('uuid', '=', uuid).execute();
      const after = { uuid, ownerUuid, entity, row: { ...row, ...set } };
      recordChange(trx, this.#audited, accountUuid, { ...after, entity: before, row }, after);
      return entity;
    });
  }

  /** Deletes one and returns what it was; undefined when there was none. `before` does what has to be done before. */
  delete(
    ownerUuid: string,
    uuid: string,
    before?: (writing: Writing) => Promise<void>,
  ): Promise<Entity<D> | undefined> {
    const { table } = this.#collection;
    return this.#database.transaction(async (trx) => {
      const query = this.#select(trx, ownerUuid, uuid);
      const row = await takingTurns(this.#database.kind, query).executeTakeFirst();
      const accountUuid = row && (await this.#accountOf(trx, ownerUuid));
      if (!row || accountUuid === undefined) return undefined;
      await before?.({ trx, now: this.#clock.now(), uuid, row, columns: {} });
      await anyTables(trx).deleteFrom(table).where('uuid', '=', uuid).execute();
      const entity = this.#toEntity(row);
      recordChange(trx, this.#audited, accountUuid, { uuid, ownerUuid, entity, row }, null);
      return entity;
    });
  }

  #select(queries: ControlQueries, ownerUuid: string, uuid: string) {
    const { table, owner } = this.#collection;
    return anyTables(queries)
      .selectFrom(table)
      .selectAll()
      .where('uuid', '=', uuid)
      .where(owner.column, '=', ownerUuid);
  }

  /** The account of an owner; undefined when there is no such owner. `alone`: no other writer has it at the same time. */
  async #accountOf(queries: ControlQueries, ownerUuid: string, alone?: 'alone'): Promise<string | undefined> {
    const { table, account } = this.#collection.owner;
    const query = anyTables(queries).selectFrom(table).select(account).where('uuid', '=', ownerUuid);
    const row = await (alone ? takingTurns(this.#database.kind, query) : query).executeTakeFirst();
    return row && String(row[account]);
  }

  async #refuseBeyondLimit(trx: ControlTransaction, ownerUuid: string): Promise<void> {
    const { table, kind, owner, limit } = this.#collection;
    const { count } = await anyTables(trx)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(owner.column, '=', ownerUuid)
      .executeTakeFirstOrThrow();
    if (count < limit.most) return;
    const all = `${limit.most} ${wordsOf(kind)}s`;
    throw new ServiceError(limit.code, `the ${owner.words} has ${all}; delete one first`);
  }

  #takenBy(error: unknown, row: AnyRow): ServiceError | undefined {
    const { table, kind, owner, unique } = this.#collection;
    const name = unique?.names.find((each) => isUniqueViolation(error, table, each));
    if (!unique || name === undefined) return undefined;
    return new ServiceError(
      unique.code,
      `the ${owner.words} already has ${withArticle(wordsOf(kind))} with ${name} ${quoteValue(row[name])}`,
    );
  }

  /** Of the values, those that are stored. */
  #entityOf(values: AnyRow): Entity<D> {
    const { keys, stored } = this.#collection.resource;
    const entries = stored.map((name) => [keys[name], values[keys[name]]]);
    // Every stored attribute is there.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return Object.fromEntries(entries) as Entity<D>;
  }

  #toEntity(row: AnyRow): Entity<D> {
    const { resource } = this.#collection;
    // The table's columns are those of the resource.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return fromColumns(resource, resource.stored, row as Parameters<typeof fromColumns<D, StoredName<D>>>[2]);
  }
}

/** What the trail has of a collection's changes. */
export function auditedCollection<D extends Definitions>({
  kind,
  resource,
  label,
  owner,
  sealed = {},
}: StoredResource<D>): Audited<Owned<D>> {
  const nameOf = (entity: Entity<D>): string => {
    const values: AnyRow = entity;
    return String(values[resource.keys[label]]);
  };
  const audited = auditedResource(kind, resource, nameOf);
  return {
    kind,
    columns: [...audited.columns, ...Object.values(sealed)],
    secrets: [...audited.secrets, ...Object.keys(sealed)],
    nameOf: ({ entity }) => nameOf(entity),
    attributesOf: ({ ownerUuid, entity, row }) => ({
      ...(owner.table === 'accounts' ? {} : { [owner.column]: ownerUuid }),
      ...audited.attributesOf(entity),
      // Sealed, so it only tells that there is another one.
      ...Object.fromEntries(Object.entries(sealed).map(([name, column]) => [name, row[column]])),
    }),
    events: {
      typeOf: audited.events.typeOf,
      dataOf: ({ entity }, action) => audited.events.dataOf(entity, action),
    },
  };
}

/** Tables by the names that collections give. */
function anyTables(queries: ControlQueries): Kysely<AnyTables> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return queries as unknown as Kysely<AnyTables>;
}
