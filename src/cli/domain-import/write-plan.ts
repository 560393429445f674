/**
 * Creates the hosts of another program, and hands their certificates to `api.sock`, a thousand together: first the hosts, then what they
 * are served with. What is there already stays as it is, so that an import can be run again. Source: docs/guides/moving-in.md.
 */
import { maxBatch } from '../../resources/batch.ts';
import { collectBody } from '../../resources/request-body.ts';
import type { ApiClient } from '../api-client.ts';
import { counted } from '../counted.ts';
import { CliError, failureLine } from '../failures.ts';
import { batchesOf, type DomainBatches } from './domain-batches.ts';
import { OwnHosts } from './own-hosts.ts';
import type { ImportPlan, PlannedHost, Problem } from './plan.ts';

export type ImportReport = {
  /** Nothing was written. */
  readonly dry_run: boolean;
  /** How many hosts were created, and how many were there already. */
  readonly created: number;
  readonly existing: number;
  /** How many certificates were imported, and how many hosts have theirs, or a later one, already. */
  readonly certificates: number;
  readonly unchanged: number;
  readonly acme_accounts: number;
  readonly refused: readonly Problem[];
  readonly warnings: readonly Problem[];
};

type Counts = {
  created: number;
  existing: number;
  certificates: number;
  unchanged: number;
  refused: Problem[];
};
type Result = { readonly host: string; readonly result: string; readonly error: string | null };
export type PlanTarget = {
  readonly api: ApiClient;
  readonly accountPath: string;
  readonly batches: DomainBatches;
  readonly dryRun: boolean;
  readonly onProgress: (hosts: number) => void;
};

export async function writePlan(plan: ImportPlan, target: PlanTarget): Promise<ImportReport> {
  const counts: Counts = { created: 0, existing: 0, certificates: 0, unchanged: 0, refused: [] };
  const usedAccounts = new Set<string>();
  const { api, accountPath } = target;
  const own = new OwnHosts((...page) => api.page(`${accountPath}/custom_domains`, ...page));
  const list = plan.hosts.map(({ attributes }) => attributes);
  for (const { start, part } of batchesOf(list)) {
    const hosts = plan.hosts.slice(start, start + part.length);
    try {
      const { created, existing } = await createHosts(hosts, target, own, counts);
      await importCertificates(created, existing, plan, target, counts, usedAccounts);
    } catch (error) {
      const line = failureLine(error);
      const isFirst = counts.created + counts.certificates === 0;
      if (line === undefined || isFirst || target.dryRun) throw error;
      throw new CliError(
        `${line}; before that ${counted(counts.created, 'host')} and ${counted(counts.certificates, 'certificate')} were imported: run it again to import the rest`,
        { cause: error },
      );
    }
    target.onProgress(start + part.length);
  }
  return {
    dry_run: target.dryRun,
    ...counts,
    acme_accounts: usedAccounts.size,
    refused: [...plan.refused, ...counts.refused],
    warnings: plan.warnings,
  };
}

/** Those that are there now, or in a dry run would be. */
async function createHosts(
  hosts: readonly PlannedHost[],
  { batches, dryRun }: PlanTarget,
  own: OwnHosts,
  counts: Counts,
): Promise<{ readonly created: readonly PlannedHost[]; readonly existing: readonly PlannedHost[] }> {
  const existing: PlannedHost[] = [];
  let left = hosts;
  while (left.length > 0) {
    const attributes = left.map((each) => each.attributes);
    const follow = left.some(({ certificate }) => certificate !== undefined);
    const outcome = await batches.create(attributes, dryRun ? 'rehearse' : 'create', follow);
    if ('created' in outcome) break;
    const places = new Set<number>();
    const taken = outcome.problems.flatMap(({ place, code }) =>
      code === 'host_taken' ? (left[place]?.attributes.host ?? []) : [],
    );
    const there = await own.among(taken);
    for (const { place, code, message } of outcome.problems) {
      const planned = left[place];
      if (!planned) continue;
      places.add(place);
      const { host } = planned.attributes;
      if (code === 'host_taken' && there.has(host)) existing.push(planned);
      else counts.refused.push({ name: host, reason: message });
    }
    left = left.filter((_, place) => !places.has(place));
  }
  counts.created += left.length;
  counts.existing += existing.length;
  return { created: left, existing };
}

async function importCertificates(
  created: readonly PlannedHost[],
  existing: readonly PlannedHost[],
  { accounts }: ImportPlan,
  { api, accountPath, dryRun }: PlanTarget,
  counts: Counts,
  usedAccounts: Set<string>,
): Promise<void> {
  const withOne = [...created, ...existing].flatMap(({ attributes: { host }, certificate }) =>
    certificate ? [{ host, ...certificate }] : [],
  );
  const named = new Set(withOne.map(({ directoryUrl, accountUrl }) => `${directoryUrl} ${accountUrl}`));
  const used = accounts
    .filter(({ directoryUrl, url }) => named.has(`${directoryUrl} ${url}`))
    .slice(0, maxBatch);
  for (const { directoryUrl, url } of used) usedAccounts.add(`${directoryUrl} ${url}`);
  // The service would say of a host that is not there yet that there is none.
  const hosts = new Set(existing.map(({ attributes }) => attributes.host));
  const asked = dryRun ? withOne.filter(({ host }) => hosts.has(host)) : withOne;
  counts.certificates += withOne.length - asked.length;
  if (asked.length === 0) return;
  const body = collectBody('json', [
    [
      'acme_accounts',
      used.map(({ directoryUrl, url, privateKeyPem }) => ({
        directory_url: directoryUrl,
        url,
        private_key: privateKeyPem,
      })),
    ],
    [
      'certificates',
      asked.map(({ host, checked, directoryUrl, accountUrl }) => ({
        host,
        certificate: checked.chainPem,
        private_key: checked.privateKeyPem,
        directory_url: directoryUrl,
        account_url: accountUrl,
      })),
    ],
    ...(dryRun ? [['dry_run', true] as const] : []),
  ]);
  const { data } = await api.post<{ readonly data: readonly Result[] }>(
    `${accountPath}/imported_certificates`,
    body,
  );
  for (const { host, result, error } of data) {
    if (result === 'imported') counts.certificates += 1;
    else if (result === 'unchanged') counts.unchanged += 1;
    else counts.refused.push({ name: host, reason: `its certificate: ${error ?? 'refused'}` });
  }
}
