/** The opened control store and its resources. */
import type { Limits } from '../core/account-limits.ts';
import type { Clock } from '../core/clock.ts';
import { type SecretKeyLocation, SecretKeyring } from '../secrets/secret-keyring.ts';
import { AccountLimits } from './account-limits.ts';
import { AcmeAccountKeys } from './acme-account-keys.ts';
import { AcmeChallenges } from './acme-challenges.ts';
import { AcmeOrderBudget } from './acme-order-budget.ts';
import { AcmeOrders } from './acme-orders.ts';
import { AnalyticsLease } from './analytics-lease.ts';
import { CertificateLookup } from './certificate-lookup.ts';
import { CertificateTimes } from './certificate-times.ts';
import { ClockSteps } from './clock-steps.ts';
import { ControlDatabase, type ControlTransaction } from './database.ts';
import { EdgeReplica } from './edge-replica.ts';
import { findHostConflicts, type HostConflict } from './host-conflicts.ts';
import { type FindRecords, GivenProofs, type HostClaiming, HostProofs } from './host-proofs.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';
import type { ControlLocation } from './location.ts';
import { requireSchema } from './migrate.ts';
import { NodeLeases } from './node-leases.ts';
import { DatabaseRoutingLog } from './routing-log.ts';
import { SecretKeys } from './secret-keys.ts';
import { SeenHosts } from './seen-hosts.ts';
import { UpstreamTokens } from './upstream-tokens.ts';
import { VisitorSalts } from './visitor-salts.ts';
import { DatabaseOutbox } from './webhook-outbox.ts';
import { WebhookSecrets } from './webhook-secrets.ts';

export class ControlStore implements AsyncDisposable {
  readonly limits: AccountLimits;
  readonly seenHosts: SeenHosts;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly visitorSalts: VisitorSalts;
  readonly secretKeys: SecretKeys;
  readonly upstreamTokens: UpstreamTokens;
  readonly certificates: CertificateLookup;
  readonly certificateTimes: CertificateTimes;
  readonly acmeAccounts: AcmeAccountKeys;
  readonly acmeChallenges: AcmeChallenges;
  readonly acmeOrders: AcmeOrders;
  readonly acmeOrderBudget: AcmeOrderBudget;
  readonly webhookOutbox: DatabaseOutbox;
  readonly analyticsLease: AnalyticsLease;
  readonly nodeLeases: NodeLeases;
  readonly clockSteps: ClockSteps;
  readonly routing: DatabaseRoutingLog;
  /** What the stores of collections are opened on. */
  readonly database: ControlDatabase;
  readonly clock: Clock;
  readonly proofs: HostProofs;
  /** The public name of the edge. */
  readonly edgeHostname: string | undefined;
  /** What has an automatic certificate although no account has it: the public name of the edge, and addresses. */
  readonly ownHosts: ReadonlySet<string>;

  private constructor(
    database: ControlDatabase,
    clock: Clock,
    keyring: SecretKeyring | undefined,
    edgeHostname: string | undefined,
    findRecords: FindRecords,
    addresses: readonly string[],
  ) {
    this.database = database;
    this.clock = clock;
    this.proofs = new HostProofs(findRecords);
    this.edgeHostname = edgeHostname;
    this.ownHosts = new Set([...(edgeHostname === undefined ? [] : [edgeHostname]), ...addresses]);
    this.limits = new AccountLimits(database, clock);
    this.seenHosts = new SeenHosts(database, clock);
    this.idempotencyKeys = new IdempotencyKeys(database, clock, this.limits);
    this.visitorSalts = new VisitorSalts(database);
    this.secretKeys = new SecretKeys(database, clock, keyring);
    this.upstreamTokens = new UpstreamTokens(this.secretKeys);
    this.certificates = new CertificateLookup(database, clock, this.secretKeys, edgeHostname);
    this.certificateTimes = new CertificateTimes(database, clock);
    this.nodeLeases = new NodeLeases(database);
    this.clockSteps = new ClockSteps(database, clock);
    this.acmeAccounts = new AcmeAccountKeys(database, clock, this.secretKeys);
    this.acmeChallenges = new AcmeChallenges(database);
    this.acmeOrders = new AcmeOrders(database);
    this.acmeOrderBudget = new AcmeOrderBudget(database);
    const webhookSecrets = new WebhookSecrets(this.secretKeys);
    this.webhookOutbox = new DatabaseOutbox(database, clock, webhookSecrets, this.nodeLeases);
    this.analyticsLease = new AnalyticsLease(database);
    this.routing = new DatabaseRoutingLog(database, this.upstreamTokens.openAll);
  }

  /**
   * Opens the store; private keys and upstreams' tokens can be worked with only where a secret key is named.
   * `edgeHostname`, the public name of the edge, and its `addresses` have automatic certificates too. `findRecords` looks for proofs of
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
    addresses: readonly string[] = [],
  ): Promise<ControlStore> {
    const database = await ControlDatabase.open(location, undefined, limits);
    try {
      await requireSchema(database, whenEmpty);
    } catch (error) {
      await database[Symbol.asyncDispose]();
      throw error;
    }
    const keyring = secretKeys && new SecretKeyring(secretKeys);
    return new ControlStore(database, clock, keyring, edgeHostname, findRecords, addresses);
  }

  /** The store for writers that take part in a transaction which has begun. */
  within(trx: ControlTransaction, claims: HostClaiming): ControlStore {
    const part: ControlStore = Object.create(this);
    return Object.assign(part, { database: this.database.within(trx), proofs: new GivenProofs(claims) });
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
