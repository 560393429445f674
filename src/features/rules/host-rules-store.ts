/**
 * The rules of hosts: an ordered list a host, replaced as a whole. Source: docs/reference/rules.md.
 *
 * A host without rules has no row, and rules alone are reason enough for the account's claim on it.
 */
import { sql } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import { auditedHostRules } from '../../control/audited.ts';
import type { ControlDatabase, ControlQueries, ControlTransaction } from '../../control/database.ts';
import { claimHosts, findObstacles, type Obstacle } from '../../control/host-claims.ts';
import { describeObstacle, type HostProofs } from '../../control/host-proofs.ts';
import { type CountedLimit, noteUse } from '../../control/limit-uses.ts';
import { followLinks, type LinkedHost } from '../../control/linked-hosts.ts';
import { answeredAtEnd, together } from '../../control/pipelining.ts';
import { releaseHosts, withdrawClaim } from '../../control/released-hosts.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { checkUpstreams, lockUpstreams } from '../../control/rule-upstreams.ts';
import { bytesOf, columnOf, type RulesText, selectText, summaryOf } from '../../control/rules-text.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';

/** Of a host's rules as they are stored: in UTF-8, with what they leave out filled in. */
export const maxRulesBytes: number = 32 * 1024 * 1024;

export const ruleLimit: CountedLimit = {
  name: 'rules',
  count: (accountUuid) =>
    sql`select sum(rule_count) as used from host_rules where account_uuid = ${accountUuid}`,
  words: 'rules on all its hosts',
};

export type HostRules = Pick<RulesText, 'json' | 'ruleCount'> & {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly host: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type Replacement = RulesText & {
  readonly accountUuid: string;
  /** Normalised. */
  readonly host: string;
  /** Whether the rules with this entity tag may be replaced. */
  readonly isExpected: (entityTag: string) => boolean;
  /** Of the rules whose hashes are kept; null where none are. */
  readonly keptFrom: string | null;
  /** What is there again, where there are none now. */
  readonly again?: Pick<HostRules, 'uuid' | 'version'> | undefined;
};

/** Names a state of a host's rules: no other has the same, also after they were deleted and made again. */
export function entityTagOf(stored: Pick<HostRules, 'uuid' | 'version'> | undefined): string {
  return stored ? `"${stored.uuid}.${stored.version}"` : '"none"';
}

/** Ends the transaction; never leaves this file. */
class Stale extends Error {}

export class HostRulesStore {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #proofs: HostProofs;

  constructor({ database, clock, proofs }: Pick<ControlStore, 'database' | 'clock' | 'proofs'>) {
    this.#database = database;
    this.#clock = clock;
    this.#proofs = proofs;
  }

  /** Undefined: the host has none. Errors: `not_found` when the host belongs to another account. */
  async find(accountUuid: string, host: string): Promise<HostRules | undefined> {
    const { queries, kind } = this.#database;
    const [, own] = await together([
      this.#refuseForeign(accountUuid, host),
      findOwn(queries, kind, accountUuid, host),
    ]);
    return own;
  }

  /** Only which state of the rules it is. Errors: as `find`. */
  async findState(
    accountUuid: string,
    host: string,
  ): Promise<Pick<HostRules, 'uuid' | 'version'> | undefined> {
    await this.#refuseForeign(accountUuid, host);
    return await this.#database.queries
      .selectFrom('host_rules')
      .select(['uuid', 'version'])
      .where('host', '=', host)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
  }

  async #refuseForeign(accountUuid: string, host: string): Promise<void> {
    const { queries } = this.#database;
    const claim = await queries
      .selectFrom('host_claims')
      .select('account_uuid')
      .where('host', '=', host)
      .executeTakeFirst();
    if (claim && claim.account_uuid !== accountUuid)
      throw new ServiceError('not_found', `there is no host ${quoteValue(host)} in this account`);
  }

  /** Checks that the account has these upstreams: see placesOfUpstreams. Errors: `rules_invalid`. */
  checkUpstreams(accountUuid: string, places: ReadonlyMap<string, number>): Promise<void> {
    return checkUpstreams(this.#database.queries, accountUuid, places);
  }

  /** Why the account can't have rules on those of these hosts that it has nothing on. */
  async refusals(accountUuid: string, hosts: readonly string[]): Promise<Map<string, ServiceError>> {
    const claimant = { accountUuid, now: this.#clock.now() };
    const obstacles = await findObstacles(this.#database.queries, claimant, hosts);
    return new Map([...obstacles].map(([host, by]) => [host, hostTaken(accountUuid, host, by)]));
  }

  /** Follows what a host leads to: see followLinks. */
  followLinks(
    accountUuid: string,
    host: string,
    follow: (hosts: readonly LinkedHost[]) => Promise<readonly string[]>,
  ): Promise<void> {
    return followLinks(this.#database, accountUuid, host, follow);
  }

  /**
   * Replaces all rules of a host, in one transaction; an empty list releases the host. Returns undefined when there are
   * none now, and `stale` when the rules are no longer those that hashes are kept from. Errors: `host_taken`, `precondition_failed`, `rules_invalid`, `payload_too_large`, `limit_reached`.
   */
  async replace(replacement: Replacement): Promise<HostRules | 'stale' | undefined> {
    const { accountUuid, host, json, ruleCount, upstreams, isExpected, keptFrom, again } = replacement;
    const summary = await summaryOf(replacement);
    try {
      return await this.#proofs.claiming(accountUuid, ({ proven, refused }) =>
        this.#database.transaction(async (trx) => {
          // Upstreams before claims, as where an upstream is deleted with its domains.
          await lockUpstreams(trx, this.#database.kind, accountUuid, upstreams);
          const claimant = { accountUuid, now: this.#clock.now(), kind: this.#database.kind, proven };
          // Writers of a host take turns at its claim, so this is the newest.
          const [obstacles, current] = await together([
            claimHosts(trx, claimant, [host]),
            findOwn(trx, this.#database.kind, accountUuid, host),
          ]);
          const obstacle = obstacles.get(host);
          if (obstacle) {
            refused.set(host, host);
            throw hostTaken(accountUuid, host, obstacle);
          }
          const tag = entityTagOf(current);
          if (!isExpected(tag))
            throw new ServiceError(
              'precondition_failed',
              `the rules of ${quoteValue(host)} are not those that If-Match names; their ETag is ${tag}`,
            );
          if (keptFrom !== null && keptFrom !== tag) throw new Stale();
          const replaced =
            ruleCount === 0
              ? undefined
              : this.#next(current ?? again, { accountUuid, host, json, ruleCount });
          if (!current && !replaced) {
            await withdrawClaim(trx, claimant, host);
            return undefined;
          }
          answeredAtEnd(
            trx,
            replaced
              ? write(trx, this.#database.kind, replaced, [...upstreams.keys()], current === undefined)
              : trx.deleteFrom('host_rules').where('host', '=', host).execute(),
          );
          noteUse(trx, claimant, ruleLimit, ruleCount - (current?.ruleCount ?? 0));
          const before = current ? { ...current, summary: await summaryOf(current) } : null;
          const after = replaced ? { ...replaced, summary } : null;
          recordChange(trx, auditedHostRules, accountUuid, before, after);
          if (!replaced) await releaseHosts(trx, claimant, [host]);
          recordRevisions(trx, 'host', [host]);
          return replaced;
        }),
      );
    } catch (error) {
      if (error instanceof Stale) return 'stale';
      throw error;
    }
  }

  #next(
    before: (Pick<HostRules, 'uuid' | 'version'> & Partial<HostRules>) | undefined,
    given: Pick<HostRules, 'accountUuid' | 'host' | 'json' | 'ruleCount'>,
  ): HostRules {
    const now = this.#clock.now();
    const { uuid = newUuid(), version = 0, createdAt = now, updatedAt = now - 1 } = before ?? {};
    return { ...given, uuid, version: version + 1, createdAt, updatedAt: Math.max(now, updatedAt + 1) };
  }
}

async function findOwn(
  queries: ControlQueries,
  kind: ControlDatabase['kind'],
  accountUuid: string,
  host: string,
): Promise<HostRules | undefined> {
  const row = await queries
    .selectFrom('host_rules')
    .select(['uuid', 'rule_count', 'version', 'created_at', 'updated_at', selectText(kind).as('text')])
    .where('host', '=', host)
    .where('account_uuid', '=', accountUuid)
    .executeTakeFirst();
  return (
    row && {
      uuid: row.uuid,
      accountUuid,
      host,
      json: bytesOf(row.text),
      ruleCount: row.rule_count,
      version: row.version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  );
}

async function write(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  stored: HostRules,
  upstreamUuids: readonly string[],
  isNew: boolean,
): Promise<void> {
  const sizeBytes = stored.json.length;
  if (sizeBytes > maxRulesBytes)
    throw new ServiceError(
      'payload_too_large',
      `the rules have ${sizeBytes} bytes as JSON with what they leave out filled in; allowed: at most ${maxRulesBytes}`,
    );
  const columns = {
    rules: columnOf(kind, stored.json),
    rule_count: stored.ruleCount,
    size_bytes: sizeBytes,
    version: stored.version,
    updated_at: stored.updatedAt,
  };
  const { uuid, accountUuid: account_uuid, host, createdAt: created_at } = stored;
  const rows = upstreamUuids.map((upstream_uuid) => ({ rules_uuid: uuid, upstream_uuid }));
  // In this order.
  await together([
    isNew
      ? trx
          .insertInto('host_rules')
          .values({ uuid, account_uuid, host, created_at, ...columns })
          .execute()
      : trx.updateTable('host_rules').set(columns).where('uuid', '=', uuid).execute(),
    isNew || trx.deleteFrom('rule_upstreams').where('rules_uuid', '=', uuid).execute(),
    rows.length > 0 && trx.insertInto('rule_upstreams').values(rows).execute(),
  ]);
}

function hostTaken(accountUuid: string, host: string, obstacle: Obstacle): ServiceError {
  const problem = describeObstacle(obstacle, accountUuid, host);
  return new ServiceError('host_taken', `host ${quoteValue(host)} ${problem}`);
}
