/**
 * Composes the issuer of automatic certificates in this process.
 * Source: docs/reference/acme.md.
 */
import type { Logger } from 'pino';
import { AcmeAccounts } from '../acme/accounts.ts';
import { type AttemptOptions, Attempts } from '../acme/attempt.ts';
import { authorityOf } from '../acme/authorities.ts';
import { Issuer } from '../acme/issuer.ts';
import { AcmeTransport } from '../acme/protocol/transport.ts';
import { Renewals } from '../acme/renewals.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import type { ChallengeMethod } from '../core/acme-challenge.ts';
import type { Clock } from '../core/clock.ts';
import type { Issuer as CaaIssuer } from '../dns/caa.ts';
import type { DomainDnsOptions } from '../dns/domain-dns.ts';
import { version } from './version.ts';

type Listeners = Pick<Config['edge'], 'httpPort' | 'httpsPort'>;
type Acme = NonNullable<Config['acme']>;
type AccountUrls = Pick<ControlStore['acmeAccounts'], 'findUrl'>;
type Edge = Listeners & Pick<Config['edge'], 'publicHostname'>;

export type CertificateIssuanceOptions = {
  readonly acme: Acme;
  readonly edge: Edge;
  /** Why an authority would not find the answer to a host's challenge here; undefined: it would. */
  readonly whyElsewhere: AttemptOptions['whyElsewhere'];
  /** Why a host's CAA records forbid an authority to issue; undefined: they don't. */
  readonly whyForbidden: (
    host: string,
    issuer: CaaIssuer,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** Makes the edge serve a stored change. */
  readonly onIssued: () => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
};

/** The issuers of which CAA records have to allow one, for the DNS checks. */
export function issuersOf(
  { acme, edge }: Pick<Config, 'acme' | 'edge'>,
  accounts: AccountUrls,
): Pick<DomainDnsOptions, 'issuers'> {
  if (!acme) return {};
  const issuers = acme.authorities.map((authority) => caaIssuerOf(authority, methodsOf(edge), accounts));
  const known = issuers.filter((issuer) => issuer !== null);
  return { issuers: known.length < issuers.length ? null : known };
}

/** Null: how CAA records name the authority isn't known. */
function caaIssuerOf(
  { directoryUrl, externalAccount }: Acme['authorities'][number],
  validationMethods: readonly string[],
  accounts: AccountUrls,
): CaaIssuer | null {
  const authority = authorityOf(directoryUrl);
  // While the store is away, it isn't known.
  const accountUri = () =>
    accounts.findUrl(directoryUrl, externalAccount?.keyId ?? '').catch(() => undefined);
  return authority && { ...authority, validationMethods, accountUri };
}

/** How challenges can be answered, the preferred way first. */
function methodsOf({ httpPort, httpsPort }: Listeners): ChallengeMethod[] {
  return [
    ...(httpPort === 0 ? [] : (['http-01'] as const)),
    ...(httpsPort === 0 ? [] : (['tls-alpn-01'] as const)),
  ];
}

export class CertificateIssuance implements AsyncDisposable {
  readonly issuer: Issuer;
  readonly #ownHost: string | undefined;

  constructor(store: ControlStore, options: CertificateIssuanceOptions) {
    const { acme, edge, whyElsewhere, whyForbidden, onIssued, clock, logger } = options;
    this.#ownHost = edge.publicHostname;
    const userAgent = `nameplate/${version}`;
    const authorities = acme.authorities.map((authority) => ({
      directoryUrl: authority.directoryUrl,
      transport: new AcmeTransport({ directoryUrl: authority.directoryUrl, userAgent }),
      accounts: new AcmeAccounts(store.acmeAccounts, { ...authority, email: acme.email }, logger),
    }));
    const attempts = new Attempts(authorities, {
      whyElsewhere,
      whyForbidden: async ({ host, dnsLabel }, directoryUrl, signal) => {
        const authority = acme.authorities.find((each) => each.directoryUrl === directoryUrl);
        const methods = dnsLabel === null ? methodsOf(edge) : ['dns-01'];
        const issuer = authority && caaIssuerOf(authority, methods, store.acmeAccounts);
        return issuer ? await whyForbidden(host, issuer, signal) : undefined;
      },
      methods: methodsOf(edge),
      weeklyBudget: acme.weeklyBudget,
      clock,
      budget: store.acmeOrders,
      challenges: store.acmeChallenges,
      renewals: new Renewals(clock, logger),
    });
    this.issuer = new Issuer({
      queue: store.automaticCertificates,
      attempts,
      authorities: authorities.length,
      clock,
      logger,
      onIssued,
    });
  }

  /** Starts ordering certificates that are due, and one for the edge's own name, which clients without SNI get. */
  start(): void {
    this.issuer.start();
    if (this.#ownHost !== undefined) void this.issuer.wanted(this.#ownHost);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.issuer[Symbol.asyncDispose]();
  }
}
