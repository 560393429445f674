/** Custom domains: hosts of customers, each proxied to an upstream of an account. Source: docs/reference/domains.md. */

import { sql } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import { auditedCustomDomain } from '../../control/audited.ts';
import { type CustomDomain, toCustomDomain, toRow, unchecked } from '../../control/custom-domain-row.ts';
import type { ControlDatabase, ControlQueries, ControlTransaction } from '../../control/database.ts';
import { rememberDeleted } from '../../control/deleted-custom-domains.ts';
import { refreshReadiness } from '../../control/domain-readiness.ts';
import { domainsOfSet } from '../../control/domains-of-set.ts';
import { isUniqueViolation } from '../../control/failures.ts';
import { claimHosts, findClaimed, findObstacles, hostsOfDomain } from '../../control/host-claims.ts';
import { inParts } from '../../control/host-parts.ts';
import type { HostProofs } from '../../control/host-proofs.ts';
import { type HostReach, isAnyProxied, recordReach } from '../../control/host-reach.ts';
import { type FilteredQuery, filterPage, filterUuids } from '../../control/page-filter.ts';
import { answeredAtEnd, together } from '../../control/pipelining.ts';
import { forgetReleases, releaseHosts } from '../../control/released-hosts.ts';
import { recordRevisions } from '../../control/revisions.ts';
import type { ControlStore } from '../../control/store.ts';
import { judged } from '../../control/verdicts.ts';
import type { Clock } from '../../core/clock.ts';
import type { TokenDomains } from '../../core/token-domains.ts';
import type { BatchProblem } from '../../resources/batch.ts';
import {
  type CustomDomainAttributes,
  type customDomainDefinitions,
  customDomainResource,
} from '../../resources/custom-domain.ts';
import type { SortName, TrafficSort } from '../../resources/definition.ts';
import {
  type CreateOptions,
  contestedHosts,
  createCustomDomains,
  findTaken,
  heldByOthers,
  hostTaken,
  keepUpstream,
} from './create-custom-domains.ts';
import {
  accountsDue,
  type CheckedDomain,
  type DnsCheck,
  recordCheck,
  resumeChecks,
  takeDue,
} from './domain-checks.ts';

export type { CustomDomain } from '../../control/custom-domain-row.ts';

/** Whatever of it is about traffic is for the analytics store. */
export type CustomDomainQuery = Omit<
  FilteredQuery<
    typeof customDomainDefinitions,
    Exclude<SortName<typeof customDomainDefinitions>, TrafficSort>
  >,
  'traffic'
> & {
  readonly accountUuid: string;
};

export class CustomDomains {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #proofs: HostProofs;

  constructor({ database, clock, proofs }: Pick<ControlStore, 'database' | 'clock' | 'proofs'>) {
    this.#database = database;
    this.#clock = clock;
    this.#proofs = proofs;
  }

  /**
   * Creates a domain, due for its first check; one that was deleted has a uuid already. Undefined when the account has no such
   * upstream. Errors: `host_taken`.
   */
  async create(
    accountUuid: string,
    upstreamUuid: string,
    attributes: CustomDomainAttributes,
    uuid?: string,
  ): Promise<CustomDomain | undefined> {
    const outcome = await this.createMany(accountUuid, upstreamUuid, [attributes], { uuid });
    if (outcome && 'taken' in outcome) throw outcome.taken[0]?.error;
    return outcome?.created[0];
  }

  /** Creates all of a list or, when the account can't have some of its hosts, none, and answers which; else as `create`. */
  createMany(
    accountUuid: string,
    upstreamUuid: string,
    list: readonly CustomDomainAttributes[],
    options: CreateOptions = {},
  ): ReturnType<typeof createCustomDomains> {
    const owner = { accountUuid, upstreamUuid };
    return createCustomDomains(this.#database, this.#clock.now(), owner, list, this.#proofs, options);
  }

  /** Those of a list of new domains that the account can't have now, by their places in it. */
  findTaken(
    accountUuid: string,
    list: readonly Pick<CustomDomainAttributes, 'host' | 'redirectToWww'>[],
  ): Promise<BatchProblem[]> {
    return findTaken(this.#database.queries, { accountUuid, now: this.#clock.now() }, list);
  }

  /** A domain of an upstream of an account. */
  async find(accountUuid: string, upstreamUuid: string, uuid: string): Promise<CustomDomain | undefined> {
    const domain = await this.findInAccount(accountUuid, uuid);
    return domain?.upstreamUuid === upstreamUuid ? domain : undefined;
  }

  /** The uuids of all custom domains of an account. */
  async listUuids(accountUuid: string): Promise<string[]> {
    const rows = await this.#database.queries
      .selectFrom('custom_domains')
      .select('uuid')
      .where('account_uuid', '=', accountUuid)
      .execute();
    return rows.map(({ uuid }) => uuid);
  }

  /** Those of these domains that the account has, in this order. */
  async findMany(accountUuid: string, uuids: readonly string[]): Promise<CustomDomain[]> {
    const found = new Map<string, CustomDomain>();
    for (const part of inParts(uuids)) {
      const rows = await this.#database.queries
        .selectFrom('custom_domains')
        .selectAll()
        .where('account_uuid', '=', accountUuid)
        .where('uuid', 'in', part)
        .execute();
      for (const row of rows) found.set(row.uuid, toCustomDomain(row));
    }
    return uuids.flatMap((uuid) => found.get(uuid) ?? []);
  }

  /** A domain of an account, on any upstream. */
  async findInAccount(accountUuid: string, uuid: string): Promise<CustomDomain | undefined> {
    const row = await selectOne(this.#database.queries, uuid)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return row && toCustomDomain(row);
  }

  /** What a token sees of the domains of its set: the first 10,000, in order of host. */
  async listNamed(
    accountUuid: string,
    set: TokenDomains,
  ): Promise<{ uuid: string; host: string; external_id: string }[]> {
    const columns = sql`uuid, host, external_id`;
    const { rows } = await sql<{ uuid: string; host: string; external_id: string }>`
      ${domainsOfSet(accountUuid, set, columns)} order by host limit 10000`.execute(this.#database.queries);
    return rows;
  }

  /** A domain of any account: for the service itself, never for a caller's uuid. */
  async findAnywhere(uuid: string): Promise<CustomDomain | undefined> {
    const row = await selectOne(this.#database.queries, uuid).executeTakeFirst();
    return row && toCustomDomain(row);
  }

  /** The domain with a host, of any account. */
  async findByHost(host: string): Promise<CustomDomain | undefined> {
    const row = await this.#database.queries
      .selectFrom('custom_domains')
      .selectAll()
      .where('host', '=', host)
      .executeTakeFirst();
    return row && toCustomDomain(row);
  }

  /** One page, and the count of all that match, as of one moment. */
  async list(query: CustomDomainQuery): Promise<{ domains: CustomDomain[]; count: number }> {
    const { sort, source } = this.#judged(query);
    const { rows, count } = await filterPage(
      this.#database,
      'custom_domains',
      customDomainResource,
      { account_uuid: query.accountUuid },
      { ...query, sort },
      source,
    );
    return { domains: rows.map(toCustomDomain), count };
  }

  /** The uuids of all that match, in order. */
  listMatching(query: Omit<CustomDomainQuery, 'limit' | 'offset'>): Promise<string[]> {
    const { sort, source } = this.#judged(query);
    return filterUuids(
      this.#database,
      'custom_domains',
      customDomainResource,
      { account_uuid: query.accountUuid },
      { ...query, sort },
      source,
    );
  }

  #judged(query: Omit<CustomDomainQuery, 'limit' | 'offset'>) {
    return judged('custom_domains', query, { kind: this.#database.kind, now: this.#clock.now() });
  }

  /**
   * Changes a domain: `change` gets the stored domain and returns its new attributes, with no other writer between; it may
   * be called again when the transaction has to be tried again. What its DNS records have to be may change with it:
   * then it is as if never checked. `movesTo` puts it on another upstream as well. Answers undefined when there is no such domain, or
   * not that upstream. Errors: `host_taken`.
   */
  async update(
    accountUuid: string,
    upstreamUuid: string,
    uuid: string,
    change: (current: CustomDomain) => CustomDomainAttributes,
    movesTo: string = upstreamUuid,
  ): Promise<CustomDomain | undefined> {
    let wantedHost = '';
    return this.#writing(
      () => wantedHost,
      () =>
        this.#proofs.claiming(accountUuid, ({ proven, refused }) =>
          this.#database.transaction(async (trx) => {
            const isMoved = movesTo !== upstreamUuid;
            if (isMoved && !(await keepUpstream(trx, this.#database.kind, accountUuid, movesTo)))
              return undefined;
            const current = await this.#lock(trx, accountUuid, upstreamUuid, uuid);
            if (!current) return undefined;
            const attributes = change(current);
            wantedHost = attributes.host;
            const now = this.#clock.now();
            const updated: CustomDomain = {
              ...current,
              ...attributes,
              ...(needsOtherRecords(current, attributes) ? unchecked(now) : {}),
              upstreamUuid: movesTo,
              tlsCertificateIssued: current.tlsCertificateIssued && attributes.host === current.host,
              updatedAt: Math.max(now, current.updatedAt + 1),
            };
            const [before, after] = [hostsOfDomain(current), hostsOfDomain(updated)];
            const claimant = { accountUuid, now, kind: this.#database.kind, proven };
            const obstacles = await claimHosts(trx, claimant, [...before, ...after]);
            const waiting = obstacles.size > 0 ? await findWaiting(trx, updated) : new Set<string>();
            const held = heldByOthers(accountUuid, updated, obstacles, waiting);
            if (held) {
              for (const [host, by] of contestedHosts(updated, obstacles)) refused.set(host, by);
              throw held;
            }
            const { uuid: _uuid, account_uuid: _account, created_at: _created, ...columns } = toRow(updated);
            answeredAtEnd(
              trx,
              trx.updateTable('custom_domains').set(columns).where('uuid', '=', uuid).execute(),
            );
            await releaseHosts(
              trx,
              claimant,
              before.filter((host) => !after.includes(host)),
            );
            recordChange(trx, auditedCustomDomain, accountUuid, current, updated);
            const hosts = new Set([current.host, updated.host]);
            recordRevisions(trx, 'host', [...hosts]);
            return updated;
          }),
        ),
    );
  }

  /**
   * Puts a domain on another upstream of its account. All else stays: uuid, status, certificates, analytics. Answers which
   * of the two isn't there when one isn't.
   */
  move(
    accountUuid: string,
    upstreamUuid: string,
    uuid: string,
    newUpstreamUuid: string,
  ): Promise<CustomDomain | 'no domain' | 'no upstream'> {
    return this.#database.transaction(async (trx) => {
      const isThere = await keepUpstream(trx, this.#database.kind, accountUuid, newUpstreamUuid);
      const current = await this.#lock(trx, accountUuid, upstreamUuid, uuid);
      if (!current) return 'no domain';
      if (!isThere) return 'no upstream';
      const updatedAt = Math.max(this.#clock.now(), current.updatedAt + 1);
      const moved: CustomDomain = { ...current, upstreamUuid: newUpstreamUuid, updatedAt };
      await trx
        .updateTable('custom_domains')
        .set({ upstream_uuid: newUpstreamUuid, updated_at: updatedAt })
        .where('uuid', '=', uuid)
        .execute();
      recordChange(trx, auditedCustomDomain, accountUuid, current, moved);
      recordRevisions(trx, 'host', [current.host]);
      return moved;
    });
  }

  /** Deletes a domain and returns it, or undefined when there was none. */
  delete(accountUuid: string, upstreamUuid: string, uuid: string): Promise<CustomDomain | undefined> {
    return this.#database.transaction(async (trx) => {
      const domain = await this.#lock(trx, accountUuid, upstreamUuid, uuid);
      if (!domain) return undefined;
      const hosts = hostsOfDomain(domain);
      const claimant = { accountUuid, now: this.#clock.now(), kind: this.#database.kind };
      await claimHosts(trx, claimant, hosts);
      answeredAtEnd(trx, trx.deleteFrom('custom_domains').where('uuid', '=', uuid).execute());
      answeredAtEnd(trx, rememberDeleted(trx, [domain], this.#clock.now()));
      await releaseHosts(trx, claimant, hosts);
      recordChange(trx, auditedCustomDomain, accountUuid, domain, null);
      recordRevisions(trx, 'host', [domain.host]);
      return domain;
    });
  }

  /** Refuses a host that cannot be a new custom domain of the account, or the new host of `except`. Errors: `host_taken`. */
  async refuseTaken(accountUuid: string, host: string, except?: string): Promise<void> {
    const claimant = { accountUuid, now: this.#clock.now() };
    const domain = { host, redirectToWww: false, accountUuid };
    const { queries } = this.#database;
    const [obstacles, waiting] = await together([
      findObstacles(queries, claimant, [host]),
      findWaiting(queries, domain),
    ]);
    const held = heldByOthers(accountUuid, domain, obstacles, waiting);
    if (held && !(await this.#proofs.find(accountUuid, new Map([[host, host]]))).has(host)) throw held;
    const other = await this.findByHost(host);
    if (other?.accountUuid === accountUuid && other.uuid !== except) throw hostTaken(host);
  }

  /** The hosts of domains that their account has claimed; only those are served. */
  findClaimed(accountUuid: string, hosts: readonly string[]): Promise<Set<string>> {
    return findClaimed(this.#database.queries, accountUuid, hosts);
  }

  /** Whether a host of a domain isn't its account's, so that its proof has to be looked for. */
  async needsProof(domain: CustomDomain): Promise<boolean> {
    const hosts = hostsOfDomain(domain);
    return (await this.findClaimed(domain.accountUuid, hosts)).size < hosts.length;
  }

  /** Whether a host of a domain was last reached through a proxy. */
  isProxied(domain: CustomDomain): Promise<boolean> {
    return isAnyProxied(this.#database.queries, domain.accountUuid, hostsOfDomain(domain));
  }

  /** Forgets hosts that were given up so long ago that everybody may have them. */
  forgetReleases(): Promise<void> {
    return this.#database.transaction((trx) => forgetReleases(trx, this.#clock.now()));
  }

  /** The accounts that have domains due for a check. */
  accountsDue(now: number): Promise<readonly string[]> {
    return accountsDue(this.#database, now);
  }

  /**
   * Takes so many of each account's domains that are due, those waiting longest first, and puts their next check off by the
   * lease.
   */
  takeDue(now: number, leaseMs: number, shares: ReadonlyMap<string, number>): Promise<CustomDomain[]> {
    return takeDue(this.#database, now, leaseMs, shares);
  }

  /**
   * Makes due what a killed process may have been checking: all that is due within a lease, as leases have no mark. To check a
   * domain a little sooner, or twice, changes nothing.
   */
  resumeChecks(leaseMs: number): Promise<void> {
    return resumeChecks(this.#database, this.#clock.now(), leaseMs);
  }

  /**
   * Stores the result of checking `checked`. Nothing is stored when the domain needs other records by now: the check
   * was about other records. `updated_at` stays: it is about what the owner set. Nor is there a revision, since the
   * edge serves a domain whatever its status, unless the account gets a host by it: one that it has proven, or that nobody had for
   * long enough. Certificates are wanted for the hosts that a challenge would find. Answers the domain as it is now, or
   * undefined when it is gone.
   */
  async recordCheck(checked: CheckedDomain, check: DnsCheck): Promise<CustomDomain | undefined> {
    return (await recordCheck(this.#database, checked, check)) ?? this.findAnywhere(checked.uuid);
  }

  /** Stores whether visitors of a host reach this installation. */
  async recordReach(accountUuid: string, reach: HostReach): Promise<void> {
    const now = this.#clock.now();
    await this.#database.transaction(async (trx) => {
      await recordReach(trx, this.#database.kind, accountUuid, [reach], now);
      await refreshReadiness(trx, this.#database.kind, { names: [reach.host], accountUuid }, now);
    });
  }

  /** Finds a domain and keeps others from changing it until the transaction ends. */
  async #lock(
    trx: ControlTransaction,
    accountUuid: string,
    upstreamUuid: string,
    uuid: string,
  ): Promise<CustomDomain | undefined> {
    const query = selectOne(trx, uuid)
      .where('account_uuid', '=', accountUuid)
      .where('upstream_uuid', '=', upstreamUuid);
    // On SQLite the transaction holds the only write lock already.
    const row = await (this.#database.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
    return row && toCustomDomain(row);
  }

  async #writing<T>(host: () => string, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isUniqueViolation(error, 'custom_domains', 'host')) throw error;
      throw hostTaken(host());
    }
  }
}

/** The host of a domain, if another account has a domain with it. */
async function findWaiting(
  queries: ControlQueries,
  { accountUuid, host }: Pick<CustomDomain, 'accountUuid' | 'host'>,
): Promise<ReadonlySet<string>> {
  const rows = await queries
    .selectFrom('custom_domains')
    .select('host')
    .where('host', '=', host)
    .where('account_uuid', '!=', accountUuid)
    .execute();
  return new Set(rows.map((row) => row.host));
}

function selectOne(queries: ControlQueries, uuid: string) {
  return queries.selectFrom('custom_domains').selectAll().where('uuid', '=', uuid);
}

function needsOtherRecords(before: CustomDomainAttributes, after: CustomDomainAttributes): boolean {
  return (
    before.host !== after.host ||
    before.redirectToWww !== after.redirectToWww ||
    before.challengeType !== after.challengeType
  );
}
