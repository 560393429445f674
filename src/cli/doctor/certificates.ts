/**
 * Checks the secret key against what it encrypted, and the certificates in the store. Source:
 * docs/reference/certificates.md ("Expiry", "The secret key").
 */
import type { Config } from '../../config/config.ts';
import type { ControlDatabase } from '../../control/database.ts';
import { SecretKeys } from '../../control/secret-keys.ts';
import { type Clock, formatTimestamp } from '../../core/clock.ts';
import { quoteValue } from '../../core/errors.ts';
import { CertificateExpiry } from '../../features/custom-certificates/certificate-expiry.ts';
import { SecretKeyring } from '../../secrets/secret-keyring.ts';
import { secretKeyLocationOf } from '../../service/secret-key-location.ts';
import { messageOf } from '../failures.ts';
import { checkAutomaticCertificates } from './automatic-certificates.ts';
import { checkClientCertificates } from './client-certificates.ts';
import { type Finding, finding } from './finding.ts';

const check = 'certificates';
const maxShown = 20;

export async function checkCertificates(
  database: ControlDatabase,
  clock: Clock,
  config: Config,
): Promise<Finding[]> {
  const keyring = new SecretKeyring(secretKeyLocationOf(config));
  const secretKeys = new SecretKeys(database, clock, keyring);
  return [
    await checkSecretKey(secretKeys),
    ...(await checkExpiry(new CertificateExpiry({ database }), clock.now())),
    ...(await checkClientCertificates(database, clock.now())),
    ...(await checkAutomaticCertificates(config, database, secretKeys, clock)),
  ];
}

async function checkSecretKey(secretKeys: SecretKeys): Promise<Finding> {
  const name = 'private keys';
  try {
    const lost = await secretKeys.findLost();
    return lost
      ? finding('problem', name, `${capitalised(lost.message)}.`)
      : finding('ok', name, 'The secret key opens all that is encrypted.');
  } catch (error) {
    return finding('problem', name, `${capitalised(messageOf(error))}.`);
  }
}

async function checkExpiry(expiry: CertificateExpiry, now: number): Promise<Finding[]> {
  const { byState, soonestEnd } = await expiry.totals(now);
  const total = Object.values(byState).reduce((sum, count) => sum + count, 0);
  const state = `${total} custom certificates, ${byState.expiring} of them expire within 14 days, ${byState.expired} have expired`;
  const next =
    soonestEnd === null ? '' : `; the next one without a replacement ends ${formatTimestamp(soonestEnd)}`;
  const level = byState.expiring + byState.expired > 0 ? 'warning' : 'ok';
  const missing = await expiry.withMissingIssuer(now, maxShown);
  return [
    finding(level, check, `${state}${next}.`),
    ...missing.map(({ uuid, missingIssuer }) =>
      finding(
        'warning',
        check,
        `The chain of ${uuid} ends before ${quoteValue(missingIssuer ?? '')}: clients without that certificate refuse it; store it again with its intermediates.`,
      ),
    ),
  ];
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
