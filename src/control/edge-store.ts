/**
 * The control store as edge workers read it: one SQLite file on this machine, which is the store itself or, where that is
 * PostgreSQL, its replica (edge-replica.ts). Source: docs/reference/edge.md ("What workers read").
 *
 * The file is opened when it is first needed, and again when another one was put in its place.
 */
import { statSync } from 'node:fs';
import { type Selectable, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { ErrorPageOwner, ErrorPageSource, ErrorPageStatus } from '../core/error-page.ts';
import type {
  ClientCa,
  ClientCaSource,
  RoutingSource,
  RulesEntry,
  RulesSource,
  StoredRules,
  UpstreamTls,
  UpstreamTlsSource,
} from '../core/route.ts';
import type { VisitorSalt } from '../core/salt-period.ts';
import type { CertificateSource, ServedCertificate } from '../core/served-certificate.ts';
import { type SecretKeyLocation, SecretKeyring } from '../secrets/secret-keyring.ts';
import { CertificateLookup } from './certificate-lookup.ts';
import { findClientCa } from './client-ca.ts';
import { ControlDatabase } from './database.ts';
import { digestOf } from './error-page-digests.ts';
import { requireSchema } from './migrate.ts';
import { DatabaseRoutingSource } from './routing-source.ts';
import { groupBySize, type SizedRow } from './rules-by-size.ts';
import type { HostRulesRow } from './schema.ts';
import { SecretKeys } from './secret-keys.ts';
import { UpstreamClientKeys } from './upstream-client-keys.ts';
import { findUpstreamTls } from './upstream-tls.ts';
import { UpstreamTokens } from './upstream-tokens.ts';
import { neededSalts } from './visitor-salts.ts';

export type EdgeStoreOptions = {
  /** The file. */
  readonly path: string;
  readonly secretKeys: SecretKeyLocation;
  readonly clock: Clock;
  /** The edge's public name, whose automatic certificate belongs to no account. */
  readonly ownHost: string;
};

type Opened = {
  readonly database: ControlDatabase;
  readonly routes: RoutingSource;
  readonly certificates: CertificateSource;
  readonly clientKeys: UpstreamClientKeys;
};

/** While all routes are read: the file in memory instead of a call of the system for each page, which halves the time. */
const mappedBytes = 2 ** 40;

/** Each is a parameter. */
const hostsPerQuery = 1_000;
const entryColumns = ['host', 'uuid', 'account_uuid', 'version', 'rule_count', 'size_bytes'] as const;

export class EdgeStore
  implements
    CertificateSource,
    RulesSource,
    ErrorPageSource,
    UpstreamTlsSource,
    ClientCaSource,
    AsyncDisposable
{
  readonly #options: EdgeStoreOptions;
  /** Of the opened file. */
  #inode: number | undefined;
  #opened: Promise<Opened> | undefined;

  constructor(options: EdgeStoreOptions) {
    this.#options = options;
  }

  /** Has `load` read all routes. Rejects when the file is missing, damaged, or of another schema version. */
  async readRoutes(load: (source: RoutingSource) => Promise<void>): Promise<void> {
    const { database, routes } = await this.#current();
    await sql.raw(`pragma mmap_size = ${mappedBytes}`).execute(database.queries);
    try {
      await load(routes);
    } finally {
      await sql`pragma mmap_size = 0`.execute(database.queries);
    }
  }

  /** Rejects like `readRoutes`, and with SecretKeyError. */
  async findForHost(host: string): Promise<readonly ServedCertificate[]> {
    const { certificates } = await this.#current();
    return await certificates.findForHost(host);
  }

  /** Those that are there now, which may be newer than what the log said. Rejects like `readRoutes`. */
  async *rulesOf(
    hosts: readonly string[],
    isWanted: (list: RulesEntry) => boolean,
  ): AsyncGenerator<StoredRules> {
    const { queries } = (await this.#current()).database;
    for (let start = 0; start < hosts.length; start += hostsPerQuery) {
      const rows = await queries
        .selectFrom('host_rules')
        .select(entryColumns)
        .where('host', 'in', hosts.slice(start, start + hostsPerQuery))
        .execute();
      const wanted: SizedRow[] = [];
      for (const row of rows) {
        const entry = toRulesEntry(row);
        if (isWanted(entry)) wanted.push(row);
        else yield { ...entry, rules: undefined };
      }
      for (const uuids of groupBySize(wanted)) {
        const lists = await queries
          .selectFrom('host_rules')
          .select(entryColumns)
          .select(sql<Uint8Array>`cast(rules as blob)`.as('rules'))
          .where('uuid', 'in', uuids)
          .execute();
        for (const row of lists) yield { ...toRulesEntry(row), rules: row.rules };
      }
    }
  }

  /** Rejects like `readRoutes`. */
  async errorPageOf(
    owner: ErrorPageOwner,
    uuid: string,
    status: ErrorPageStatus,
  ): Promise<{ digest: string; html: string } | undefined> {
    const { queries } = (await this.#current()).database;
    const row = await queries
      .selectFrom('error_pages')
      .select('html')
      .where(`${owner}_uuid`, '=', uuid)
      .where('status', '=', status)
      .executeTakeFirst();
    return row && { digest: digestOf(row.html), html: row.html };
  }

  /** Rejects like `readRoutes`. */
  async upstreamTlsOf(upstreamUuid: string): Promise<(UpstreamTls & { digest: string }) | undefined> {
    const { database, clientKeys } = await this.#current();
    return await findUpstreamTls(database.queries, clientKeys, upstreamUuid);
  }

  /** Rejects like `readRoutes`. */
  async clientCaOf(customDomainUuid: string): Promise<ClientCa | undefined> {
    const { database } = await this.#current();
    return await findClientCa(database.queries, customDomainUuid);
  }

  /** The keys of visitor hashes that are valid now; a worker without the application process makes none. */
  async visitorSalts(): Promise<readonly VisitorSalt[]> {
    const { database } = await this.#current();
    return await neededSalts(database.queries, this.#options.clock.now());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.then(
      ({ database }) => database[Symbol.asyncDispose](),
      () => {},
    );
  }

  /** The file is opened again after a failure, and when another one is in its place. */
  #current(): Promise<Opened> {
    const { ino } = statSync(this.#options.path);
    if (!this.#opened || ino !== this.#inode) {
      void this[Symbol.asyncDispose]();
      this.#inode = ino;
      this.#opened = this.#open();
      this.#opened.catch(() => (this.#opened = undefined));
    }
    return this.#opened;
  }

  async #open(): Promise<Opened> {
    const { path, secretKeys: location, clock, ownHost } = this.#options;
    const database = ControlDatabase.openFile(path, 'reader');
    try {
      await requireSchema(database, 'refuse');
      const secretKeys = new SecretKeys(database, clock, new SecretKeyring(location));
      const openTokens = new UpstreamTokens(secretKeys).openAll;
      return {
        database,
        routes: new DatabaseRoutingSource(database, openTokens),
        certificates: new CertificateLookup(database, clock, secretKeys, ownHost),
        clientKeys: new UpstreamClientKeys(secretKeys),
      };
    } catch (error) {
      await database[Symbol.asyncDispose]();
      throw error;
    }
  }
}

function toRulesEntry(row: Pick<Selectable<HostRulesRow>, (typeof entryColumns)[number]>): RulesEntry {
  const {
    host,
    uuid,
    account_uuid: accountUuid,
    version,
    rule_count: ruleCount,
    size_bytes: sizeBytes,
  } = row;
  return { host, uuid, accountUuid, version, ruleCount, sizeBytes };
}
