/**
 * One attempt to get a certificate for a host: whether there should be one, the order, storing it.
 * Source: docs/reference/acme.md ("When it fails").
 */
import { type CheckedCertificate, checkUpload } from '../certificates/check-upload.ts';
import type { ChallengeMethod } from '../core/acme-challenge.ts';
import { type Clock, formatTimestamp } from '../core/clock.ts';
import { hourMs } from '../core/time.ts';
import type { AcmeAccounts } from './accounts.ts';
import { certificateId } from './certificate-id.ts';
import { orderCertificate } from './order-certificate.ts';
import { AcmeClient } from './protocol/acme-client.ts';
import { AcmeError } from './protocol/acme-error.ts';
import type { AcmeTransport } from './protocol/transport.ts';
import { registeredDomainOf } from './registered-domain.ts';
import type { Renewals } from './renewals.ts';
import type { ChallengeStore, Issuance, OrderBudget } from './stores.ts';

/** Its outcome. */
export type AttemptOutcome =
  /** `lookAt`: when to come back to it. */
  | { readonly kind: 'issued'; readonly certificate: CheckedCertificate; readonly lookAt: number }
  /** The existing certificate doesn't need renewal yet. */
  | { readonly kind: 'not_due'; readonly until: number }
  /** No redirect or custom domain uses the host any more. */
  | { readonly kind: 'unserved' }
  /** A custom certificate serves it. */
  | { readonly kind: 'covered' }
  | { readonly kind: 'elsewhere'; readonly reason: string }
  | { readonly kind: 'over_budget'; readonly reason: string; readonly until: number }
  | { readonly kind: 'failed'; readonly error: AcmeError };

export type AttemptOptions = {
  /**
   * Why an authority would not find the answer to a host's challenge here; undefined: it would, or it isn't configured where
   * that is.
   */
  readonly whyElsewhere: (
    issuance: Pick<Issuance, 'host' | 'dnsLabel'>,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** How challenges of hosts without a label can be answered here, the preferred one first. */
  readonly methods: readonly ChallengeMethod[];
  /** Orders a week for a registered domain; 0: no limit. Renewals are not counted. */
  readonly weeklyBudget: number;
  readonly clock: Clock;
  readonly budget: OrderBudget;
  readonly challenges: ChallengeStore;
  readonly renewals: Pick<Renewals, 'firstLook' | 'nextLook'>;
};

/** Longer than any authority takes; also cleans up after a crash. */
const challengeLifetimeMs = hourMs;

export class Attempts {
  readonly #transport: AcmeTransport;
  readonly #accounts: AcmeAccounts;
  readonly #options: AttemptOptions;

  constructor(transport: AcmeTransport, accounts: AcmeAccounts, options: AttemptOptions) {
    this.#transport = transport;
    this.#accounts = accounts;
    this.#options = options;
  }

  /** Rejects with what the stores throw; when the signal cuts it off, with whatever that leads to. */
  async run(issuance: Issuance, signal: AbortSignal): Promise<AttemptOutcome> {
    if (!issuance.isServed) return { kind: 'unserved' };
    if (issuance.coveredUntil !== null) return { kind: 'covered' };
    const client = new AcmeClient(this.#transport, signal);
    const until = await this.#waitsUntil(client, issuance);
    if (until > this.#options.clock.now()) return { kind: 'not_due', until };
    const reason = await this.#options.whyElsewhere(issuance, signal);
    if (reason !== undefined) return { kind: 'elsewhere', reason };
    try {
      return await this.#orderWithinBudget(client, issuance);
    } catch (error) {
      if (error instanceof AcmeError) return { kind: 'failed', error };
      throw error;
    }
  }

  /** When to order; 0: now, as without a certificate, on request and after a failure. */
  async #waitsUntil(client: AcmeClient, { host, failures, current, isAskedFor }: Issuance): Promise<number> {
    const { clock, renewals } = this.#options;
    if (!current || isAskedFor || failures > 0 || current.expiresAt <= clock.now()) return 0;
    return await renewals.nextLook(client, host, current);
  }

  async #orderWithinBudget(client: AcmeClient, issuance: Issuance): Promise<AttemptOutcome> {
    const { budget, weeklyBudget, clock } = this.#options;
    const { host } = issuance;
    // Authorities don't count renewals, and no certificate may expire because new ones use up the budget.
    if (weeklyBudget === 0 || issuance.current) return await this.#order(client, issuance);
    const domain = registeredDomainOf(host);
    const reserved = await budget.reserve(domain, host, clock.now(), weeklyBudget);
    if ('freeAt' in reserved) {
      const reason = `the ${weeklyBudget} new certificates a week for ${domain} are used up until ${formatTimestamp(reserved.freeAt)} (NAMEPLATE_ACME_WEEKLY_BUDGET)`;
      return { kind: 'over_budget', reason, until: reserved.freeAt };
    }
    let mayBeIssued = false;
    try {
      return await this.#order(client, issuance, () => {
        mayBeIssued = true;
      });
    } catch (error) {
      if (!mayBeIssued) await budget.release(reserved.id);
      throw error;
    }
  }

  async #order(
    client: AcmeClient,
    { host, failures, current, dnsLabel }: Issuance,
    onFinalize: () => void = () => {},
  ): Promise<AttemptOutcome> {
    const { challenges, methods, clock } = this.#options;
    const replaces =
      current && (await client.suggestsRenewals()) ? certificateId(current.chainPem) : undefined;
    const steps = {
      replaces,
      dnsLabel,
      show: (challenge: Parameters<ChallengeStore['put']>[0]) =>
        challenges.put(challenge, clock.now() + challengeLifetimeMs),
      hide: (challenge: Parameters<ChallengeStore['remove']>[0]) => challenges.remove(challenge),
      onFinalize,
    };
    // Don't start with the method that failed last time.
    const inTurn = failures % 2 === 0 ? methods : methods.toReversed();
    const usable: readonly ChallengeMethod[] = dnsLabel === null ? inTurn : ['dns-01'];
    for (let tries = 1; ; tries++) {
      const account = await this.#accounts.use(client);
      try {
        const issued = await orderCertificate(client, account, host, usable, steps);
        const certificate = this.#check(issued, host);
        return {
          kind: 'issued',
          certificate,
          lookAt: await this.#options.renewals.firstLook(client, certificate),
        };
      } catch (error) {
        const isUnknown = error instanceof AcmeError && error.type === 'accountDoesNotExist';
        if (!isUnknown || tries > 1) throw error;
        await this.#accounts.forget(account);
      }
    }
  }

  #check(
    issued: { readonly certificatePem: string; readonly privateKeyPem: string },
    host: string,
  ): CheckedCertificate {
    const check = checkUpload(issued.certificatePem, issued.privateKeyPem, this.#options.clock.now());
    const problem = check.ok
      ? check.certificate.names.includes(host)
        ? undefined
        : 'it is not for this host'
      : check.reason;
    if (check.ok && problem === undefined) return check.certificate;
    throw new AcmeError('unusable', `the certificate that was issued cannot be used: ${problem}`);
  }
}
