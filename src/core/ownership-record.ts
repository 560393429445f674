/**
 * The TXT record by which an account proves that it may have a host that another account has, or had.
 * Source: docs/reference/domains.md ("Proof of ownership").
 */
import { createHash } from 'node:crypto';
import type { DnsRecord } from './custom-domain.ts';
import { withoutWildcard } from './wildcard-host.ts';

export const ownershipPrefix = 'nameplate-verification=';

/** The same for an account and a host at any time, and another one for every other account. A wildcard has its domain's. */
export function ownershipRecord(accountUuid: string, host: string): DnsRecord {
  const domain = withoutWildcard(host);
  const digest = createHash('sha256').update(`ownership ${accountUuid} ${domain}`).digest('base64url');
  return { type: 'TXT', name: `_nameplate.${domain}`, value: `${ownershipPrefix}${digest}` };
}
