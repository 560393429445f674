/**
 * Deletes what accounts have on hosts that another account has now: redirects, rules and custom domains. Their audit trail and
 * their webhooks tell. Source: docs/reference/domains.md ("Proof of ownership").
 */
import { redirectResource } from '../resources/redirect.ts';
import { recordServiceDeletion } from './audit-trail.ts';
import { auditedCustomDomain, auditedHostRules, auditedRedirect } from './audited.ts';
import { fromColumns } from './columns.ts';
import { toCustomDomain } from './custom-domain-row.ts';
import type { ControlDatabase, ControlTransaction } from './database.ts';
import { rememberDeleted } from './deleted-custom-domains.ts';
import { refreshReadiness } from './domain-readiness.ts';
import { forgetReach } from './host-reach.ts';
import { releaseHosts } from './released-hosts.ts';
import { recordRevisions } from './revisions.ts';
import { bytesOf, summaryOf } from './rules-text.ts';

type Owner = {
  readonly accountUuid: string;
  readonly now: number;
  readonly kind: ControlDatabase['kind'];
};

/**
 * `hosts` are those that `owner` has got in this transaction. A domain whose `www.` host alone is among them stays, without its
 * redirect to that.
 */
export async function dropOthersUses(
  trx: ControlTransaction,
  owner: Owner,
  hosts: readonly string[],
): Promise<void> {
  if (hosts.length === 0) return;
  const { kind, now } = owner;
  const changed = [
    ...(await dropRedirects(trx, owner, hosts)),
    ...(await dropRules(trx, owner, hosts)),
    ...(await dropDomains(trx, owner, hosts)),
  ];
  const bareHosts = hosts.flatMap((host) => (host.startsWith('www.') ? [host.slice('www.'.length)] : []));
  if (bareHosts.length > 0) {
    const redirecting = await trx
      .selectFrom('custom_domains')
      .select(['uuid', 'host'])
      .where('host', 'in', bareHosts)
      .where('account_uuid', '!=', owner.accountUuid)
      .where('redirect_to_www', '=', 1)
      .execute();
    for (const { uuid, host } of redirecting) {
      await refreshReadiness(trx, kind, { uuid }, now);
      changed.push(host);
    }
  }
  recordRevisions(trx, 'host', [...new Set(changed)]);
}

async function dropRedirects(
  trx: ControlTransaction,
  { accountUuid }: Owner,
  hosts: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('redirects')
    .where('source_host', 'in', hosts)
    .where('account_uuid', '!=', accountUuid)
    .returningAll()
    .execute();
  for (const row of rows) {
    const redirect = fromColumns(redirectResource, redirectResource.stored, row);
    await recordServiceDeletion(trx, auditedRedirect, redirect.accountUuid, redirect);
  }
  return rows.map(({ source_host }) => source_host);
}

async function dropRules(
  trx: ControlTransaction,
  { accountUuid }: Owner,
  hosts: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('host_rules')
    .where('host', 'in', hosts)
    .where('account_uuid', '!=', accountUuid)
    .returningAll()
    .execute();
  for (const { uuid, host, version, ...row } of rows) {
    const { rule_count: ruleCount, updated_at: updatedAt } = row;
    const json = bytesOf(row.rules);
    const summary = await summaryOf({ json, ruleCount });
    const rules = { uuid, host, version, json, ruleCount, summary, updatedAt };
    await recordServiceDeletion(trx, auditedHostRules, row.account_uuid, rules);
  }
  return rows.map(({ host }) => host);
}

async function dropDomains(
  trx: ControlTransaction,
  { accountUuid, now }: Owner,
  hosts: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('custom_domains')
    .where('host', 'in', hosts)
    .where('account_uuid', '!=', accountUuid)
    .returningAll()
    .execute();
  const domains = rows.map(toCustomDomain);
  await rememberDeleted(trx, domains, now);
  for (const domain of domains) {
    const loser = domain.accountUuid;
    await recordServiceDeletion(trx, auditedCustomDomain, loser, domain);
    await forgetReach(trx, loser, [domain.host]);
    if (domain.redirectToWww) await releaseHosts(trx, { accountUuid: loser, now }, [`www.${domain.host}`]);
  }
  return domains.map(({ host }) => host);
}
