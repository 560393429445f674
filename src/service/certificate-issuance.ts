/**
 * Composes the issuer of automatic certificates in this process.
 * Source: docs/reference/acme.md.
 */

import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { AcmeAccounts } from '../acme/accounts.ts';
import { type AttemptOptions, Attempts } from '../acme/attempt.ts';
import { authorityOf } from '../acme/authorities.ts';
import { caaIdentitiesOf } from '../acme/caa-identities.ts';
import { Issuer } from '../acme/issuer.ts';
import { AcmeTransport } from '../acme/protocol/transport.ts';
import { Renewals } from '../acme/renewals.ts';
import type { Config } from '../config/config.ts';
import type { AcmeOrderBudget } from '../control/acme-order-budget.ts';
import type { ControlStore } from '../control/store.ts';
import type { ChallengeMethod } from '../core/acme-challenge.ts';
import type { Clock } from '../core/clock.ts';
import type { ChallengeType } from '../core/custom-domain.ts';
import type { OrderForecast } from '../core/order-budget.ts';
import type { Issuer as CaaIssuer, CaaJudgement } from '../dns/caa.ts';
import type { DomainDnsOptions } from '../dns/domain-dns.ts';
import { AutomaticCertificates } from '../features/automatic-certificates/certificate-store.ts';
import { version } from './version.ts';

type Listeners = Pick<Config['edge'], 'httpPort' | 'httpsPort'>;
type Acme = NonNullable<Config['acme']>;
type AccountUrls = Pick<ControlStore['acmeAccounts'], 'findUrlFor'>;

export type CertificateIssuanceOptions = {
  readonly acme: Acme;
  readonly edge: Listeners;
  /** Why an authority would not find the answer to a host's challenge here; undefined: it would. */
  readonly whyElsewhere: AttemptOptions['whyElsewhere'];
  /** Whether a host's CAA records let an authority issue. */
  readonly judgeCaa: (
    question: { readonly host: string; readonly challengeType: ChallengeType; readonly issuer: CaaIssuer },
    signal: AbortSignal,
  ) => Promise<CaaJudgement>;
  /** Makes the edge serve a stored change. */
  readonly onIssued: () => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
};

/** The issuers of which CAA records have to allow one, for the DNS checks. */
export function issuersOf(
  { acme, edge }: Pick<Config, 'acme' | 'edge'>,
  accounts: AccountUrls,
): Pick<DomainDnsOptions<never>, 'issuers'> {
  if (!acme) return {};
  return {
    issuers: acme.authorities.map((authority) =>
      caaIssuerOf(authority, transportTo(authority.directoryUrl), methodsOf(edge), accounts),
    ),
  };
}

/** When orders that wait for the budget are made, of the usable authorities if there are any; undefined: nothing limits them. */
export function orderForecastOf(
  { acme }: Pick<Config, 'acme'>,
  { acmeOrderBudget }: { readonly acmeOrderBudget: Pick<AcmeOrderBudget, 'forecast'> },
  isUsable: (directoryUrl: string) => boolean = () => true,
): ((now: number) => Promise<OrderForecast>) | undefined {
  if (!acme || acme.ordersPer3h === 0) return undefined;
  const accounts = acme.authorities.map(({ directoryUrl, externalAccount }) => ({
    directoryUrl,
    externalKeyId: externalAccount?.keyId ?? '',
  }));
  return (now) => {
    const usable = accounts.filter(({ directoryUrl }) => isUsable(directoryUrl));
    return acmeOrderBudget.forecast(usable.length === 0 ? accounts : usable, now, acme.ordersPer3h);
  };
}

function transportTo(directoryUrl: string): AcmeTransport {
  return new AcmeTransport({ directoryUrl, userAgent: `nameplate/${version}` });
}

function caaIssuerOf(
  { directoryUrl, externalAccount }: Acme['authorities'][number],
  transport: AcmeTransport,
  validationMethods: readonly string[],
  accounts: AccountUrls,
): CaaIssuer {
  const { domain, name = new URL(directoryUrl).host } = authorityOf(directoryUrl) ?? {};
  // While the store is away, it isn't known.
  const accountUri = (host: string) =>
    accounts.findUrlFor(host, directoryUrl, externalAccount?.keyId ?? '').catch(() => undefined);
  return { domain, name, validationMethods, accountUri, identities: caaIdentitiesOf(transport) };
}

/** How challenges can be answered, the preferred way first. */
export function methodsOf({ httpPort, httpsPort }: Listeners): ChallengeMethod[] {
  return [
    ...(httpPort === 0 ? [] : (['http-01'] as const)),
    ...(httpsPort === 0 ? [] : (['tls-alpn-01'] as const)),
  ];
}

export class CertificateIssuance implements AsyncDisposable {
  readonly issuer: Issuer;
  readonly #directoryUrls: readonly string[];
  readonly #ownHosts: ReadonlySet<string>;

  constructor(store: ControlStore, options: CertificateIssuanceOptions) {
    const { acme, edge, whyElsewhere, judgeCaa, onIssued, clock, logger } = options;
    this.#ownHosts = store.ownHosts;
    this.#directoryUrls = acme.authorities.map(({ directoryUrl }) => directoryUrl);
    const issuers = new Map<string, CaaIssuer>();
    const authorities = acme.authorities.map((authority) => {
      const { directoryUrl } = authority;
      const transport = transportTo(directoryUrl);
      issuers.set(directoryUrl, caaIssuerOf(authority, transport, methodsOf(edge), store.acmeAccounts));
      const accounts = new AcmeAccounts(store.acmeAccounts, { ...authority, email: acme.email }, logger);
      return { directoryUrl, transport, accounts, profile: authority.profile };
    });
    // An authority that is asked nothing for a while has no orders for those that wait.
    const forecast = orderForecastOf({ acme }, store, (url) => this.pauses()[url] === 0);
    const attempts = new Attempts(authorities, {
      // The DNS says nothing of an address, and CAA records neither (RFC 8738).
      whyElsewhere: async (issuance, signal) =>
        isIP(issuance.host) === 0 ? await whyElsewhere(issuance, signal) : undefined,
      whyForbidden: async ({ host, dnsLabel }, directoryUrl, signal) => {
        const issuer = issuers.get(directoryUrl);
        if (!issuer || isIP(host) !== 0) return undefined;
        const challengeType = dnsLabel === null ? 'http01' : 'dns01';
        const judgement = await judgeCaa({ host, challengeType, issuer }, signal);
        return judgement.state === 'forbidden' ? judgement.text : undefined;
      },
      methods: methodsOf(edge),
      weeklyBudget: acme.weeklyBudget,
      ordersPerPeriod: acme.ordersPer3h,
      clock,
      logger,
      budget: store.acmeOrders,
      accountBudget: store.acmeOrderBudget,
      challenges: store.acmeChallenges,
      renewals: new Renewals(clock, logger),
    });
    this.issuer = new Issuer({
      queue: new AutomaticCertificates(store, async (now) => (await forecast?.(now))?.free),
      attempts,
      authorities: authorities.length,
      clock,
      logger,
      onIssued,
    });
  }

  /** Until when each authority is asked nothing, by its directory; 0: it is asked. */
  pauses(): Readonly<Record<string, number>> {
    const { pausedUntil } = this.issuer;
    return Object.fromEntries(this.#directoryUrls.map((url, place) => [url, pausedUntil[place] ?? 0]));
  }

  /** Starts ordering certificates that are due, and those for the edge's own hosts, which clients without SNI get. */
  start(): void {
    this.issuer.start();
    for (const host of this.#ownHosts) void this.issuer.wanted(host);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.issuer[Symbol.asyncDispose]();
  }
}
