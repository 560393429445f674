/**
 * The label in the responder's zone where a host's dns-01 challenges are: the customer's CNAME record leads there.
 * Source: docs/reference/acme.md ("By a DNS record"), RFC 8555 section 8.4.
 */
import { createHash } from 'node:crypto';
import { withoutWildcard } from './wildcard-host.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 32;
const pattern = new RegExp(`^[${alphabet}]{${length}}$`);

/**
 * The label of a host in an account; a wildcard has that of the host below its asterisk, as both are validated there. Another
 * account that gets either later has another label, so a record that was left behind proves nothing for it.
 */
export function challengeLabel(accountUuid: string, host: string): string {
  const digest = createHash('sha256')
    .update(`${accountUuid} ${withoutWildcard(host)}`)
    .digest();
  let bits = 0;
  let pending = 0;
  let label = '';
  for (const byte of digest.subarray(0, (length * 5) / 8)) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      label += alphabet[(pending >> bits) & 31];
    }
    pending &= (1 << bits) - 1;
  }
  return label;
}

export function isChallengeLabel(text: string): boolean {
  return pattern.test(text);
}
