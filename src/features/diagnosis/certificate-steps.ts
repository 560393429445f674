/** What is wrong with a host's certificate, and with the way to the next one. Source: docs/reference/diagnosis.md ("Steps"). */
import { formatTimestamp } from '../../core/clock.ts';
import { unknownOrderFailure } from '../../core/order-failure.ts';
import type { CertificateCode } from './cause-code.ts';
import type { HandshakeOutcome, ShownCertificate } from './handshake.ts';
import type { ServedHost } from './served-host.ts';
import { failed, ok, type StepOutcome, skipped } from './step.ts';

/** Two days: no clock of a server is off by so much unless it is wrong. */
const clockToleranceMs = 48 * 3_600_000;

export function judgeHandshake(outcome: HandshakeOutcome, served: ServedHost): StepOutcome {
  if (outcome.kind === 'done') return ok(`TLS at ${outcome.address} works.`);
  const { code, cause } = outcome;
  if (outcome.kind === 'skipped') return skipped(code, cause);
  return code === 'handshake_refused'
    ? (whyNoCertificate(served) ?? failed(code, cause))
    : failed(code, cause);
}

export function judgeCertificate(outcome: HandshakeOutcome, served: ServedHost, now: number): StepOutcome {
  if (outcome.kind !== 'done') return skipped('no_handshake', 'There was no handshake that shows it.');
  const { certificate } = outcome;
  const { code } = certificate;
  if (code === null) return ok(describe(certificate));
  if (isClockWrong(certificate, code, served, now))
    return failed('clock_wrong', `The clock of this machine says ${formatTimestamp(now)}, which can't be.`);
  if (code === 'certificate_untrusted' || code === 'certificate_expired') {
    const missing = whyNoCertificate(served);
    if (missing) return missing;
  }
  return failed(code, `${sentences[code](served.host, certificate)} ${describe(certificate)}`);
}

const sentences: Readonly<Record<CertificateCode, (host: string, shown: ShownCertificate) => string>> = {
  certificate_expired: (host) => `The certificate of ${host} has expired:`,
  certificate_not_yet_valid: (host) => `The certificate of ${host} isn't valid yet:`,
  certificate_other_name: (host) => `The certificate that is shown isn't for ${host}:`,
  certificate_chain_incomplete: (host) =>
    `The chain of the certificate of ${host} lacks its intermediate certificate:`,
  certificate_untrusted: (host) => `The certificate of ${host} isn't of an authority that clients trust:`,
};

function describe({ issuer, names, notBefore, expiresAt }: ShownCertificate): string {
  const shown = names.slice(0, 5).join(', ');
  return `issued by ${issuer || 'nobody'} for ${shown}, valid from ${formatTimestamp(notBefore)} to ${formatTimestamp(expiresAt)}.`;
}

/** A certificate that our own clock takes for valid long before or after its time is shown by one that is wrong. */
function isClockWrong(
  { notBefore, expiresAt }: ShownCertificate,
  code: CertificateCode,
  { automatic }: ServedHost,
  now: number,
): boolean {
  if (code === 'certificate_not_yet_valid') return notBefore - now > clockToleranceMs;
  // It would have been renewed long before.
  return (
    code === 'certificate_expired' &&
    automatic?.failures === 0 &&
    automatic.expiresAt === expiresAt &&
    now - expiresAt > clockToleranceMs
  );
}

/** Undefined: the account has a certificate for it. */
function whyNoCertificate({ host, isClaimed, coverage, automatic }: ServedHost): StepOutcome | undefined {
  if (!isClaimed || typeof coverage?.expiresAt === 'number') return undefined;
  const error = automatic?.lastError ?? coverage?.lastError ?? null;
  if (error === null) return failed('certificate_missing', `There is no certificate for ${host} yet.`);
  const code = automatic?.lastErrorCode ?? unknownOrderFailure;
  const next = automatic ? ` It is tried again at ${formatTimestamp(automatic.nextAttemptAt)}.` : '';
  return failed(code, `No certificate could be had for ${host}: ${sentence(error)}${next}`);
}

/** Whether the certificate that is there will be followed by another one. */
export function judgeRenewal({ isClaimed, coverage, automatic }: ServedHost, now: number): StepOutcome {
  if (!isClaimed) return skipped('not_yours', 'The account does not have the host.');
  if (typeof coverage?.expiresAt !== 'number') return ok('There is no certificate to renew.');
  if (!automatic || automatic.expiresAt === null) return ok('The certificate is not an automatic one.');
  if (automatic.lastError === null || automatic.expiresAt <= now)
    return ok(`It ends ${formatTimestamp(automatic.expiresAt)} and is renewed before.`);
  return failed(
    automatic.lastErrorCode ?? unknownOrderFailure,
    `The certificate ends ${formatTimestamp(automatic.expiresAt)} and could not be renewed: ${sentence(automatic.lastError)} It is tried again at ${formatTimestamp(automatic.nextAttemptAt)}.`,
  );
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
