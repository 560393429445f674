/**
 * Error pages of upstreams and custom domains. Source: docs/reference/error-pages.md.
 *
 * The owner's row says which pages there are (error-page-digests.ts), and is written in the same transaction.
 */

import type { Selectable } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import { type Audited, checksumOf } from '../../control/audited.ts';
import type {
  ControlDatabase,
  ControlQueries,
  ControlTransaction,
  StoreParts,
} from '../../control/database.ts';
import { formatDigests } from '../../control/error-page-digests.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { hostsProxyingTo } from '../../control/rule-upstreams.ts';
import type { ErrorPageRow } from '../../control/schema.ts';
import type { Clock } from '../../core/clock.ts';
import type { ErrorPageOwner, ErrorPageStatus } from '../../core/error-page.ts';
import { newUuid } from '../../core/ids.ts';

export type ErrorPage = {
  readonly status: ErrorPageStatus;
  readonly html: string;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** What a list has of a page. */
export type ErrorPageSummary = Omit<ErrorPage, 'html'> & { readonly sizeBytes: number };

/** What pages belong to, as its account names it. */
export type PageOwner = {
  readonly kind: ErrorPageOwner;
  readonly accountUuid: string;
  readonly uuid: string;
};

type OwnerRow = { readonly host: string };

const columns = { upstream: 'upstream_uuid', custom_domain: 'custom_domain_uuid' } as const;
const ownerTables = { upstream: 'upstreams', custom_domain: 'custom_domains' } as const;

type AuditedErrorPage = {
  readonly uuid: string;
  readonly owner: ErrorPageOwner;
  readonly ownerUuid: string;
  readonly ownerHost: string;
  readonly status: number;
  readonly html: string;
  readonly updatedAt: number;
};

export const auditedErrorPage: Audited<AuditedErrorPage> = {
  kind: 'error_page',
  columns: ['html'],
  secrets: [],
  nameOf: ({ ownerHost, status }) => `${status} of ${ownerHost}`,
  // A page is too long for the trail.
  attributesOf: ({ owner, ownerUuid, status, html }) => ({
    [`${owner}_uuid`]: ownerUuid,
    status,
    size_bytes: Buffer.byteLength(html),
    sha256: checksumOf(html),
  }),
  // Under the trail's names.
  versions: {
    keyOf: ({ uuid }) => uuid,
    jsonOf: ({ owner, ownerUuid, status, html }) =>
      Buffer.from(JSON.stringify({ [`${owner}_uuid`]: ownerUuid, status, sha256: html })),
    timeOf: ({ updatedAt }) => updatedAt,
  },
};

export class ErrorPages {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /** In order of status. The owner is known to be the account's. */
  async list(owner: PageOwner): Promise<ErrorPageSummary[]> {
    const rows = await this.#database.queries
      .selectFrom('error_pages')
      .select(['status', 'size_bytes', 'created_at', 'updated_at'])
      .where(columns[owner.kind], '=', owner.uuid)
      .orderBy('status')
      .execute();
    return rows.map((row) => ({
      status: row.status,
      sizeBytes: row.size_bytes,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }));
  }

  /** Like `list`. */
  async find(owner: PageOwner, status: ErrorPageStatus): Promise<ErrorPage | undefined> {
    const rows = await selectPages(this.#database.queries, owner);
    const row = rows.find((each) => each.status === status);
    return row && toPage(row);
  }

  /** A page of the account's, whatever it belongs to. */
  async findInAccount(
    accountUuid: string,
    uuid: string,
  ): Promise<{ readonly owner: PageOwner; readonly page: ErrorPage } | undefined> {
    const { queries } = this.#database;
    const row = await queries
      .selectFrom('error_pages')
      .selectAll()
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (!row) return undefined;
    const kind = row.upstream_uuid === null ? 'custom_domain' : 'upstream';
    const owner: PageOwner = { kind, accountUuid, uuid: row[columns[kind]] ?? '' };
    const isOfAccount = await selectOwner(queries, owner).executeTakeFirst();
    return isOfAccount && { owner, page: toPage(row) };
  }

  /** Sets a page; undefined when there is no such owner. `undoing` has the uuid of a new one, and sees what is there. */
  set(
    owner: PageOwner,
    status: ErrorPageStatus,
    html: string,
    undoing?: { readonly uuid: string; readonly expect: (current: ErrorPage | undefined) => void },
  ): Promise<{ page: ErrorPage; isNew: boolean } | undefined> {
    return this.#change(owner, async (trx, { host }, rows) => {
      const now = this.#clock.now();
      const before = rows.find((row) => row.status === status);
      undoing?.expect(before && toPage(before));
      const values = { html, size_bytes: Buffer.byteLength(html) };
      const after: Selectable<ErrorPageRow> = before
        ? { ...before, ...values, updated_at: Math.max(now, before.updated_at + 1) }
        : {
            ...values,
            uuid: undoing?.uuid ?? newUuid(),
            upstream_uuid: owner.kind === 'upstream' ? owner.uuid : null,
            custom_domain_uuid: owner.kind === 'custom_domain' ? owner.uuid : null,
            status,
            created_at: now,
            updated_at: now,
          };
      if (before) {
        const { updated_at } = after;
        await trx
          .updateTable('error_pages')
          .set({ ...values, updated_at })
          .where('uuid', '=', before.uuid)
          .execute();
      } else await trx.insertInto('error_pages').values(after).execute();
      record(trx, owner, host, before, after);
      const result = { page: toPage(after), isNew: before === undefined };
      return { rows: [...rows.filter((row) => row !== before), after], result };
    });
  }

  /** Deletes a page and returns it; undefined when there was none. */
  delete(owner: PageOwner, status: ErrorPageStatus): Promise<ErrorPage | undefined> {
    return this.#change(owner, async (trx, { host }, rows) => {
      const before = rows.find((row) => row.status === status);
      if (!before) return undefined;
      await trx.deleteFrom('error_pages').where('uuid', '=', before.uuid).execute();
      record(trx, owner, host, before, undefined);
      return { rows: rows.filter((row) => row !== before), result: toPage(before) };
    });
  }

  /** Has `change` change the owner's pages, with no other writer between; it answers the rows there are then. */
  #change<T>(
    owner: PageOwner,
    change: (
      trx: ControlTransaction,
      found: OwnerRow,
      rows: readonly Selectable<ErrorPageRow>[],
    ) => Promise<{ readonly rows: readonly Selectable<ErrorPageRow>[]; readonly result: T } | undefined>,
  ): Promise<T | undefined> {
    const { kind } = this.#database;
    return this.#database.transaction(async (trx) => {
      const query = selectOwner(trx, owner);
      // On SQLite the transaction holds the only write lock already.
      const found = await (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
      if (!found) return undefined;
      const changed = await change(trx, found, await selectPages(trx, owner));
      if (!changed) return undefined;
      await trx
        .updateTable(ownerTables[owner.kind])
        .set({ error_page_digests: formatDigests(changed.rows) })
        .where('uuid', '=', owner.uuid)
        .execute();
      recordRevisions(trx, 'host', await hostsOf(trx, owner, found));
      return changed.result;
    });
  }
}

function selectOwner(queries: ControlQueries, { kind, accountUuid, uuid }: PageOwner) {
  return queries
    .selectFrom(ownerTables[kind])
    .select('host')
    .where('uuid', '=', uuid)
    .where('account_uuid', '=', accountUuid);
}

function selectPages(
  queries: ControlQueries,
  { kind, uuid }: PageOwner,
): Promise<Selectable<ErrorPageRow>[]> {
  return queries.selectFrom('error_pages').selectAll().where(columns[kind], '=', uuid).execute();
}

/** The hosts that the pages are for. */
async function hostsOf(
  trx: ControlTransaction,
  { kind, uuid }: PageOwner,
  { host }: OwnerRow,
): Promise<string[]> {
  if (kind === 'custom_domain') return [host];
  const domains = await trx
    .selectFrom('custom_domains')
    .select('host')
    .where('upstream_uuid', '=', uuid)
    .execute();
  return [...new Set([...domains.map((domain) => domain.host), ...(await hostsProxyingTo(trx, uuid))])];
}

function record(
  trx: ControlTransaction,
  { kind, accountUuid, uuid: ownerUuid }: PageOwner,
  ownerHost: string,
  before: Selectable<ErrorPageRow> | undefined,
  after: Selectable<ErrorPageRow> | undefined,
): void {
  const of = { owner: kind, ownerUuid, ownerHost };
  const entityOf = (row: Selectable<ErrorPageRow> | undefined) =>
    row ? { ...of, uuid: row.uuid, status: row.status, html: row.html, updatedAt: row.updated_at } : null;
  recordChange(trx, auditedErrorPage, accountUuid, entityOf(before), entityOf(after));
}

function toPage({
  status,
  html,
  created_at: createdAt,
  updated_at: updatedAt,
}: Selectable<ErrorPageRow>): ErrorPage {
  return { status, html, createdAt, updatedAt };
}
