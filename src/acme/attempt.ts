/**
 * One attempt to get a certificate for a host: whether there should be one, the order, storing it.
 * Source: docs/reference/acme.md ("When it fails").
 */
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { type CheckedCertificate, checkUpload } from '../certificates/check-upload.ts';
import type { ChallengeMethod } from '../core/acme-challenge.ts';
import { type Clock, formatTimestamp } from '../core/clock.ts';
import type { OrderFailureCode } from '../core/order-failure.ts';
import { registeredDomainOf } from '../core/registered-domain.ts';
import { hourMs } from '../core/time.ts';
import type { AcmeAccounts, StoredAcmeAccount } from './accounts.ts';
import { waitFor } from './back-off.ts';
import { certificateId } from './certificate-id.ts';
import { orderCertificate } from './order-certificate.ts';
import { AcmeClient, type Order, type OrderOptions } from './protocol/acme-client.ts';
import { AcmeError } from './protocol/acme-error.ts';
import type { AcmeTransport } from './protocol/transport.ts';
import type { NextLook, Renewals } from './renewals.ts';
import type { AccountOrderBudget, ChallengeStore, Issuance, OrderBudget } from './stores.ts';

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
  /** An order is due, and no authority may be asked for one now. */
  | { readonly kind: 'limited' }
  /** The weekly budget of its registered domain is used up. */
  | { readonly kind: 'over_budget'; readonly reason: string; readonly until: number }
  /** It waits for the order budget of the account, which has nothing before that time. */
  | { readonly kind: 'queued'; readonly until: number }
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
  /** What orders name, if the authority offers it. */
  readonly profile?: string | undefined;
};

/** That an authority made no order for now. */
type NotNow = AttemptOutcome & { readonly kind: 'over_budget' | 'queued' };

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
  /** Orders that an account may make in three hours; 0: no limit. Renewals that name what they replace are not counted. */
  readonly ordersPerPeriod: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly budget: OrderBudget;
  readonly accountBudget: AccountOrderBudget;
  readonly challenges: ChallengeStore;
  readonly renewals: Pick<Renewals, 'firstLook' | 'nextLook'>;
};

/** Longer than any authority takes; also cleans up after a crash. */
const challengeLifetimeMs = hourMs;
/**
 * Errors about the certificate that an order replaces: another order replaces it already, the authority doesn't know it (for pebble, a
 * fault of the server), or another account has it, as after this one was made anew (RFC 9773 section 5 names the first one only).
 */
const replacementErrors: ReadonlySet<string> = new Set([
  'alreadyReplaced',
  'malformed',
  'unauthorized',
  'serverInternal',
  'unexpected',
]);
/** Each but the first without what the authority didn't take. */
const maxOrders = 4;

export class Attempts {
  readonly #authorities: readonly Authority[];
  readonly #options: AttemptOptions;
  /** Authorities that didn't offer their profile when it was last wanted. */
  readonly #withoutProfile = new Set<Authority>();

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
    if (!this.#authorities.some((_, place) => isUsable(place))) return { kind: 'limited' };
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
    let notNow: NotNow | undefined;
    for (const [place, authority] of this.#authorities.entries()) {
      if (!isUsable(place)) continue;
      const reason = await this.#options.whyForbidden(issuance, authority.directoryUrl, signal);
      if (reason !== undefined) {
        forbidden ??= reason;
        continue;
      }
      try {
        const outcome = await this.#orderWithinBudget(authority, issuance, signal);
        if (outcome.kind === 'issued') return { ...outcome, authority: place, refusals };
        if (!notNow || outcome.until < notNow.until) notNow = outcome;
      } catch (error) {
        if (!(error instanceof AcmeError)) throw error;
        refusals.push({ authority: place, error });
        if (signal.aborted || !mayBeIssuedElsewhere(error)) break;
      }
    }
    if (refusals.length === 0 && notNow) return notNow;
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
    const { host, failures, current, isAskedFor, isQueued } = issuance;
    const { clock, renewals } = this.#options;
    if (!current || isAskedFor || isQueued || failures > 0 || current.expiresAt <= clock.now())
      return undefined;
    const issuer = this.#issuerOf(issuance);
    const client = issuer && new AcmeClient(issuer.transport, signal);
    return await renewals.nextLook(client, host, current);
  }

  async #orderWithinBudget(
    authority: Authority,
    issuance: Issuance,
    signal: AbortSignal,
  ): Promise<(AttemptOutcome & { kind: 'issued' }) | NotNow> {
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
    } finally {
      if (!mayBeIssued) await budget.release(reserved.id);
    }
  }

  /** Without what it replaces, or without a profile, once the authority doesn't take that. */
  async #order(
    authority: Authority,
    issuance: Issuance,
    signal: AbortSignal,
    onFinalize: () => void = () => {},
  ): Promise<(AttemptOutcome & { kind: 'issued' }) | NotNow> {
    const { host, failures, dnsLabel, importedAccount } = issuance;
    const { challenges, methods, clock, renewals } = this.#options;
    const client = new AcmeClient(authority.transport, signal);
    const steps = {
      dnsLabel,
      show: (challenge: Parameters<ChallengeStore['put']>[0]) =>
        challenges.put(challenge, clock.now() + challengeLifetimeMs),
      hide: (challenge: Parameters<ChallengeStore['remove']>[0]) => challenges.remove(challenge),
      onFinalize,
    };
    // Don't start with the method that failed last time.
    const inTurn = failures % 2 === 0 ? methods : methods.toReversed();
    const usable: readonly ChallengeMethod[] = dnsLabel === null ? inTurn : ['dns-01'];
    const importedId = this.#issuerOf(issuance) === authority ? importedAccount?.id : undefined;
    let { replaces, profile } = await this.#optionsOf(authority, client, issuance);
    for (let tries = 1; ; tries++) {
      const account = await authority.accounts.use(client, importedId);
      let isOrdered = false;
      try {
        const order = await this.#newOrder(client, account, issuance, { replaces, profile });
        if ('kind' in order) return order;
        isOrdered = true;
        const issued = await orderCertificate(client, account, order, host, usable, steps);
        const certificate = this.#check(issued, host);
        const lookAt = await renewals.firstLook(client, certificate);
        return { kind: 'issued', certificate, lookAt, directoryUrl: authority.directoryUrl };
      } catch (error) {
        if (!(error instanceof AcmeError) || tries === maxOrders) throw error;
        if (tries === 1 && isAboutAccount(error, authority.accounts.isImported(account)))
          await authority.accounts.forget(account);
        else if (error.type === 'invalidProfile' && profile !== undefined) {
          this.#noteProfile(authority, false);
          authority.transport.forgetDirectory();
          profile = undefined;
        } else if (!isOrdered && replaces !== undefined && replacementErrors.has(error.type))
          replaces = undefined;
        else throw error;
      }
    }
  }

  async #optionsOf(authority: Authority, client: AcmeClient, issuance: Issuance): Promise<OrderOptions> {
    const { current } = issuance;
    const { profile } = authority;
    const isItsOwn = this.#issuerOf(issuance) === authority;
    const replaces =
      current && isItsOwn && (await client.suggestsRenewals()) ? certificateId(current.chainPem) : undefined;
    const isOffered = profile !== undefined && (await client.profiles()).includes(profile);
    if (profile !== undefined) this.#noteProfile(authority, isOffered);
    return { replaces, profile: isOffered ? profile : undefined };
  }

  /** Logs it when an authority doesn't offer its profile any more, and when it does again. */
  #noteProfile(authority: Authority, isOffered: boolean): void {
    if (this.#withoutProfile.has(authority) !== isOffered) return;
    const { directoryUrl, profile } = authority;
    if (isOffered) this.#withoutProfile.delete(authority);
    else this.#withoutProfile.add(authority);
    this.#options.logger.warn(
      { directoryUrl, profile },
      isOffered
        ? 'acme: the authority offers the profile again'
        : 'acme: the authority does not offer the profile; orders go without it',
    );
  }

  /** Of the account's budget, unless it says what it replaces: authorities don't count that. */
  async #newOrder(
    client: AcmeClient,
    account: StoredAcmeAccount,
    { host, isQueued }: Issuance,
    options: OrderOptions,
  ): Promise<Order | NotNow> {
    const { accountBudget, ordersPerPeriod, clock } = this.#options;
    if (options.replaces !== undefined || ordersPerPeriod === 0)
      return await client.newOrder(account, host, options);
    const wait = await accountBudget.spend(account.id, clock.now(), ordersPerPeriod, isQueued);
    if (wait) return { kind: 'queued', until: wait.freeAt };
    try {
      return await client.newOrder(account, host, options);
    } catch (error) {
      // Of one that gave no answer it isn't known, and one that limits the rate counted more than was spent here.
      const isRefused = error instanceof AcmeError && !error.isOfServer && error.type !== 'rateLimited';
      if (isRefused) await accountBudget.giveBack(account.id, ordersPerPeriod);
      throw error;
    }
  }

  #check(
    issued: { readonly certificatePem: string; readonly privateKeyPem: string },
    host: string,
  ): CheckedCertificate {
    const address = isIP(host) === 0 ? undefined : host;
    const now = this.#options.clock.now();
    const check = checkUpload(issued.certificatePem, issued.privateKeyPem, now, address);
    const problem = check.ok ? 'it is not for this host' : check.reason;
    if (check.ok && check.certificate.names.includes(host)) return check.certificate;
    throw new AcmeError('unusable', `the certificate that was issued cannot be used: ${problem}`);
  }
}

/** Of an imported account that was deactivated since, authorities say that the request is unauthorized. */
function isAboutAccount({ type, isOfValidation }: AcmeError, isImported: boolean): boolean {
  return type === 'accountDoesNotExist' || (isImported && type === 'unauthorized' && !isOfValidation);
}

/** A failed validation would fail elsewhere too, and authorities count those. */
function mayBeIssuedElsewhere(error: AcmeError): boolean {
  return (
    error.isOfServer ||
    ['rateLimited', 'caa', 'rejectedIdentifier', 'unsupportedIdentifier', 'unsupported'].includes(error.type)
  );
}
