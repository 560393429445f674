/** Upstreams: the servers that custom domains are proxied to. Source: contract section 4. */
import { randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import type { ControlDatabase, ControlTransaction } from './database.ts';
import { toFlag } from './flag.ts';
import { type PageQuery, selectPage } from './page-query.ts';
import { recordRevisions } from './revisions.ts';
import type { UpstreamRow } from './schema.ts';

/** What a caller may set; already validated, the host normalised. */
export type UpstreamAttributes = {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly authToken: string;
};

export type NewUpstream = Omit<UpstreamAttributes, 'authToken'> & {
  /** Random when undefined. */
  readonly authToken: string | undefined;
};

export type Upstream = UpstreamAttributes & {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export const upstreamSortFields = ['created_at', 'updated_at', 'host'] as const;

export type UpstreamQuery = PageQuery<(typeof upstreamSortFields)[number]> & { readonly accountUuid: string };

export class Upstreams {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor(database: ControlDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(accountUuid: string, attributes: NewUpstream): Promise<Upstream> {
    const now = this.#clock.now();
    const upstream = {
      ...attributes,
      authToken: attributes.authToken ?? randomBytes(32).toString('base64url'),
      uuid: newUuid(),
      accountUuid,
      createdAt: now,
      updatedAt: now,
    };
    await this.#database.transaction((trx) => trx.insertInto('upstreams').values(toRow(upstream)).execute());
    return upstream;
  }

  async find(accountUuid: string, uuid: string): Promise<Upstream | undefined> {
    const row = await this.#database.queries
      .selectFrom('upstreams')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return row && toUpstream(row);
  }

  /** One page, and the count of all, as of one moment. */
  async list(query: UpstreamQuery): Promise<{ upstreams: Upstream[]; count: number }> {
    const wanted = { account_uuid: query.accountUuid };
    const { rows, count } = await selectPage(this.#database.queries, 'upstreams', wanted, query);
    return { upstreams: rows.map(toUpstream), count };
  }

  /**
   * Changes an upstream: `change` gets it as stored and answers its new attributes, with no other writer between; it
   * may be called again when the transaction has to be tried again. All its custom domains follow. Answers undefined
   * when there is no such upstream.
   */
  update(
    accountUuid: string,
    uuid: string,
    change: (current: Upstream) => UpstreamAttributes,
  ): Promise<Upstream | undefined> {
    return this.#database.transaction(async (trx) => {
      const row = await this.#lock(trx, accountUuid, uuid);
      if (!row) return undefined;
      const current = toUpstream(row);
      const updatedAt = Math.max(this.#clock.now(), current.updatedAt + 1);
      const updated: Upstream = { ...current, ...change(current), updatedAt };
      await trx.updateTable('upstreams').set(toUpdate(updated)).where('uuid', '=', uuid).execute();
      if (isServedOtherwise(current, updated)) {
        const domains = await trx
          .selectFrom('custom_domains')
          .select('host')
          .where('upstream_uuid', '=', uuid)
          .execute();
        const hosts = domains.map(({ host }) => host);
        await recordRevisions(trx, this.#database.kind, 'host', hosts);
      }
      return updated;
    });
  }

  /**
   * Deletes an upstream and the custom domains on it; answers what it was and how many domains went with it, or
   * undefined when there was none.
   */
  delete(
    accountUuid: string,
    uuid: string,
  ): Promise<{ upstream: Upstream; domainsDeleted: number } | undefined> {
    return this.#database.transaction(async (trx) => {
      const row = await this.#lock(trx, accountUuid, uuid);
      if (!row) return undefined;
      const domains = await trx
        .deleteFrom('custom_domains')
        .where('upstream_uuid', '=', uuid)
        .returning('host')
        .execute();
      await trx.deleteFrom('upstreams').where('uuid', '=', uuid).execute();
      const hosts = domains.map(({ host }) => host);
      await recordRevisions(trx, this.#database.kind, 'host', hosts);
      return { upstream: toUpstream(row), domainsDeleted: hosts.length };
    });
  }

  /** Keeps others from changing the upstream, and from putting a domain on it, until the transaction ends. */
  #lock(
    trx: ControlTransaction,
    accountUuid: string,
    uuid: string,
  ): Promise<Selectable<UpstreamRow> | undefined> {
    const query = trx
      .selectFrom('upstreams')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid);
    // On SQLite the transaction holds the only write lock already.
    return (this.#database.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  }
}

/** Whether the edge has to know of the change. */
function isServedOtherwise(before: UpstreamAttributes, after: UpstreamAttributes): boolean {
  return (
    before.host !== after.host ||
    before.port !== after.port ||
    before.tls !== after.tls ||
    before.authToken !== after.authToken
  );
}

function toRow(upstream: Upstream): Insertable<UpstreamRow> {
  return {
    ...toUpdate(upstream),
    uuid: upstream.uuid,
    account_uuid: upstream.accountUuid,
    created_at: upstream.createdAt,
  };
}

function toUpdate(upstream: Upstream): Omit<Selectable<UpstreamRow>, 'uuid' | 'account_uuid' | 'created_at'> {
  return {
    host: upstream.host,
    port: upstream.port,
    tls: toFlag(upstream.tls),
    auth_token: upstream.authToken,
    updated_at: upstream.updatedAt,
  };
}

function toUpstream(row: Selectable<UpstreamRow>): Upstream {
  return {
    uuid: row.uuid,
    accountUuid: row.account_uuid,
    host: row.host,
    port: row.port,
    tls: row.tls === 1,
    authToken: row.auth_token,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
