/**
 * The rules of hosts: an ordered list a host, replaced as a whole. Source: docs/reference/rules.md.
 *
 * A host without rules has no row, and rules alone are reason enough for the account's claim on it.
 */
import { type Selectable, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { newUuid } from '../core/ids.ts';
import type { Rule } from '../rules/rule.ts';
import { recordChange } from './audit-trail.ts';
import { auditedHostRules } from './audited.ts';
import type { ControlDatabase, ControlTransaction } from './database.ts';
import { claimHosts, findObstacles, type Obstacle } from './host-claims.ts';
import { describeObstacle, type HostProofs } from './host-proofs.ts';
import { noteUse } from './limit-uses.ts';
import { findLinkedHosts, type LinkedHosts } from './linked-hosts.ts';
import { releaseHosts, withdrawClaim } from './released-hosts.ts';
import { recordRevisions } from './revisions.ts';
import { checkUpstreams, lockUpstreams, placesOfUpstreams } from './rule-upstreams.ts';
import type { HostRulesRow } from './schema.ts';

/** Of a host's rules as they are stored: in UTF-8, with what they leave out filled in. */
export const maxRulesBytes: number = 32 * 1024 * 1024;

export type HostRules = {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly host: string;
  /** With hashes of passwords. */
  readonly rules: readonly Rule[];
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** The rules as they are stored: JSON in UTF-8, with hashes of passwords. */
export type StoredRulesText = Pick<HostRules, 'uuid' | 'accountUuid' | 'host' | 'version'> & {
  readonly json: Uint8Array;
};

export type Replacement = {
  readonly accountUuid: string;
  /** Normalised. */
  readonly host: string;
  /** Valid, with hashes in place of passwords. */
  readonly rules: readonly Rule[];
  /** Whether the rules with this entity tag may be replaced. */
  readonly isExpected: (entityTag: string) => boolean;
  /** Of the rules whose hashes are kept; null where none are. */
  readonly keptFrom: string | null;
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

  constructor(database: ControlDatabase, clock: Clock, proofs: HostProofs) {
    this.#database = database;
    this.#clock = clock;
    this.#proofs = proofs;
  }

  /** Undefined: the host has none. Errors: `not_found` when the host belongs to another account. */
  async find(accountUuid: string, host: string): Promise<HostRules | undefined> {
    await this.#refuseForeign(accountUuid, host);
    const row = await this.#findRow(accountUuid, host);
    return row && toHostRules(row);
  }

  /** The same without reading the list, for hosts that `findTag` has looked at: undefined for those of other accounts. */
  async findText(accountUuid: string, host: string): Promise<StoredRulesText | undefined> {
    const { queries, kind } = this.#database;
    const row = await queries
      .selectFrom('host_rules')
      .select(['uuid', 'version'])
      // As bytes where they are stored so: decoding 32 MiB and encoding them again takes a tenth of a second.
      .select(
        kind === 'sqlite' ? sql<Uint8Array>`cast(rules as blob)`.as('text') : sql<string>`rules`.as('text'),
      )
      .where('host', '=', host)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    if (!row) return undefined;
    const json = typeof row.text === 'string' ? Buffer.from(row.text) : row.text;
    return { uuid: row.uuid, accountUuid, host, version: row.version, json };
  }

  /** Only which state of the rules it is. Errors: as `find`. */
  async findTag(accountUuid: string, host: string): Promise<string> {
    await this.#refuseForeign(accountUuid, host);
    const row = await this.#database.queries
      .selectFrom('host_rules')
      .select(['uuid', 'version'])
      .where('host', '=', host)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return entityTagOf(row);
  }

  async #findRow(accountUuid: string, host: string): Promise<Selectable<HostRulesRow> | undefined> {
    return await this.#database.queries
      .selectFrom('host_rules')
      .selectAll()
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

  /** Why the account can't have a host, nor has a proof of it in DNS: what `replace` would reject with. Errors: `rate_limited`. */
  async findRefusal(accountUuid: string, host: string): Promise<ServiceError | undefined> {
    const claimant = { accountUuid, now: this.#clock.now() };
    const obstacle = (await findObstacles(this.#database.queries, claimant, [host])).get(host);
    if (!obstacle) return undefined;
    const proven = await this.#proofs.find(accountUuid, new Map([[host, host]]));
    return proven.has(host) ? undefined : hostTaken(accountUuid, host, obstacle);
  }

  /** Checks rules against what the account has. Errors: `rules_invalid`. */
  check(accountUuid: string, rules: readonly Rule[]): Promise<void> {
    return checkUpstreams(this.#database.queries, accountUuid, placesOfUpstreams(rules));
  }

  /** What a host with these rules leads to: see findLinkedHosts. */
  findLinked(accountUuid: string, host: string, rules: readonly Rule[]): Promise<LinkedHosts> {
    return findLinkedHosts(this.#database.queries, accountUuid, host, rules);
  }

  /**
   * Replaces all rules of a host, in one transaction; an empty list releases the host. Returns undefined when there are
   * none now, and `stale` when the rules are no longer those that hashes are kept from. Errors: `host_taken`, `precondition_failed`, `rules_invalid`, `payload_too_large`, `limit_reached`.
   */
  async replace(replacement: Replacement): Promise<HostRules | 'stale' | undefined> {
    const { accountUuid, host, rules, isExpected, keptFrom } = replacement;
    try {
      return await this.#proofs.claiming(accountUuid, ({ proven, refused }) =>
        this.#database.transaction(async (trx) => {
          // Upstreams before claims, as where an upstream is deleted with its domains.
          const upstreams = placesOfUpstreams(rules);
          await lockUpstreams(trx, this.#database.kind, accountUuid, upstreams);
          const claimant = { accountUuid, now: this.#clock.now(), kind: this.#database.kind, proven };
          const obstacle = (await claimHosts(trx, claimant, [host])).get(host);
          if (obstacle) {
            refused.set(host, host);
            throw hostTaken(accountUuid, host, obstacle);
          }
          // Writers of a host take turns at its claim, so this is the newest.
          const current = await findOwn(trx, accountUuid, host);
          const tag = entityTagOf(current);
          if (!isExpected(tag))
            throw new ServiceError(
              'precondition_failed',
              `the rules of ${quoteValue(host)} are not those that If-Match names; their ETag is ${tag}`,
            );
          if (keptFrom !== null && keptFrom !== tag) throw new Stale();
          const replaced = rules.length === 0 ? undefined : this.#next(current, accountUuid, host, rules);
          if (!current && !replaced) {
            await withdrawClaim(trx, claimant, host);
            return undefined;
          }
          if (replaced) await write(trx, replaced, [...upstreams.keys()], current === undefined);
          else await trx.deleteFrom('host_rules').where('host', '=', host).execute();
          noteUse(trx, claimant, 'rules', rules.length - (current?.rules.length ?? 0));
          recordChange(trx, auditedHostRules, accountUuid, current ?? null, replaced ?? null);
          if (!replaced) await releaseHosts(trx, claimant, [host]);
          await recordRevisions(trx, this.#database.kind, 'host', [host]);
          return replaced;
        }),
      );
    } catch (error) {
      if (error instanceof Stale) return 'stale';
      throw error;
    }
  }

  #next(
    current: HostRules | undefined,
    accountUuid: string,
    host: string,
    rules: readonly Rule[],
  ): HostRules {
    const now = this.#clock.now();
    if (!current)
      return { uuid: newUuid(), accountUuid, host, rules, version: 1, createdAt: now, updatedAt: now };
    const updatedAt = Math.max(now, current.updatedAt + 1);
    return { ...current, rules, version: current.version + 1, updatedAt };
  }
}

async function findOwn(
  trx: ControlTransaction,
  accountUuid: string,
  host: string,
): Promise<HostRules | undefined> {
  const row = await trx
    .selectFrom('host_rules')
    .selectAll()
    .where('host', '=', host)
    .where('account_uuid', '=', accountUuid)
    .executeTakeFirst();
  return row && toHostRules(row);
}

async function write(
  trx: ControlTransaction,
  stored: HostRules,
  upstreamUuids: readonly string[],
  isNew: boolean,
): Promise<void> {
  const rules = JSON.stringify(stored.rules);
  const sizeBytes = Buffer.byteLength(rules);
  if (sizeBytes > maxRulesBytes)
    throw new ServiceError(
      'payload_too_large',
      `the rules have ${sizeBytes} bytes as JSON with what they leave out filled in; allowed: at most ${maxRulesBytes}`,
    );
  const columns = {
    rules,
    rule_count: stored.rules.length,
    size_bytes: sizeBytes,
    version: stored.version,
    updated_at: stored.updatedAt,
  };
  const { uuid } = stored;
  if (isNew) {
    const { accountUuid: account_uuid, host, createdAt: created_at } = stored;
    await trx
      .insertInto('host_rules')
      .values({ uuid, account_uuid, host, created_at, ...columns })
      .execute();
  } else {
    await trx.updateTable('host_rules').set(columns).where('uuid', '=', uuid).execute();
    await trx.deleteFrom('rule_upstreams').where('rules_uuid', '=', uuid).execute();
  }
  if (upstreamUuids.length === 0) return;
  const rows = upstreamUuids.map((upstream_uuid) => ({ rules_uuid: uuid, upstream_uuid }));
  await trx.insertInto('rule_upstreams').values(rows).execute();
}

function toHostRules(row: Selectable<HostRulesRow>): HostRules {
  const rules: Rule[] = JSON.parse(row.rules);
  return {
    uuid: row.uuid,
    accountUuid: row.account_uuid,
    host: row.host,
    rules,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function hostTaken(accountUuid: string, host: string, obstacle: Obstacle): ServiceError {
  const problem = describeObstacle(obstacle, accountUuid, host);
  return new ServiceError('host_taken', `host ${quoteValue(host)} ${problem}`);
}
