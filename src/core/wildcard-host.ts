/**
 * Wildcard hosts, `*.` and a host name. One stands for every host with a single label in place of the asterisk.
 * Source: docs/reference/domains.md ("Wildcards"), RFC 9525 section 6.3.
 */
import type { ChallengeType } from './custom-domain.ts';
import { type HostnameResult, maxHostLength, parseHostname } from './hostname.ts';

const prefix = '*.';

export function isWildcardHost(host: string): boolean {
  return host.startsWith(prefix);
}

/** Whether no authority gives a certificate for it, so that one has to be uploaded: wildcards need a DNS record. */
export function needsUploadedCertificate(host: string, challengeType: ChallengeType): boolean {
  return isWildcardHost(host) && challengeType === 'http01';
}

/** What a wildcard's asterisk stands before; other hosts come back as they are. */
export function withoutWildcard(host: string): string {
  return isWildcardHost(host) ? host.slice(prefix.length) : host;
}

/** The wildcard that covers a host; undefined for a name of fewer than three labels, and for a wildcard. */
export function wildcardCovering(host: string): string | undefined {
  const parent = host.slice(host.indexOf('.') + 1);
  return isWildcardHost(host) || !parent.includes('.') || parent === host ? undefined : `${prefix}${parent}`;
}

/** Normalises a host name as {@link parseHostname} does, or a wildcard. */
export function parseHostOrWildcard(text: string): HostnameResult {
  const trimmed = text.trim();
  if (!isWildcardHost(trimmed)) return parseHostname(trimmed);
  const below = trimmed.slice(prefix.length);
  const rest = parseHostname(below);
  if (!rest.ok) return rest;
  if (below !== below.trimStart()) return { ok: false, reason: 'it has white space' };
  if (rest.host.length + prefix.length > maxHostLength)
    return { ok: false, reason: 'it is longer than 253 characters' };
  return { ok: true, host: `${prefix}${rest.host}` };
}
