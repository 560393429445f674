/**
 * One attempt to get a certificate for a host: whether there should be one, the order, storing it.
 * Source: docs/reference/acme.md ("When it fails").
 */
import { type CheckedCertificate, checkUpload } from '../certificates/check-upload.ts';
import type { ChallengeMethod } from '../core/acme-challenge.ts';
import { type Clock, formatTimestamp } from '../core/clock.ts';
import type { OrderFailureCode } from '../core/order-failure.ts';
import { hourMs } from '../core/time.ts';
import type { AcmeAccounts } from './accounts.ts';
import { waitFor } from './back-off.ts';
import { certificateId } from './certificate-id.ts';
import { orderCertificate } from './order-certificate.ts';
import { AcmeClient } from './protocol/acme-client.ts';
import { AcmeError } from './protocol/acme-error.ts';
import type { AcmeTransport } from './protocol/transport.ts';
import { registeredDomainOf } from './registered-domain.ts';
import type { NextLook, Renewals } from './renewals.ts';
import type { ChallengeStore, Issuance, OrderBudget } from './stores.ts';

/** Its outcome. */
export type AttemptOutcome =
  /** `lookAt`: when to come back to it. */
  | {
      readonly kind: 'issued';
      readonly certificate: CheckedCertificate;
      readonly lookAt: number;
      /** That issued it: its place among the authorities. */
      readonly authority?: number;
      readonly directoryUrl?: string;
      /** Of those asked before. */
      readonly refusals?: readonly Refusal[];
    }
  /** The existing certificate doesn't need renewal yet. */
  | { readonly kind: 'not_due'; readonly until: number; readonly renewAt: number }
  /** No redirect or custom domain uses the host any more. */
  | { readonly kind: 'unserved' }
  /** A custom certificate serves it. */
  | { readonly kind: 'covered' }
  | (Elsewhere & { readonly kind: 'elsewhere' })
  | { readonly kind: 'over_budget'; readonly reason: string; readonly until: number }
  | {
      readonly kind: 'failed';
      readonly error: AcmeError;
      /** Of each authority that was asked; undefined: the error is the only one's. */
      readonly refusals?: readonly Refusal[];
    };

/** Why an authority would not issue. */
export type Elsewhere = { readonly reason: string; readonly code: OrderFailureCode };

/** `authority`: its place among the authorities. */
export type Refusal = { readonly authority: number; readonly error: AcmeError };

/** What ordering from an authority takes. */
export type Authority = {
  readonly directoryUrl: string;
  readonly transport: AcmeTransport;
  readonly accounts: AcmeAccounts;
};

export type AttemptOptions = {
  /**
   * Why an authority would not find the answer to a host's challenge here; undefined: it would, or it isn't configured where
   * that is.
   */
  readonly whyElsewhere: (
    issuance: Pick<Issuance, 'host' | 'dnsLabel'>,
    signal: AbortSignal,
  ) => Promise<Elsewhere | undefined>;
  /** Why a host's CAA records forbid an authority to issue; undefined: they don't, or it isn't known. */
  readonly whyForbidden: (
    issuance: Pick<Issuance, 'host' | 'dnsLabel'>,
    directoryUrl: string,
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
  readonly #authorities: readonly Authority[];
  readonly #options: AttemptOptions;

  /** The authorities in the order in which they are tried. */
  constructor(authorities: readonly Authority[], options: AttemptOptions) {
    this.#authorities = authorities;
    this.#options = options;
  }

  /**
   * `isUsable` says of an authority's place whether it may be asked now. Rejects with what the stores throw; when the signal cuts
   * it off, with whatever that leads to.
   */
  async run(
    issuance: Issuance,
    signal: AbortSignal,
    isUsable: (authority: number) => boolean = () => true,
  ): Promise<AttemptOutcome> {
    if (!issuance.isServed) return { kind: 'unserved' };
    if (issuance.coveredUntil !== null) return { kind: 'covered' };
    const next = await this.#nextLook(issuance, signal);
    if (next && next.lookAt > this.#options.clock.now())
      return { kind: 'not_due', until: next.lookAt, renewAt: next.renewAt };
    const elsewhere = await this.#options.whyElsewhere(issuance, signal);
    if (elsewhere !== undefined) return { kind: 'elsewhere', ...elsewhere };
    return await this.#orderInTurn(issuance, signal, isUsable);
  }

  /** At the first authority that issues and that CAA records don't forbid. A failure that another one would share ends it. */
  async #orderInTurn(
    issuance: Issuance,
    signal: AbortSignal,
    isUsable: (authority: number) => boolean,
  ): Promise<AttemptOutcome> {
    const refusals: Refusal[] = [];
    let forbidden: string | undefined;
    let overBudget: (AttemptOutcome & { kind: 'over_budget' }) | undefined;
    for (const [place, authority] of this.#authorities.entries()) {
      if (!isUsable(place)) continue;
      const reason = await this.#options.whyForbidden(issuance, authority.directoryUrl, signal);
      if (reason !== undefined) {
        forbidden ??= reason;
        continue;
      }
      try {
        const outcome = await this.#orderWithinBudget(authority, issuance, signal);
        if (outcome.kind !== 'over_budget') return { ...outcome, authority: place, refusals };
        if (!overBudget || outcome.until < overBudget.until) overBudget = outcome;
      } catch (error) {
        if (!(error instanceof AcmeError)) throw error;
        refusals.push({ authority: place, error });
        if (signal.aborted || !mayBeIssuedElsewhere(error)) break;
      }
    }
    if (refusals.length === 0 && overBudget) return overBudget;
    if (refusals.length === 0 && forbidden !== undefined)
      return { kind: 'elsewhere', reason: forbidden, code: 'caa_forbids' };
    return { kind: 'failed', error: this.#summary(refusals), refusals };
  }

  #summary(refusals: readonly Refusal[]): AcmeError {
    const [first] = refusals;
    const last =
      refusals.at(-1)?.error ?? new AcmeError('unavailable', 'no certificate authority can be asked now');
    if (!first || this.#authorities.length === 1) return last;
    const sentences = refusals.map(({ authority, error }) => {
      const { directoryUrl = '' } = this.#authorities[authority] ?? {};
      return `${new URL(directoryUrl).host}: ${error.message}`;
    });
    const soonest = Math.min(...refusals.map(({ error }) => waitFor(error)));
    return new AcmeError(last.type, sentences.join('; '), soonest, last.isOfValidation);
  }

  /** Undefined: it isn't one of the authorities any more. Of certificates from before that was recorded, it is the first. */
  #issuerOf({ current }: Issuance): Authority | undefined {
    const directoryUrl = current?.directoryUrl ?? this.#authorities[0]?.directoryUrl;
    return this.#authorities.find((authority) => authority.directoryUrl === directoryUrl);
  }

  /** When to look at it again; undefined: an order is due, as without a certificate, on request and after a failure. */
  async #nextLook(issuance: Issuance, signal: AbortSignal): Promise<NextLook | undefined> {
    const { host, failures, current, isAskedFor } = issuance;
    const { clock, renewals } = this.#options;
    if (!current || isAskedFor || failures > 0 || current.expiresAt <= clock.now()) return undefined;
    const issuer = this.#issuerOf(issuance);
    const client = issuer && new AcmeClient(issuer.transport, signal);
    return await renewals.nextLook(client, host, current);
  }

  async #orderWithinBudget(
    authority: Authority,
    issuance: Issuance,
    signal: AbortSignal,
  ): Promise<AttemptOutcome & { kind: 'issued' | 'over_budget' }> {
    const { budget, weeklyBudget, clock } = this.#options;
    const { host } = issuance;
    // Authorities don't count renewals, and no certificate may expire because new ones use up the budget.
    if (weeklyBudget === 0 || issuance.current) return await this.#order(authority, issuance, signal);
    const domain = registeredDomainOf(host);
    const reserved = await budget.reserve(domain, host, clock.now(), weeklyBudget, authority.directoryUrl);
    if ('freeAt' in reserved) {
      const reason = `the ${weeklyBudget} new certificates a week for ${domain} are used up until ${formatTimestamp(reserved.freeAt)} (NAMEPLATE_ACME_WEEKLY_BUDGET)`;
      return { kind: 'over_budget', reason, until: reserved.freeAt };
    }
    let mayBeIssued = false;
    try {
      return await this.#order(authority, issuance, signal, () => {
        mayBeIssued = true;
      });
    } catch (error) {
      if (!mayBeIssued) await budget.release(reserved.id);
      throw error;
    }
  }

  async #order(
    authority: Authority,
    issuance: Issuance,
    signal: AbortSignal,
    onFinalize: () => void = () => {},
  ): Promise<AttemptOutcome & { kind: 'issued' }> {
    const { host, failures, current, dnsLabel } = issuance;
    const { challenges, methods, clock } = this.#options;
    const client = new AcmeClient(authority.transport, signal);
    const isItsOwn = this.#issuerOf(issuance) === authority;
    const replaces =
      current && isItsOwn && (await client.suggestsRenewals()) ? certificateId(current.chainPem) : undefined;
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
      const account = await authority.accounts.use(client);
      try {
        const issued = await orderCertificate(client, account, host, usable, steps);
        const certificate = this.#check(issued, host);
        return {
          kind: 'issued',
          certificate,
          lookAt: await this.#options.renewals.firstLook(client, certificate),
          directoryUrl: authority.directoryUrl,
        };
      } catch (error) {
        const isUnknown = error instanceof AcmeError && error.type === 'accountDoesNotExist';
        if (!isUnknown || tries > 1) throw error;
        await authority.accounts.forget(account);
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

/** A failed validation would fail elsewhere too, and authorities count those. */
function mayBeIssuedElsewhere(error: AcmeError): boolean {
  return error.isOfServer || ['rateLimited', 'caa', 'rejectedIdentifier', 'unsupported'].includes(error.type);
}
