/** Redirects: one a source host, owned by an account. Source: docs/reference/redirects.md. */

import { type Insertable, type Selectable, sql } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import { auditedRedirect } from '../../control/audited.ts';
import { fromColumns, toColumns } from '../../control/columns.ts';
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { isUniqueViolation } from '../../control/failures.ts';
import { claimHosts, findObstacles, type Obstacle } from '../../control/host-claims.ts';
import { describeObstacle, type HostProofs } from '../../control/host-proofs.ts';
import { type FilteredQuery, filterPage } from '../../control/page-filter.ts';
import { answeredAtEnd } from '../../control/pipelining.ts';
import { releaseHosts } from '../../control/released-hosts.ts';
import { recordRevisions } from '../../control/revisions.ts';
import type { RedirectRow } from '../../control/schema.ts';
import { Statement } from '../../control/statement.ts';
import type { ControlStore } from '../../control/store.ts';
import { judged } from '../../control/verdicts.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import type { SortName } from '../../resources/definition.ts';
import {
  type Redirect,
  type RedirectAttributes,
  type redirectDefinitions,
  redirectResource,
} from '../../resources/redirect.ts';

export type RedirectQuery = FilteredQuery<
  typeof redirectDefinitions,
  SortName<typeof redirectDefinitions>
> & {
  readonly accountUuid: string;
};

/** One change of several; `change` returns undefined to leave the redirect as it is. */
export type RedirectChange = {
  readonly uuid: string;
  readonly change: (current: Redirect) => RedirectAttributes | undefined;
};

/** What keeps an account from having a new redirect on a host: one that is there, or another account. */
export type HostUse = 'redirect' | Obstacle;

/** Rows of one INSERT. Each column is a parameter, of which SQLite allows 32,766 and PostgreSQL 65,535. */
const rowsPerInsert = 500;

const findStatement = new Statement<Selectable<RedirectRow>, 'account' | 'uuid'>(
  (parameter) =>
    sql`select * from redirects where account_uuid = ${parameter('account')} and uuid = ${parameter('uuid')}`,
);

export class Redirects {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #proofs: HostProofs;

  constructor({ database, clock, proofs }: Pick<ControlStore, 'database' | 'clock' | 'proofs'>) {
    this.#database = database;
    this.#clock = clock;
    this.#proofs = proofs;
  }

  /** Creates a redirect; one that was deleted has a uuid already. Errors: `source_host_taken`. */
  async create(accountUuid: string, attributes: RedirectAttributes, uuid?: string): Promise<Redirect> {
    const [redirect] = await this.createMany(accountUuid, [attributes], 'transaction', uuid);
    if (!redirect) throw new Error('an insert of one redirect made none');
    return redirect;
  }

  /**
   * Creates all or none, in one transaction, which a rehearsal undoes. Errors: `source_host_taken`, naming the first host in the
   * way.
   */
  async createMany(
    accountUuid: string,
    list: readonly RedirectAttributes[],
    as: 'transaction' | 'rehearse' = 'transaction',
    uuid?: string,
  ): Promise<Redirect[]> {
    const now = this.#clock.now();
    const { kind } = this.#database;
    const redirects = list.map((attributes) => ({
      ...attributes,
      uuid: uuid ?? newUuid(),
      accountUuid,
      createdAt: now,
      updatedAt: now,
    }));
    const hosts = redirects.map((redirect) => redirect.sourceHost);
    try {
      await this.#proofs.claiming(accountUuid, ({ proven, refused }) =>
        this.#database[as](async (trx) => {
          const obstacles = await claimHosts(trx, { accountUuid, now, kind, proven }, hosts);
          refuseTaken(accountUuid, hosts, obstacles, refused);
          for (let start = 0; start < redirects.length; start += rowsPerInsert) {
            const rows = redirects.slice(start, start + rowsPerInsert).map(toRow);
            answeredAtEnd(trx, trx.insertInto('redirects').values(rows).execute());
          }
          for (const redirect of redirects) recordChange(trx, auditedRedirect, accountUuid, null, redirect);
          recordRevisions(trx, 'host', hosts);
        }),
      );
    } catch (error) {
      if (!isUniqueViolation(error, 'redirects', 'source_host')) throw error;
      const taken = await this.takenHosts(accountUuid, hosts);
      throw sourceHostTaken(accountUuid, hosts.find((host) => taken.has(host)) ?? hosts[0] ?? '', 'redirect');
    }
    return redirects;
  }

  async find(accountUuid: string, uuid: string): Promise<Redirect | undefined> {
    const [row] = await findStatement.run(this.#database, { account: accountUuid, uuid });
    return row && toRedirect(row);
  }

  /** One page, and the count of all that match, as of one moment. */
  async list(query: RedirectQuery): Promise<{ redirects: Redirect[]; count: number }> {
    const owner = { account_uuid: query.accountUuid };
    const { sort, source } = judged('redirects', query, {
      kind: this.#database.kind,
      now: this.#clock.now(),
    });
    const { rows, count } = await filterPage(
      this.#database,
      'redirects',
      redirectResource,
      owner,
      { ...query, sort },
      source,
    );
    return { redirects: rows.map(toRedirect), count };
  }

  /**
   * Changes a redirect: `change` gets the stored redirect and returns its new attributes, with no other writer between.
   * `updated_at` always grows, whatever the clock does. Returns undefined when there is no such redirect.
   * Errors: `source_host_taken`.
   */
  async update(
    accountUuid: string,
    uuid: string,
    change: (current: Redirect) => RedirectAttributes,
  ): Promise<Redirect | undefined> {
    const [updated] = await this.updateMany(accountUuid, [{ uuid, change }]);
    return updated;
  }

  /**
   * Changes all or none, in one transaction; returns them in the same order, undefined where there is no such
   * redirect or `change` returned undefined to leave it as it is. `change` may be called again for the same redirect
   * when the transaction has to be tried again. Errors: `source_host_taken`.
   */
  async updateMany(
    accountUuid: string,
    changes: readonly RedirectChange[],
  ): Promise<(Redirect | undefined)[]> {
    return await this.#proofs.claiming(accountUuid, ({ proven, refused }) =>
      this.#database.transaction(async (trx) => {
        const results: (Redirect | undefined)[] = [];
        const stored = new Map<string, Redirect>();
        const changed = new Map<string, Redirect>();
        const hosts = new Set<string>();
        for (const { uuid, change } of changes) {
          const current = changed.get(uuid) ?? (await this.#lock(trx, accountUuid, uuid));
          const attributes = current && change(current);
          if (!current || !attributes) {
            results.push(undefined);
            continue;
          }
          const updatedAt = Math.max(this.#clock.now(), current.updatedAt + 1);
          const updated: Redirect = { ...current, ...attributes, updatedAt };
          if (!stored.has(uuid)) stored.set(uuid, current);
          changed.set(uuid, updated);
          hosts.add(current.sourceHost).add(updated.sourceHost);
          results.push(updated);
        }
        const wanted = new Set([...changed.values()].map(({ sourceHost }) => sourceHost));
        const now = this.#clock.now();
        const { kind } = this.#database;
        const obstacles = await claimHosts(trx, { accountUuid, now, kind, proven }, hosts);
        refuseTaken(accountUuid, wanted, obstacles, refused);
        for (const updated of changed.values()) {
          const { uuid, account_uuid: _account, created_at: _created, ...columns } = toRow(updated);
          const updating = trx.updateTable('redirects').set(columns).where('uuid', '=', uuid).execute();
          answeredAtEnd(
            trx,
            updating.catch((error: unknown) => {
              throw isUniqueViolation(error, 'redirects', 'source_host')
                ? sourceHostTaken(accountUuid, updated.sourceHost, 'redirect')
                : error;
            }),
          );
          recordChange(trx, auditedRedirect, accountUuid, stored.get(uuid) ?? null, updated);
        }
        await releaseHosts(
          trx,
          { accountUuid, now },
          [...hosts].filter((host) => !wanted.has(host)),
        );
        recordRevisions(trx, 'host', [...hosts]);
        return results;
      }),
    );
  }

  /** Deletes a redirect and returns it, or undefined when there was none. */
  delete(accountUuid: string, uuid: string): Promise<Redirect | undefined> {
    return this.#database.transaction(async (trx) => {
      const redirect = await this.#lock(trx, accountUuid, uuid);
      if (!redirect) return undefined;
      const hosts = [redirect.sourceHost];
      const claimant = { accountUuid, now: this.#clock.now(), kind: this.#database.kind };
      await claimHosts(trx, claimant, hosts);
      answeredAtEnd(trx, trx.deleteFrom('redirects').where('uuid', '=', uuid).execute());
      await releaseHosts(trx, claimant, hosts);
      recordChange(trx, auditedRedirect, accountUuid, redirect, null);
      recordRevisions(trx, 'host', hosts);
      return redirect;
    });
  }

  /** Refuses a host that the account can have no new redirect on, nor move `except` to. Errors: `source_host_taken`. */
  async refuseTaken(accountUuid: string, host: string, except?: string): Promise<void> {
    refuseTaken(accountUuid, [host], await this.#findObstacles(accountUuid, [host]), new Map());
    const uuid = await this.uuidOfHost(host, accountUuid);
    if (uuid !== undefined && uuid !== except) throw sourceHostTaken(accountUuid, host, 'redirect');
  }

  /** Which of these hosts the account can have no new redirect on, and what is in the way. */
  async takenHosts(accountUuid: string, hosts: readonly string[]): Promise<Map<string, HostUse>> {
    const taken = new Map<string, HostUse>();
    for (let start = 0; start < hosts.length; start += rowsPerInsert) {
      const rows = await this.#database.queries
        .selectFrom('redirects')
        .select('source_host')
        .where('source_host', 'in', hosts.slice(start, start + rowsPerInsert))
        .where('account_uuid', '=', accountUuid)
        .execute();
      for (const row of rows) taken.set(row.source_host, 'redirect');
    }
    for (const [host, obstacle] of await this.#findObstacles(accountUuid, hosts)) taken.set(host, obstacle);
    return taken;
  }

  /** What is in the way on hosts that the account has no proof for. */
  async #findObstacles(accountUuid: string, hosts: readonly string[]): Promise<Map<string, Obstacle>> {
    const claimant = { accountUuid, now: this.#clock.now() };
    const obstacles = await findObstacles(this.#database.queries, claimant, hosts);
    if (obstacles.size === 0) return obstacles;
    const contested = new Map([...obstacles.keys()].map((host) => [host, host]));
    for (const host of await this.#proofs.find(accountUuid, contested)) obstacles.delete(host);
    return obstacles;
  }

  /** The uuid of the redirect on a host, in one account or any. */
  async uuidOfHost(host: string, accountUuid?: string): Promise<string | undefined> {
    const query = this.#database.queries
      .selectFrom('redirects')
      .select('uuid')
      .where('source_host', '=', host);
    const row = await (accountUuid === undefined
      ? query
      : query.where('account_uuid', '=', accountUuid)
    ).executeTakeFirst();
    return row?.uuid;
  }

  /** Finds a redirect and keeps others from changing it until the transaction ends. */
  async #lock(trx: ControlTransaction, accountUuid: string, uuid: string): Promise<Redirect | undefined> {
    const query = trx
      .selectFrom('redirects')
      .selectAll()
      .where('account_uuid', '=', accountUuid)
      .where('uuid', '=', uuid);
    // On SQLite the transaction holds the only write lock already.
    const row = await (this.#database.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
    return row && toRedirect(row);
  }
}

/** The error for a host that an account can't have. */
export function sourceHostTaken(accountUuid: string, host: string, by: HostUse | 'earlier'): ServiceError {
  const problem =
    by === 'redirect'
      ? 'is already used by another redirect'
      : by === 'earlier'
        ? 'is already used by an earlier one'
        : describeObstacle(by, accountUuid, host);
  return new ServiceError('source_host_taken', `source_host ${quoteValue(host)} ${problem}`);
}

/** Refuses those of `wanted` that have an obstacle, in the name of the first, and notes them in `refused`. */
function refuseTaken(
  accountUuid: string,
  wanted: Iterable<string>,
  obstacles: ReadonlyMap<string, Obstacle>,
  refused: Map<string, string>,
): void {
  const hosts = [...wanted].filter((host) => obstacles.has(host));
  for (const host of hosts) refused.set(host, host);
  const [first = ''] = hosts;
  const obstacle = obstacles.get(first);
  if (obstacle) throw sourceHostTaken(accountUuid, first, obstacle);
}

function toRow(redirect: Redirect): Insertable<RedirectRow> {
  return toColumns(redirectResource, redirectResource.stored, redirect);
}

function toRedirect(row: Selectable<RedirectRow>): Redirect {
  return fromColumns(redirectResource, redirectResource.stored, row);
}
