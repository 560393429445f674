/**
 * Checks a certificate that another program obtained, with its key, before it is served and renewed as an automatic one. Source:
 * docs/guides/moving-in.md ("What is refused").
 *
 * Like those of an upload, no message quotes a key.
 */
import { formatTimestamp } from '../core/clock.ts';
import { hourMs } from '../core/time.ts';
import { parseUrl } from '../core/url.ts';
import { readBundle } from './bundle.ts';
import { guessLeaf } from './chain.ts';
import { checkUpload, type UploadCheck } from './check-upload.ts';

export type ImportedCertificate = {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** Of the authority that issued it; null: not known. */
  readonly directoryUrl: string | null;
};

/** What authorities that nobody trusts put into the names of their issuers. */
const untrustedIssuers: readonly (readonly [RegExp, string])[] = [
  [/\(STAGING\)|Fake LE /i, 'its authority is for tests: browsers refuse it'],
  [/Caddy Local Authority/, 'Caddy made it with its internal authority: browsers refuse it'],
];
/** Hosts of their directories. */
const testAuthorities: ReadonlySet<string> = new Set([
  'acme-staging-v02.api.letsencrypt.org',
  'dv.acme-v02.test-api.pki.goog',
  'api.test4.buypass.no',
]);
/** Clocks of authorities and machines differ. */
const earlyMs = hourMs;

export function checkImported(
  { certificatePem, privateKeyPem, directoryUrl }: ImportedCertificate,
  now: number,
): UploadCheck {
  const check = checkUpload(certificatePem, privateKeyPem, now);
  if (!check.ok) return check;
  const { subject, issuer, notBefore } = check.certificate;
  const untrusted = untrustedIssuers.find(([pattern]) => pattern.test(issuer))?.[1];
  if (subject === issuer) return refuse('it is signed by itself');
  if (untrusted !== undefined) return refuse(untrusted);
  if (testAuthorities.has(parseUrl(directoryUrl ?? '')?.hostname ?? ''))
    return refuse('its authority is for tests: browsers refuse it');
  if (notBefore > now + earlyMs) return refuse(`it is not valid before ${formatTimestamp(notBefore)}`);
  return check;
}

/** The names that it is for, even if it is refused; none: it can't be read. */
export function namesIn(certificatePem: string): readonly string[] {
  const bundle = readBundle(certificatePem);
  return (typeof bundle === 'string' ? undefined : guessLeaf(bundle)?.fields.sans) ?? [];
}

function refuse(reason: string): UploadCheck {
  return { ok: false, code: 'certificate_invalid', reason };
}
