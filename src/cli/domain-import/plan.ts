/** What an import does with what its reader found. Source: docs/guides/moving-in.md ("What is refused"). */
import { readAccountKey } from '../../certificates/account-key.ts';
import { checkImported } from '../../certificates/check-imported.ts';
import type { CheckedCertificate } from '../../certificates/check-upload.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { isWebUrl } from '../../core/url.ts';
import { isWildcardHost, parseHostOrWildcard } from '../../core/wildcard-host.ts';
import type { Found, FoundAccount, FoundCertificate } from './found.ts';

export type Problem = { readonly name: string; readonly reason: string };

export type PlannedHost = {
  readonly attributes: Readonly<Record<string, unknown>> & { readonly host: string };
  readonly certificate?: {
    readonly checked: CheckedCertificate;
    readonly from: string;
    readonly directoryUrl: string | null;
    readonly accountUrl: string | null;
  };
};

export type ImportPlan = {
  readonly hosts: readonly PlannedHost[];
  readonly accounts: readonly FoundAccount[];
  readonly refused: readonly Problem[];
  /** What is imported all the same, or need not be. */
  readonly warnings: readonly Problem[];
};

/** `withoutCertificates`: hosts whose certificate is refused are made all the same. */
export async function planImport(
  found: AsyncIterable<Found>,
  now: number,
  withoutCertificates: boolean,
): Promise<ImportPlan> {
  const hosts = new Map<string, PlannedHost>();
  const without = new Set<string>();
  const [accounts, refused, warnings]: [FoundAccount[], Problem[], Problem[]] = [[], [], []];
  const add = (planned: PlannedHost): void => {
    const { host } = planned.attributes;
    const other = hosts.get(host);
    const [kept, left] = other && endOf(other) >= endOf(planned) ? [other, planned] : [planned, other];
    hosts.set(host, kept);
    if (left)
      warnings.push({
        name: left.certificate?.from ?? host,
        reason: left.certificate
          ? `its certificate for ${host} is left out: ${kept.certificate?.from} has one that ends at ${formatTimestamp(endOf(kept))}`
          : `${host} is there more than once`,
      });
  };
  for await (const one of found) {
    if (one.kind === 'account') {
      if (isUsable(one)) accounts.push(one);
      else refused.push({ name: one.from, reason: 'its key or its address is damaged' });
    } else if (one.kind === 'host') {
      const host = hostOf(one.attributes.host);
      if (host === undefined) refused.push({ name: one.from, reason: notAHost });
      else add({ attributes: { ...one.attributes, host } });
    } else if (one.kind === 'refused') {
      refused.push({ name: one.from, reason: one.reason });
      for (const name of one.names) without.add(name);
    } else {
      const outcome = readOne(one, now);
      if (typeof outcome === 'string') {
        refused.push({ name: one.from, reason: outcome });
        for (const name of [...one.names, ...(one.likelyNames ?? [])]) without.add(name);
        continue;
      }
      refused.push(...outcome.refused);
      for (const planned of outcome.planned) add(planned);
      if (one.isKeyPublic)
        warnings.push({ name: one.from, reason: 'everybody on this machine can read its key' });
      const { missingIssuer } = outcome.checked;
      if (missingIssuer !== null)
        warnings.push({ name: one.from, reason: `browsers may not know its issuer ${missingIssuer}` });
    }
  }
  if (withoutCertificates)
    for (const name of without) {
      const host = hostOf(name);
      if (host !== undefined && !hosts.has(host)) hosts.set(host, { attributes: attributesOf(host) });
    }
  return { hosts: [...hosts.values()], accounts, refused, warnings };
}

const notAHost = 'it is not a host name that can be used here';

function isUsable({ directoryUrl, url, privateKeyPem }: FoundAccount): boolean {
  try {
    readAccountKey(privateKeyPem);
    return isWebUrl(directoryUrl) && isWebUrl(url);
  } catch {
    return false;
  }
}

/** Its hosts, or why it is refused. */
function readOne(one: FoundCertificate, now: number) {
  const { from, names, accountUrl } = one;
  // What is no URL names no authority.
  const directoryUrl = one.directoryUrl !== null && isWebUrl(one.directoryUrl) ? one.directoryUrl : null;
  const check = checkImported({ ...one, directoryUrl }, now);
  if (!check.ok)
    return check.code === 'certificate_invalid'
      ? check.reason
      : `its private key is refused: ${check.reason}`;
  const checked = check.certificate;
  const covered = new Set(checked.sans.map((name) => name.toLowerCase()));
  const other = names.find((name) => !covered.has(name.toLowerCase()));
  if (other !== undefined) return `its certificate is not for ${other}`;
  const planned: PlannedHost[] = [];
  const refused: Problem[] = [];
  for (const name of covered) {
    const host = hostOf(name);
    if (host === undefined || !checked.names.includes(host)) refused.push({ name, reason: notAHost });
    else
      planned.push({
        attributes: attributesOf(host),
        certificate: { checked, from, directoryUrl, accountUrl },
      });
  }
  return { checked, planned, refused };
}

/** Wildcards are renewed by a DNS record only. */
function attributesOf(host: string): PlannedHost['attributes'] {
  return isWildcardHost(host) ? { host, challenge_type: 'dns01' } : { host };
}

function hostOf(name: string): string | undefined {
  const parsed = parseHostOrWildcard(name);
  return parsed.ok ? parsed.host : undefined;
}

function endOf({ certificate }: PlannedHost): number {
  return certificate?.checked.expiresAt ?? 0;
}
