/** The opened control store and its resources. */
import type { Limits } from '../core/account-limits.ts';
import type { Clock } from '../core/clock.ts';
import { type SecretKeyLocation, SecretKeyring } from '../secrets/secret-keyring.ts';
import { AccountLimits } from './account-limits.ts';
import { AcmeAccountKeys } from './acme-account-keys.ts';
import { AcmeChallenges } from './acme-challenges.ts';
import { AcmeOrders } from './acme-orders.ts';
import { AnalyticsLease } from './analytics-lease.ts';
import { AuditEvents } from './audit-events.ts';
import { AutomaticCertificateList } from './automatic-certificate-list.ts';
import { AutomaticCertificates } from './automatic-certificates.ts';
import { CertificateExpiry } from './certificate-expiry.ts';
import { CertificateLookup } from './certificate-lookup.ts';
import { CertificateTimes } from './certificate-times.ts';
import { ClockSteps } from './clock-steps.ts';
import { CustomCertificates } from './custom-certificates.ts';
import { CustomDomains } from './custom-domains.ts';
import { ControlDatabase } from './database.ts';
import { EdgeReplica } from './edge-replica.ts';
import { findHostConflicts, type HostConflict } from './host-conflicts.ts';
import { type FindRecords, HostProofs } from './host-proofs.ts';
import { HostRulesStore } from './host-rules.ts';
import { Hosts } from './hosts.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';
import type { ControlLocation } from './location.ts';
import { requireSchema } from './migrate.ts';
import { NodeLeases } from './node-leases.ts';
import { Redirects } from './redirects.ts';
import { RenewalRehearsals } from './renewal-rehearsals.ts';
import { DatabaseRoutingLog } from './routing-log.ts';
import { SecretKeys } from './secret-keys.ts';
import { SeenHosts } from './seen-hosts.ts';
import { UpstreamClientKeys } from './upstream-client-keys.ts';
import { UpstreamTokens } from './upstream-tokens.ts';
import { Upstreams } from './upstreams.ts';
import { UsageLists } from './usage-lists.ts';
import { UsageMonths } from './usage-months.ts';
import { VisitorSalts } from './visitor-salts.ts';
import { WebhookDeliveries } from './webhook-deliveries.ts';
import { DatabaseOutbox } from './webhook-outbox.ts';
import { WebhookSecrets } from './webhook-secrets.ts';

export class ControlStore implements AsyncDisposable {
  readonly limits: AccountLimits;
  readonly redirects: Redirects;
  readonly hostRules: HostRulesStore;
  readonly hosts: Hosts;
  readonly seenHosts: SeenHosts;
  readonly upstreams: Upstreams;
  readonly customDomains: CustomDomains;
  readonly usage: UsageLists;
  readonly usageMonths: UsageMonths;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly visitorSalts: VisitorSalts;
  readonly secretKeys: SecretKeys;
  readonly upstreamTokens: UpstreamTokens;
  readonly customCertificates: CustomCertificates;
  readonly certificates: CertificateLookup;
  readonly certificateExpiry: CertificateExpiry;
  readonly certificateTimes: CertificateTimes;
  readonly automaticCertificates: AutomaticCertificates;
  readonly automaticCertificateList: AutomaticCertificateList;
  readonly renewalRehearsals: RenewalRehearsals;
  readonly acmeAccounts: AcmeAccountKeys;
  readonly acmeChallenges: AcmeChallenges;
  readonly acmeOrders: AcmeOrders;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookOutbox: DatabaseOutbox;
  readonly analyticsLease: AnalyticsLease;
  readonly nodeLeases: NodeLeases;
  readonly clockSteps: ClockSteps;
  readonly auditEvents: AuditEvents;
  readonly routing: DatabaseRoutingLog;
  /** What the stores of collections are opened on. */
  readonly database: ControlDatabase;
  readonly clock: Clock;

  private constructor(
    database: ControlDatabase,
    clock: Clock,
    keyring: SecretKeyring | undefined,
    edgeHostname: string | undefined,
    findRecords: FindRecords,
  ) {
    this.database = database;
    this.clock = clock;
    const proofs = new HostProofs(findRecords);
    this.limits = new AccountLimits(database, clock);
    this.redirects = new Redirects(database, clock, proofs);
    this.hostRules = new HostRulesStore(database, clock, proofs);
    this.hosts = new Hosts(database, clock);
    this.seenHosts = new SeenHosts(database, clock);
    this.customDomains = new CustomDomains(database, clock, proofs);
    this.usage = new UsageLists(database);
    this.usageMonths = new UsageMonths(database, clock);
    this.idempotencyKeys = new IdempotencyKeys(database, clock, this.limits);
    this.visitorSalts = new VisitorSalts(database);
    this.secretKeys = new SecretKeys(database, clock, keyring);
    this.upstreamTokens = new UpstreamTokens(this.secretKeys);
    this.upstreams = new Upstreams(
      database,
      clock,
      this.upstreamTokens,
      new UpstreamClientKeys(this.secretKeys),
    );
    this.customCertificates = new CustomCertificates(database, clock, this.secretKeys);
    this.certificates = new CertificateLookup(database, clock, this.secretKeys, edgeHostname);
    this.certificateExpiry = new CertificateExpiry(database);
    this.certificateTimes = new CertificateTimes(database, clock);
    this.nodeLeases = new NodeLeases(database);
    this.clockSteps = new ClockSteps(database, clock);
    this.automaticCertificates = new AutomaticCertificates(
      database,
      clock,
      this.secretKeys,
      this.nodeLeases,
      edgeHostname,
    );
    this.automaticCertificateList = new AutomaticCertificateList(database);
    this.renewalRehearsals = new RenewalRehearsals(database);
    this.acmeAccounts = new AcmeAccountKeys(database, clock, this.secretKeys);
    this.acmeChallenges = new AcmeChallenges(database);
    this.acmeOrders = new AcmeOrders(database);
    const webhookSecrets = new WebhookSecrets(this.secretKeys);
    this.webhookDeliveries = new WebhookDeliveries(database, clock);
    this.webhookOutbox = new DatabaseOutbox(database, clock, webhookSecrets, this.nodeLeases);
    this.analyticsLease = new AnalyticsLease(database);
    this.auditEvents = new AuditEvents(database);
    this.routing = new DatabaseRoutingLog(database, this.upstreamTokens.openAll);
  }

  /**
   * Opens the store; private keys and upstreams' tokens can be worked with only where a secret key is named.
   * `edgeHostname`, the public name of the edge, has an automatic certificate too. `findRecords` looks for proofs of
   * ownership; without it there are none. `limits` are those of accounts for which nothing else is set. Throws SchemaError (see
   * requireSchema), or the engine's own error when it cannot.
   */
  static async open(
    location: ControlLocation,
    clock: Clock,
    secretKeys?: SecretKeyLocation,
    edgeHostname?: string,
    whenEmpty: 'create' | 'refuse' = 'create',
    findRecords: FindRecords = async () => [],
    limits?: Limits,
  ): Promise<ControlStore> {
    const database = await ControlDatabase.open(location, undefined, limits);
    try {
      await requireSchema(database, whenEmpty);
    } catch (error) {
      await database[Symbol.asyncDispose]();
      throw error;
    }
    const keyring = secretKeys && new SecretKeyring(secretKeys);
    return new ControlStore(database, clock, keyring, edgeHostname, findRecords);
  }

  /** Redirects and custom domains that are not served, because the host is not their account's; up to `limit`. */
  findHostConflicts(limit: number): Promise<HostConflict[]> {
    return findHostConflicts(this.database, limit);
  }

  /** The copy of a PostgreSQL store that edge workers read. */
  replicaAt(path: string): EdgeReplica {
    return new EdgeReplica(path, this.database, this.routing.subjectsAfter, this.upstreamTokens.openAll);
  }

  /** Fails when the store cannot be reached or read. */
  async ping(): Promise<void> {
    await this.routing.currentRevision();
  }

  /** See ControlDatabase. */
  get damage(): unknown {
    return this.database.damage;
  }

  /** Fails with the reason when the store takes no writes: see ControlDatabase. */
  checkWritable(): Promise<void> {
    return this.database.checkWritable();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database[Symbol.asyncDispose]();
  }
}
