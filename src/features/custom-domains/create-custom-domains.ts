/** Creates custom domains: one, or a list of them entirely or not at all. Source: docs/reference/domains.md ("Many at once"). */

import { recordChange } from '../../control/audit-trail.ts';
import { auditedCustomDomain } from '../../control/audited.ts';
import { type CustomDomain, toRow, unchecked } from '../../control/custom-domain-row.ts';
import type { ControlDatabase, ControlQueries, ControlTransaction } from '../../control/database.ts';
import { forgetDeletion } from '../../control/deleted-custom-domains.ts';
import { claimHosts, findObstacles, hostsOfDomain, type Obstacle } from '../../control/host-claims.ts';
import { noteHosts } from '../../control/host-limits.ts';
import { inParts } from '../../control/host-parts.ts';
import { describeObstacle, type HostProofs } from '../../control/host-proofs.ts';
import { answeredAtEnd, together } from '../../control/pipelining.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { orderLater } from '../../control/wanted-certificates.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import type { BatchProblem } from '../../resources/batch.ts';
import type { CustomDomainAttributes } from '../../resources/custom-domain.ts';

type Hosts = Pick<CustomDomainAttributes, 'host' | 'redirectToWww'>;
export type CreateOptions = {
  /** A rehearsal is undone. */
  readonly as?: 'transaction' | 'rehearse';
  /** Before this time no certificates are ordered because of their records. */
  readonly orderFrom?: number | undefined;
  /** Of one that was deleted. */
  readonly uuid?: string | undefined;
};
type Created = { readonly created: readonly CustomDomain[] } | { readonly taken: readonly BatchProblem[] };

/** Each has a parameter for every column; both engines allow at least 32,766. */
const rowsPerInsert = 500;

/** Rolls the transaction back. */
class HostsTaken extends Error {
  readonly taken: readonly BatchProblem[];

  constructor(taken: readonly BatchProblem[]) {
    super('hosts are taken');
    this.taken = taken;
  }
}

/** Rolls the transaction back, too. */
class UpstreamMissing extends Error {}

/**
 * Creates domains that are due for their first check; undefined when the account has no such upstream.
 */
export async function createCustomDomains(
  database: ControlDatabase,
  now: number,
  owner: { readonly accountUuid: string; readonly upstreamUuid: string },
  list: readonly CustomDomainAttributes[],
  proofs: HostProofs,
  { as = 'transaction', orderFrom, uuid }: CreateOptions = {},
): Promise<Created | undefined> {
  const { accountUuid, upstreamUuid } = owner;
  const domains = list.map(
    (attributes): CustomDomain => ({
      ...attributes,
      ...unchecked(now),
      ...owner,
      tlsCertificateIssued: false,
      uuid: uuid ?? newUuid(),
      createdAt: now,
      updatedAt: now,
    }),
  );
  try {
    return await proofs.claiming(accountUuid, ({ proven, refused }) =>
      database[as](async (trx) => {
        const claimant = { accountUuid, now, kind: database.kind, proven };
        const [isUpstreamThere, obstacles] = await together([
          keepUpstream(trx, database.kind, accountUuid, upstreamUuid),
          claimHosts(trx, claimant, domains.flatMap(hostsOfDomain)),
        ]);
        if (!isUpstreamThere) throw new UpstreamMissing();
        // Now that what gives way is gone.
        const used = await findUsed(trx, domains);
        const taken = problemsOf(accountUuid, domains, obstacles, used);
        for (const { contested } of taken) for (const [host, by] of contested) refused.set(host, by);
        if (taken.length > 0) throw new HostsTaken(taken);
        // Those that wait for a proof count, too.
        noteHosts(trx, claimant, domains.filter(({ host }) => obstacles.has(host)).length);
        const createdAt = uuid === undefined ? undefined : await forgetDeletion(trx, uuid);
        const created = createdAt === undefined ? domains : domains.map((one) => ({ ...one, createdAt }));
        const rows = created.map(toRow);
        for (let start = 0; start < rows.length; start += rowsPerInsert)
          answeredAtEnd(
            trx,
            trx
              .insertInto('custom_domains')
              .values(rows.slice(start, start + rowsPerInsert))
              .execute(),
          );
        if (orderFrom !== undefined) {
          const claimed = domains.flatMap(hostsOfDomain).filter((host) => !obstacles.has(host));
          await orderLater(trx, accountUuid, claimed, orderFrom);
        }
        for (const domain of created) recordChange(trx, auditedCustomDomain, accountUuid, null, domain);
        recordRevisions(
          trx,
          'host',
          domains.map(({ host }) => host),
        );
        return { created };
      }),
    );
  } catch (error) {
    if (error instanceof HostsTaken) return { taken: error.taken };
    if (error instanceof UpstreamMissing) return undefined;
    throw error;
  }
}

/** Those of a list of new domains that the account can't have now, by their places in it. */
export async function findTaken(
  queries: ControlQueries,
  claimant: { readonly accountUuid: string; readonly now: number },
  list: readonly Hosts[],
): Promise<BatchProblem[]> {
  const [obstacles, used] = await together([
    findObstacles(queries, claimant, list.flatMap(hostsOfDomain)),
    findUsed(queries, list),
  ]);
  return problemsOf(claimant.accountUuid, list, obstacles, used);
}

/** Whether the account has an upstream. Until the transaction ends, a change of it waits, and then finds its domains. */
export async function keepUpstream(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  accountUuid: string,
  uuid: string,
): Promise<boolean> {
  const upstream = trx
    .selectFrom('upstreams')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where('account_uuid', '=', accountUuid);
  const kept = await (kind === 'postgres' ? upstream.forKeyShare() : upstream).executeTakeFirst();
  return kept !== undefined;
}

export function hostTaken(host: string, by = 'another custom domain'): ServiceError {
  return new ServiceError('host_taken', `host ${quoteValue(host)} is already used by ${by}`);
}

/**
 * The error for the first of a domain's hosts that another account has, or that another account's domain waits for. Other obstacles
 * are no error: the domain is served once there is a proof. `waiting` are hosts with a domain of another account.
 */
export function heldByOthers(
  accountUuid: string,
  domain: Hosts,
  obstacles: ReadonlyMap<string, Obstacle>,
  waiting: ReadonlySet<string>,
): ServiceError | undefined {
  const { host: ownHost } = domain;
  const host = hostsOfDomain(domain).find((each) => obstacles.get(each) === 'held');
  if (host !== undefined) {
    const what =
      host === ownHost
        ? `host ${quoteValue(host)}`
        : `${quoteValue(host)}, the host that redirect_to_www needs,`;
    return new ServiceError('host_taken', `${what} ${describeObstacle('held', accountUuid, ownHost)}`);
  }
  const obstacle = obstacles.get(ownHost);
  if (!obstacle || !waiting.has(ownHost)) return undefined;
  return new ServiceError(
    'host_taken',
    `host ${quoteValue(ownHost)} ${describeObstacle(obstacle, accountUuid, ownHost)}`,
  );
}

/** Those of a domain's hosts that a proof would get, each with the host whose record proves it. */
export function contestedHosts(
  domain: Hosts,
  obstacles: ReadonlyMap<string, Obstacle>,
): readonly (readonly [string, string])[] {
  return hostsOfDomain(domain).flatMap((host) => (obstacles.has(host) ? [[host, domain.host] as const] : []));
}

type Taken = BatchProblem & { readonly contested: ReturnType<typeof contestedHosts> };

type Used = readonly { readonly host: string; readonly account_uuid: string }[];

/** Those of the hosts that have a custom domain, of any account. */
async function findUsed(queries: ControlQueries, list: readonly Hosts[]): Promise<Used> {
  const used: Used[number][] = [];
  for (const part of inParts(list.map(({ host }) => host))) {
    const domains = queries.selectFrom('custom_domains').select(['host', 'account_uuid']);
    used.push(...(await domains.where('host', 'in', part).execute()));
  }
  return used;
}

function problemsOf(
  accountUuid: string,
  list: readonly Hosts[],
  obstacles: ReadonlyMap<string, Obstacle>,
  rows: Used,
): Taken[] {
  const used = new Set(rows.map(({ host }) => host));
  const ofOthers = rows.filter((row) => row.account_uuid !== accountUuid);
  const waiting = new Set(ofOthers.map(({ host }) => host));
  const problems: Taken[] = [];
  const seen = new Set<string>();
  for (const [index, domain] of list.entries()) {
    const { host } = domain;
    const held = heldByOthers(accountUuid, domain, obstacles, waiting);
    const error =
      held ??
      (used.has(host) ? hostTaken(host) : seen.has(host) ? hostTaken(host, 'an earlier one') : undefined);
    if (error) problems.push({ index, error, contested: held ? contestedHosts(domain, obstacles) : [] });
    seen.add(host);
  }
  return problems;
}
