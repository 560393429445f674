/**
 * The API with its dashboard, and what works in the background for what it manages: DNS checks, certificate orders and webhooks.
 * Source: docs/reference/service.md.
 */

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Rehearsals } from '../acme/rehearsals.ts';
import type { ReportStore } from '../analytics/engine/report-store.ts';
import { readRecentTraffic } from '../analytics/query/recent-traffic.ts';
import type { AnalyticsStore } from '../analytics/store/analytics-store.ts';
import { answerStore } from '../analytics/store/answer-store.ts';
import { Authenticator } from '../api/auth.ts';
import { SmtpMailer } from '../api/mail/smtp-mailer.ts';
import { RateLimit } from '../api/rate-limit.ts';
import { RequestTraces } from '../api/request-traces.ts';
import type { ReadinessCheck } from '../api/routes/operations.ts';
import type { TrackerParts } from '../api/routes/tracker.ts';
import { createApi } from '../api/server.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { systemClock } from '../core/clock.ts';
import type { DnsRecords } from '../core/custom-domain.ts';
import type { FindingObserver } from '../core/finding.ts';
import { HostNames } from '../core/host-names.ts';
import { dashboardDirectory, embedDirectory } from '../core/program-files.ts';
import { minuteMs } from '../core/time.ts';
import type { CheckOutcome } from '../dns/check.ts';
import { DomainDns } from '../dns/domain-dns.ts';
import { HostChecks } from '../dns/host-checks.ts';
import type { ReachOptions } from '../dns/reach.ts';
import { checkLeaseMs } from '../dns/verifier.ts';
import type { Edge } from '../edge/edge.ts';
import { TrustedProxies } from '../edge/trusted-proxies.ts';
import { DestinationCheckStore } from '../features/attention/destinations/destination-check-store.ts';
import { DestinationChecks } from '../features/attention/destinations/destination-checks.ts';
import { type CheckedHost, HostCheckStore } from '../features/attention/host-check-store.ts';
import { observeRenewal } from '../features/automatic-certificates/observe-renewal.ts';
import type { TakenRenewal } from '../features/automatic-certificates/renewal-rehearsals.ts';
import { RenewalRehearsals } from '../features/automatic-certificates/renewal-rehearsals.ts';
import type { CustomDomain } from '../features/custom-domains/custom-domain-store.ts';
import { CustomDomains } from '../features/custom-domains/custom-domain-store.ts';
import { Discovery } from '../features/domain-connect/discovery.ts';
import { DomainConnect } from '../features/domain-connect/domain-connect.ts';
import { DomainConnectKeys } from '../features/domain-connect/key-store.ts';
import { providerIdOf } from '../features/domain-connect/provider-id.ts';
import { Upstreams } from '../features/upstreams/upstream-store.ts';
import { WebhookDeliverer } from '../features/webhooks/deliverer.ts';
import type { Outgoing } from '../kernel/feature.ts';
import type { ReachKeys } from '../secrets/reach-keys.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Otlp } from '../telemetry/otlp.ts';
import { originOf } from './api-listener.ts';
import { CertificateIssuance, issuersOf, methodsOf, orderForecastOf } from './certificate-issuance.ts';
import { upstreamCheckerOf } from './check-upstream.ts';
import type { CleanUp } from './clean-up.ts';
import { dnsObservations, hostObservations } from './dns-findings.ts';
import { readNodeId } from './node-id.ts';
import { addressPolicyOf, upstreamCheckOf } from './upstream-check.ts';
import { version } from './version.ts';

/** Of a challenge that is tried: it is taken away before, unless the process dies. */
const shownMs = 2 * minuteMs;

export type ControlPlaneParts = {
  readonly store: ControlStore;
  readonly tracker: TrackerParts;
  /** Undefined where no edge of this installation need run. */
  readonly reachKeys?: ReachKeys;
  /** What the API changes goes live on this edge before it answers. */
  readonly planes: () => Promise<{
    readonly edge: Pick<Edge, 'catchUp'>;
    readonly events: {
      readonly store: Pick<AnalyticsStore, 'query' | 'readBlocks' | 'listParts' | 'exportPart'>;
    };
  }>;
  readonly metrics: Metrics;
  readonly findings: FindingObserver;
  /** Takes what is traced; undefined where nothing is. */
  readonly otlp: Otlp | undefined;
  readonly readiness: readonly ReadinessCheck[];
  readonly isRetiring: () => boolean;
};

export class ControlPlane {
  readonly authenticator: Authenticator;
  /** Undefined where no certificates are ordered. */
  readonly automatic: CertificateIssuance | undefined;
  readonly #config: Config;
  readonly #parts: ControlPlaneParts;
  readonly #logger: Logger;
  readonly #dns: DomainDns<CustomDomain>;
  /** Undefined where no DNS provider can set records by our template. */
  readonly #domainConnect: DomainConnect | undefined;
  /** Undefined where it isn't tried whether visitors reach us. */
  readonly #hostChecks: HostChecks<CheckedHost> | undefined;
  readonly #rehearsals: Rehearsals<TakenRenewal> | undefined;
  /** Undefined unless the operator wants it. */
  readonly #destinations: DestinationChecks | undefined;
  readonly #webhooks: WebhookDeliverer;
  readonly #names = new HostNames();

  /** How what accounts chose is reached. */
  get outgoing(): Outgoing {
    return { policy: addressPolicyOf(this.#config), names: this.#names };
  }

  /** Those that custom domains should have. */
  get records(): DnsRecords {
    return this.#dns.records;
  }

  /** Registers with `cleanUp` how to end what it opens. */
  constructor(config: Config, parts: ControlPlaneParts, logger: Logger, cleanUp: CleanUp) {
    const { store, planes, findings } = parts;
    this.#config = config;
    this.#parts = parts;
    this.#logger = logger;
    this.authenticator = new Authenticator(store, store.routing, systemClock, logger);
    cleanUp.defer(() => this.authenticator.storeLastUsed());
    // Where nothing is ordered, nothing is forbidden.
    const judged = (outcome: CheckOutcome): CheckOutcome =>
      config.acme ? outcome : { ...outcome, caa: { state: 'ok' } };
    const dns = new DomainDns<CustomDomain>(new CustomDomains(store), {
      dnsServers: config.dnsServers,
      edge: { ...config.edge, zone: config.responder?.zone },
      clock: systemClock,
      logger,
      onChecked: (before, after, outcome) =>
        findings.observe(dnsObservations(before, after, judged(outcome), systemClock.now())),
      ...issuersOf(config, store.acmeAccounts),
      ...(parts.reachKeys && { reach: reachOptionsOf(config, parts.reachKeys, planes) }),
    });
    this.#dns = dns;
    cleanUp.defer(() => dns[Symbol.asyncDispose]());
    this.#hostChecks =
      parts.reachKeys &&
      new HostChecks({
        queue: new HostCheckStore(store),
        check: dns.checkHost,
        onChecked: (before, after, outcome) =>
          findings.observe(hostObservations(before, after, judged(outcome), systemClock.now())),
        clock: systemClock,
        logger,
      });
    const outgoing = {
      policy: addressPolicyOf(config),
      names: this.#names,
      userAgent: `Nameplate/${version}`,
    };
    const providerId = providerIdOf(config);
    this.#domainConnect =
      providerId === undefined
        ? undefined
        : new DomainConnect(
            providerId,
            new Discovery({
              ...outgoing,
              textsOf: dns.textsOf,
              hosts: config.domainConnectHosts,
              clock: systemClock,
            }),
            new DomainConnectKeys(store),
          );
    this.#destinations = config.checksDestinations
      ? new DestinationChecks({
          queue: new DestinationCheckStore(store),
          fetch: outgoing,
          findings,
          clock: systemClock,
          logger,
        })
      : undefined;
    this.#webhooks = new WebhookDeliverer(store.webhookOutbox, {
      send: outgoing,
      clock: systemClock,
      logger,
    });
    this.automatic =
      config.acme &&
      new CertificateIssuance(store, {
        acme: config.acme,
        edge: config.edge,
        whyElsewhere: (issuance, signal) => dns.whyElsewhere(issuance, signal),
        judgeCaa: (question, signal) => dns.judgeCaa(question, signal),
        onIssued: async () => (await planes()).edge.catchUp(),
        clock: systemClock,
        logger,
      });
    const { acmeChallenges: challenges } = store;
    const rehearsals = new RenewalRehearsals(store);
    this.#rehearsals =
      config.acme &&
      new Rehearsals({
        queue: rehearsals,
        rehearse: (certificate, signal) =>
          dns.rehearse(
            certificate,
            {
              show: (challenge) => challenges.put(challenge, systemClock.now() + shownMs),
              hide: (challenge) => challenges.remove(challenge),
            },
            methodsOf(config.edge),
            signal,
          ),
        onRehearsed: (certificate) => observeRenewal(rehearsals, findings, certificate),
        clock: systemClock,
        logger,
      });
  }

  /** The API for clients with tokens and sessions, or the operator's. */
  createServer(isForOperator = false): Promise<FastifyInstance> {
    const { store, tracker, planes, metrics, findings, otlp, readiness, isRetiring } = this.#parts;
    const config = this.#config;
    const { rateLimitPerMinute, edge } = config;
    return createApi({
      store,
      authenticator: this.authenticator,
      isForOperator,
      ordersCertificates: config.acme !== undefined,
      orderForecast: orderForecastOf(config, store),
      rateLimit: rateLimitPerMinute === 0 ? null : new RateLimit(rateLimitPerMinute, systemClock),
      peers: new TrustedProxies(edge.trustedProxies, edge.clientAddressField),
      // A command asks by no name that a browser could.
      origin: config.api.origin ?? (isForOperator ? originOf(config.api.host, config.api.port) : undefined),
      changes: { catchUp: async () => (await planes()).edge.catchUp() },
      analytics: {
        forAccount: (accountUuid) => answerStore(async () => (await planes()).events.store, accountUuid),
      },
      retentionDays: config.analytics.retentionDays,
      saltPeriod: config.visitorSaltPeriod,
      backupParts: {
        dataDir: config.dataDir,
        list: async () => (await planes()).events.store.listParts(),
        write: async (part, path) => (await planes()).events.store.exportPart(part, path),
      },
      oidc: config.oidc,
      mailer: config.smtp && new SmtpMailer(config.smtp),
      clock: systemClock,
      tracker,
      upstreamCheck: upstreamCheckOf(config, this.#names),
      tlsMinVersion: config.edge.tlsMinVersion,
      checkUpstream: upstreamCheckerOf(addressPolicyOf(config), this.#names, new Upstreams(store)),
      dns: this.#dns,
      domainConnect: this.#domainConnect,
      findings,
      dashboardDirectory,
      embedDirectory,
      readiness,
      metrics,
      traces:
        otlp && new RequestTraces(config.otlp?.traceRatio ?? 0, systemClock, (spans) => otlp.add(spans)),
      isRetiring,
      logger: this.#logger,
      version,
    });
  }

  /** Waits until the addresses of the edge are known, which the work in the background looks up otherwise. */
  lookUpEdge(): Promise<void> {
    return this.#dns.lookUpEdge();
  }

  /**
   * Takes leases as this node from now on. If no other process of it is alive, what a killed one has left is taken over; where
   * that fails, it waits until its leases expire.
   */
  async takeLeases(isAlone: boolean): Promise<void> {
    const { store } = this.#parts;
    const { nodeLeases } = store;
    try {
      const node = await readNodeId(join(this.#config.dataDir, 'node-id'));
      if (!isAlone) return nodeLeases.identify(node);
      await new CustomDomains(store).resumeChecks(checkLeaseMs);
      const { deliveries, orders } = await nodeLeases.takeOver(node);
      if (deliveries + orders > 0)
        this.#logger.info({ deliveries, orders }, 'continuing what the last process was working on');
    } catch (error) {
      this.#logger.warn(
        { err: error },
        'what the last process was working on waits for its leases to expire',
      );
    }
  }

  /** Begins the work in the background; call it when everything else has started. */
  start(cleanUp: CleanUp): void {
    this.#dns.start();
    const hostChecks = this.#hostChecks;
    cleanUp.defer(() => hostChecks?.[Symbol.asyncDispose]());
    hostChecks?.start();
    const destinations = this.#destinations;
    cleanUp.defer(() => destinations?.[Symbol.asyncDispose]());
    destinations?.start();
    const webhooks = this.#webhooks;
    cleanUp.defer(() => webhooks[Symbol.asyncDispose]());
    webhooks.start();
    const { automatic } = this;
    if (!automatic) return;
    const rehearsals = this.#rehearsals;
    cleanUp.defer(() => rehearsals?.[Symbol.asyncDispose]());
    rehearsals?.start();
    // Orders in progress are cancelled first, while the stores that they write to are still open.
    cleanUp.defer(() => automatic[Symbol.asyncDispose]());
    automatic.start();
  }
}

function reachOptionsOf(
  config: Config,
  reachKeys: ReachKeys,
  planes: ControlPlaneParts['planes'],
): Omit<ReachOptions, 'edge'> {
  return {
    policy: addressPolicyOf(config),
    keys: () => reachKeys.all,
    hasVisitor: async (accountUuid, siteUuid) => {
      const store: ReportStore = {
        query: async (sql, params) => (await planes()).events.store.query(sql, params, accountUuid),
      };
      return (await readRecentTraffic(store, siteUuid, systemClock.now())).publicRequests > 0;
    },
  };
}
