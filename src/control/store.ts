/** The control store, opened, migrated and with its resources at hand. */
import type { Clock } from '../core/clock.ts';
import { type SecretKeyLocation, SecretKeyring } from '../secrets/secret-keyring.ts';
import { AccessTokens } from './access-tokens.ts';
import { Accounts } from './accounts.ts';
import { AcmeAccountKeys } from './acme-account-keys.ts';
import { AcmeChallenges } from './acme-challenges.ts';
import { AcmeOrders } from './acme-orders.ts';
import { AutomaticCertificateList } from './automatic-certificate-list.ts';
import { AutomaticCertificates } from './automatic-certificates.ts';
import { CertificateExpiry } from './certificate-expiry.ts';
import { CertificateLookup } from './certificate-lookup.ts';
import { CustomCertificates } from './custom-certificates.ts';
import { CustomDomains } from './custom-domains.ts';
import { ControlDatabase } from './database.ts';
import { KeyRotation } from './key-rotation.ts';
import type { ControlLocation } from './location.ts';
import { exclusively, migrate } from './migrate.ts';
import { Redirects } from './redirects.ts';
import { DatabaseRoutingLog } from './routing-log.ts';
import { SecretKeys } from './secret-keys.ts';
import { Sessions } from './sessions.ts';
import { Upstreams } from './upstreams.ts';
import { VisitorSalts } from './visitor-salts.ts';

export type FirstAccount = { readonly accountUuid: string; readonly secret: string };

export class ControlStore implements AsyncDisposable {
  readonly accounts: Accounts;
  readonly tokens: AccessTokens;
  readonly sessions: Sessions;
  readonly redirects: Redirects;
  readonly upstreams: Upstreams;
  readonly customDomains: CustomDomains;
  readonly visitorSalts: VisitorSalts;
  readonly secretKeys: SecretKeys;
  readonly customCertificates: CustomCertificates;
  readonly certificates: CertificateLookup;
  readonly certificateExpiry: CertificateExpiry;
  readonly keyRotation: KeyRotation;
  readonly automaticCertificates: AutomaticCertificates;
  readonly automaticCertificateList: AutomaticCertificateList;
  readonly acmeAccounts: AcmeAccountKeys;
  readonly acmeChallenges: AcmeChallenges;
  readonly acmeOrders: AcmeOrders;
  readonly routing: DatabaseRoutingLog;
  readonly #database: ControlDatabase;

  private constructor(
    database: ControlDatabase,
    clock: Clock,
    keyring: SecretKeyring | undefined,
    edgeHostname: string | undefined,
  ) {
    this.#database = database;
    this.accounts = new Accounts(database, clock);
    this.tokens = new AccessTokens(database, clock);
    this.sessions = new Sessions(database, clock);
    this.redirects = new Redirects(database, clock);
    this.upstreams = new Upstreams(database, clock);
    this.customDomains = new CustomDomains(database, clock);
    this.visitorSalts = new VisitorSalts(database);
    this.secretKeys = new SecretKeys(database, clock, keyring);
    this.customCertificates = new CustomCertificates(database, clock, this.secretKeys);
    this.certificates = new CertificateLookup(database, clock, this.secretKeys, edgeHostname);
    this.certificateExpiry = new CertificateExpiry(database);
    this.keyRotation = new KeyRotation(database, clock, this.secretKeys, this.customCertificates);
    this.automaticCertificates = new AutomaticCertificates(database, clock, this.secretKeys, edgeHostname);
    this.automaticCertificateList = new AutomaticCertificateList(database);
    this.acmeAccounts = new AcmeAccountKeys(database, clock, this.secretKeys);
    this.acmeChallenges = new AcmeChallenges(database);
    this.acmeOrders = new AcmeOrders(database);
    this.routing = new DatabaseRoutingLog(database);
  }

  /**
   * Opens the store and migrates it; private keys can be worked with only where a secret key is named. `edgeHostname`,
   * the public name of the edge, has an automatic certificate too. Throws SchemaTooNewError, or the engine's own error
   * when it cannot.
   */
  static async open(
    location: ControlLocation,
    clock: Clock,
    secretKeys?: SecretKeyLocation,
    edgeHostname?: string,
  ): Promise<ControlStore> {
    const database = await ControlDatabase.open(location);
    try {
      await migrate(database);
    } catch (error) {
      await database[Symbol.asyncDispose]();
      throw error;
    }
    return new ControlStore(database, clock, secretKeys && new SecretKeyring(secretKeys), edgeHostname);
  }

  /**
   * Creates one account and one full token when there is no account at all, once however many processes start
   * together. Answers undefined when there was one already.
   */
  bootstrap(secret?: string): Promise<FirstAccount | undefined> {
    return exclusively(this.#database, async (trx) => {
      const [existing] = await this.accounts.list(trx);
      if (existing) return undefined;
      const account = await this.accounts.create('Default', trx);
      const created = await this.tokens.create(
        { accountUuid: account.uuid, name: 'First token', scope: 'write', expiresAt: null, secret },
        trx,
      );
      return { accountUuid: account.uuid, secret: created.secret };
    });
  }

  /** Fails when the store cannot be reached or read. */
  async ping(): Promise<void> {
    await this.routing.currentRevision();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
}
