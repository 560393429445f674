/**
 * When a certificate is renewed: when its authority suggests, which may be at once because of a revocation; otherwise
 * by its lifetime.
 * Source: RFC 9773 section 4; docs/reference/acme.md ("Renewal").
 *
 * The authority is asked once a certificate is issued and stored, and then as often as it wants, usually every six hours, for each
 * certificate at a different time. Without an answer the lifetime decides.
 */
import type { Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import { placeOf, renewalDueAt } from '../core/renewal-time.ts';
import { hourMs } from '../core/time.ts';
import { certificateId } from './certificate-id.ts';
import type { AcmeClient, RenewalWindow } from './protocol/acme-client.ts';
import { AcmeError } from './protocol/acme-error.ts';
import { suggestedTime } from './schedule.ts';

/** An existing certificate. */
export type RenewableCertificate = {
  readonly chainPem: string;
  readonly fingerprint: string;
  readonly notBefore: number;
  readonly expiresAt: number;
  /** When the last order for its host ended; null and undefined: there was none here. */
  readonly orderedAt?: number | null;
};

export type NextLook = { readonly lookAt: number; readonly renewAt: number };

/** RFC 9773 section 4.3.2 allows clients to limit the interval the authority asks for. */
const askAgain = { soonestMs: hourMs, usuallyMs: 6 * hourMs, latestMs: 24 * hourMs };
/** A new certificate is kept for so long whatever is suggested, or an authority whose suggestions are wrong would be asked for one after the other. */
const keptMs = 6 * hourMs;

export class Renewals {
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** When to look at a certificate that was just issued: as soon as it is stored, if its authority suggests renewals. */
  async firstLook(client: AcmeClient, certificate: RenewableCertificate): Promise<number> {
    const isSuggested = await client.suggestsRenewals().catch(() => false);
    return isSuggested ? this.#clock.now() : renewalDueAt(certificate);
  }

  /**
   * When to renew a certificate, and when to look at it again, which is now if the renewal is due. `client` asks the authority that
   * issued it, if that is known. Rejects when aborted.
   */
  async nextLook(
    client: AcmeClient | undefined,
    host: string,
    certificate: RenewableCertificate,
  ): Promise<NextLook> {
    const planned = renewalDueAt(certificate);
    const id = certificateId(certificate.chainPem);
    if (!client || id === undefined || !(await answerOf(client.suggestsRenewals())))
      return { lookAt: planned, renewAt: planned };
    const found = await answerOf(client.renewalWindow(id, certificate.notBefore));
    const now = this.#clock.now();
    if (!found) return { lookAt: Math.min(planned, now + askAgain.usuallyMs), renewAt: planned };
    const suggested = suggestedTime(found, certificate, placeOf(certificate.fingerprint));
    const renewAt = Math.max(suggested, Math.min(planned, (certificate.orderedAt ?? 0) + keptMs));
    if (renewAt <= now && now < planned) this.#tellEarly(host, found);
    return { lookAt: Math.min(renewAt, now + untilAskedAgain(found)), renewAt };
  }

  #tellEarly(host: string, { explanationUrl }: RenewalWindow): void {
    this.#logger.warn(
      { host, ...(explanationUrl !== undefined && { explanation: explanationUrl }) },
      'acme: the certificate authority asks for an early renewal',
    );
  }
}

function untilAskedAgain({ retryAfterMs = askAgain.usuallyMs }: RenewalWindow): number {
  return Math.min(Math.max(retryAfterMs, askAgain.soonestMs), askAgain.latestMs);
}

/** What an authority answers; undefined when it refuses, or gives no answer. */
async function answerOf<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof AcmeError) return undefined;
    throw error;
  }
}
