/** Versions as they are stored: control/versions.ts writes them. Source: docs/reference/versions.md. */
import { sql } from 'kysely';
import type { ControlDatabase, StoreParts } from '../../control/database.ts';
import { afterCursor, positionOf, readPageRows } from '../../control/page-query.ts';
import { bytesOf } from '../../control/rules-text.ts';
import type { ActorKind, AuditedKind } from '../../core/audit.ts';
import type { PageRange } from '../../core/page.ts';

export type VersionedKindName = Extract<
  AuditedKind,
  'redirect' | 'host_rules' | 'custom_domain' | 'upstream'
>;

export type Versioned = {
  readonly accountUuid: string;
  readonly kind: AuditedKind;
  /** A uuid; of rules their host. */
  readonly key: string;
};

export type Version = {
  readonly n: number;
  readonly createdAt: number;
  /** Null: it is older than versions are. */
  readonly actor: { readonly kind: ActorKind; readonly uuid: string | null; readonly name: string } | null;
  /** Of its attributes as JSON; undefined: they are those that the resource has. */
  readonly sizeBytes: number | undefined;
};

export class Versions {
  readonly #database: ControlDatabase;

  constructor({ database }: Pick<StoreParts, 'database'>) {
    this.#database = database;
  }

  /**
   * One page, newest first, and the count of all, as of one moment. What is there since `presentSince` and hasn't changed since there are
   * versions has the present one.
   */
  async list(
    of: Versioned,
    range: PageRange,
    presentSince: number | undefined,
  ): Promise<{ versions: Version[]; count: number }> {
    type Row = { n: number | null; created_at: number; actor: string | null };
    const after = afterCursor(range, sql`n`, sql`resource_key`, 'desc');
    const statement = sql<Row & { replaced_at: number | null; size_bytes: number; total: number }>`
      with page as (
        select * from resource_versions where ${ownedBy(of)} ${after}
        order by n desc limit ${range.limit} offset ${range.offset}
      )
      select n, created_at, actor, replaced_at, size_bytes, counted.total
      from (select count(*) as total from resource_versions where ${ownedBy(of)}) as counted left join page on true
      order by n desc`;
    const { rows, count } = await readPageRows(this.#database.queries, range, statement, ({ n }) =>
      n === null ? undefined : positionOf(n, of.key),
    );
    if (count === 0 && presentSince !== undefined) {
      const present = { n: 1, createdAt: presentSince, actor: null, sizeBytes: undefined };
      return { versions: range.offset === 0 ? [present] : [], count: 1 };
    }
    const versions = rows.flatMap(({ n, created_at: createdAt, actor, ...row }) => {
      if (n === null) return [];
      const sizeBytes = row.replaced_at === null ? undefined : row.size_bytes;
      return { n, createdAt, actor: actor === null ? null : toActor(actor), sizeBytes };
    });
    return { versions, count };
  }

  /** Attributes as JSON, by number; those of the present one are not here. */
  async attributes(of: Versioned, numbers: readonly number[]): Promise<Map<number, Uint8Array>> {
    if (numbers.length === 0) return new Map();
    const { rows } = await sql<{ n: number; attributes: Uint8Array | string }>`
      select n, ${this.#text} as attributes from resource_versions
      where ${ownedBy(of)} and n in (${sql.join(numbers)}) and replaced_at is not null`.execute(
      this.#database.queries,
    );
    return new Map(rows.map(({ n, attributes }) => [n, bytesOf(attributes)]));
  }

  /** The attributes of one that was, or that it is the present one; undefined: there is none. */
  async find(of: Versioned, n: number): Promise<Uint8Array | 'present' | undefined> {
    const { rows } = await sql<{ n: number; attributes: Uint8Array | string | null }>`
      select n, case when n = ${n} then ${this.#text} end as attributes from resource_versions
      where ${ownedBy(of)}`.execute(this.#database.queries);
    // What hasn't changed since there are versions is the first one.
    if (rows.length === 0 && n === 1) return 'present';
    const row = rows.find((one) => one.n === n);
    return row && (row.attributes === null ? 'present' : bytesOf(row.attributes));
  }

  /** What a change replaced; undefined: it isn't kept. */
  async findBefore(of: Versioned, eventUuid: string): Promise<Uint8Array | undefined> {
    const { rows } = await sql<{ attributes: Uint8Array | string }>`
      select ${this.#text} as attributes from resource_versions
      where ${ownedBy(of)} and replaced_at is not null
        and n = (select n - 1 from resource_versions where ${ownedBy(of)} and event_uuid = ${eventUuid})`.execute(
      this.#database.queries,
    );
    return rows[0] && bytesOf(rows[0].attributes);
  }

  /** What was last kept of a resource that is gone; undefined: nothing is. */
  async findLast(of: Versioned): Promise<Uint8Array | undefined> {
    const { rows } = await sql<{ attributes: Uint8Array | string | null }>`
      select ${this.#text} as attributes from resource_versions
      where ${ownedBy(of)} order by n desc limit 1`.execute(this.#database.queries);
    const attributes = rows[0]?.attributes;
    return attributes === null || attributes === undefined ? undefined : bytesOf(attributes);
  }

  /** Deletes the versions of resources that were deleted before an instant. */
  async forgetDeleted(beforeMs: number): Promise<void> {
    await sql`delete from resource_versions where replaced_at < ${beforeMs} and not exists (
      select 1 from resource_versions as newer
      where newer.account_uuid = resource_versions.account_uuid
        and newer.resource = resource_versions.resource
        and newer.resource_key = resource_versions.resource_key
        and (newer.replaced_at is null or newer.replaced_at >= ${beforeMs}))`.execute(this.#database.queries);
  }

  get #text() {
    return this.#database.kind === 'sqlite' ? sql`cast(attributes as blob)` : sql`attributes`;
  }
}

function ownedBy({ accountUuid, kind, key }: Versioned) {
  return sql`account_uuid = ${accountUuid} and resource = ${kind} and resource_key = ${key}`;
}

function toActor(json: string): Version['actor'] {
  const actor: Version['actor'] = JSON.parse(json);
  return actor;
}
