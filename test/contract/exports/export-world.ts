/** An account with hosts and their analytics, and an exporter of them. */
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import type { RequestRow } from '../../../src/analytics/engine/request-row.ts';
import type { AnalyticsStore } from '../../../src/analytics/store/analytics-store.ts';
import type { ControlLocation } from '../../../src/control/location.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { HostNames } from '../../../src/core/host-names.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { type DestinationValues } from '../../../src/features/exports/destination.ts';
import { Destinations } from '../../../src/features/exports/destination-store.ts';
import type { Export, ExportValues } from '../../../src/features/exports/export.ts';
import { ExportFiles } from '../../../src/features/exports/export-files.ts';
import { Exports } from '../../../src/features/exports/export-store.ts';
import { Exporter, type ExporterOptions } from '../../../src/features/exports/exporter.ts';
import { Schedules } from '../../../src/features/exports/schedule-store.ts';
import { featureTables } from '../../../src/features/features.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { testSecretKey } from '../../support/test-secret-key.ts';
import { pageviewRow, requestRow } from '../analytics-store/rows.ts';
import { domainOf, redirectOf, TestClock, upstreamOf } from '../control-store/stores.ts';

const dayMs = 86_400_000;
/** Rows are of this day and the two after it. */
export const firstDay = '2026-03-15';
export const firstDayMs: number = Date.parse(firstDay);

/** Where buckets may be: anywhere. */
const anywhere = { refusalOf: () => undefined };

export class ExportWorld {
  readonly store: ControlStore;
  readonly analytics: AnalyticsStore;
  readonly accountUuid: string;
  readonly clock: TestClock;
  readonly files: ExportFiles;
  readonly exports: Exports;
  readonly schedules: Schedules;
  readonly destinations: Destinations;
  /** Custom domains, then a redirect. */
  readonly recorded: readonly string[];
  #inserts = 0;

  private constructor(
    parts: Pick<ExportWorld, 'store' | 'analytics' | 'accountUuid' | 'clock' | 'files' | 'recorded'>,
  ) {
    this.store = parts.store;
    this.analytics = parts.analytics;
    this.accountUuid = parts.accountUuid;
    this.clock = parts.clock;
    this.files = parts.files;
    this.recorded = parts.recorded;
    this.exports = new Exports(parts.store);
    this.schedules = new Schedules(parts.store);
    this.destinations = new Destinations(parts.store);
  }

  static async make(analytics: AnalyticsStore, location?: ControlLocation): Promise<ExportWorld> {
    const directory = await tempDir();
    const clock = new TestClock();
    const at = location ?? { kind: 'sqlite', path: join(directory, 'control.db') };
    const store = await ControlStore.open(at, clock, testSecretKey);
    onTestFinished(() => store[Symbol.asyncDispose]());
    store.database.audit(featureTables);
    await store.secretKeys.prepare();
    const { uuid: accountUuid } = await new Accounts(store).create('Acme');
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('app.example.net'));
    const recorded: string[] = [];
    for (const host of ['a.example.com', 'b.example.com', 'c.example.com']) {
      const created = await new CustomDomains(store).create(
        accountUuid,
        upstream?.uuid ?? '',
        domainOf(host),
      );
      recorded.push(created?.uuid ?? '');
    }
    const redirect = await new Redirects(store).create(accountUuid, redirectOf('go.example.com'));
    recorded.push(redirect.uuid);
    const files = new ExportFiles(directory);
    return new ExportWorld({ store, analytics, accountUuid, clock, files, recorded });
  }

  /** An exporter that nobody starts. */
  exporter(options: Partial<ExporterOptions> = {}): Exporter {
    const exporter = new Exporter({
      store: this.store,
      analytics: this.analytics,
      files: this.files,
      budgetBytes: 1024 ** 3,
      outgoing: { policy: anywhere, names: new HostNames() },
      clock: this.clock,
      logger: pino({ level: 'silent' }),
      sizes: { rows: 40, events: 40 },
      turnMs: Number.POSITIVE_INFINITY,
      freeBytes: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
      pauseMs: 1,
      ...options,
    });
    onTestFinished(() => exporter[Symbol.asyncDispose]());
    return exporter;
  }

  async order(values: Partial<ExportValues> = {}): Promise<Export> {
    const ordered = await this.exports.order(this.accountUuid, {
      what: 'requests',
      customDomainUuid: null,
      from: firstDay,
      to: '2026-03-17',
      format: 'parquet',
      destinationUuid: null,
      ...values,
    });
    if (!ordered) throw new Error('there is no account');
    return ordered;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as tests look into answers
  async wire(one: Pick<Export, 'uuid'>): Promise<any> {
    const found = await this.exports.find(this.accountUuid, one.uuid);
    return found && (await this.exports.toWire([found]))[0];
  }

  async addDestination(values: Partial<DestinationValues> = {}): Promise<string> {
    const added = await this.destinations.add(this.accountUuid, {
      bucket: 'backups',
      prefix: 'np/',
      region: 'eu-test-1',
      endpoint: null,
      credentials: { access_key_id: 'AKIATEST', secret_access_key: 'hunter2+/secret' },
      ...values,
    });
    return added?.uuid ?? '';
  }

  async addRequests(count: number, row: (index: number) => Partial<RequestRow>): Promise<void> {
    const rows = Array.from({ length: count }, (_, index) => requestRow(row(index)));
    await this.analytics.insertRequests({ name: `r${this.#inserts++}`, rows, mayBeStored: false });
  }

  async addEvents(count: number, row: (index: number) => Partial<PageviewRow>): Promise<void> {
    const rows = Array.from({ length: count }, (_, index) => pageviewRow(row(index)));
    await this.analytics.insertPageviews({ name: `e${this.#inserts++}`, rows, mayBeStored: false });
  }

  /** Requests of three days: many of the first domain, few of the others and of the redirect, and of a stranger. */
  async addTraffic(): Promise<void> {
    const [a = '', b = '', c = '', go = ''] = this.recorded;
    await this.addRequests(300, (index) => ({
      domain: [a, a, a, a, a, a, b, c, go, '0190a5b0-0000-7000-8000-000000000009'][index % 10] ?? a,
      time: firstDayMs + (index % 3) * dayMs + index * 250_000,
      host: 'a.example.com',
      path: index % 7 === 0 ? '/a "quoted",\nline' : `/page/${index % 11}`,
      bytes_in: index,
      status: index % 5 === 0 ? 404 : 200,
      bot: index % 4 === 0 ? 'Googlebot' : '',
    }));
    await this.addEvents(240, (index) => ({
      domain: [a, a, a, b, c, '0190a5b0-0000-7000-8000-000000000009'][index % 6] ?? a,
      time: firstDayMs + (index % 3) * dayMs + (index % 40) * 60_000 * 20,
      // Spread over all numbers that there are.
      visitor: String((BigInt(index % 24) << 59n) + 7n),
      path: `/p/${index % 5}`,
      name: index % 9 === 0 ? 'Sign "up"' : 'pageview',
      props: index % 9 === 0 ? { plan: 'a,"b"\nc' } : {},
      revenue_amount: index % 9 === 0 ? '12.5' : '0',
      revenue_currency: index % 9 === 0 ? 'EUR' : '',
      utm_source: index % 2 === 0 ? 'mail' : '',
    }));
  }

  /** SQL: the account's own rows of a table. */
  owned(table: 'requests' | 'events'): string {
    return `${table} WHERE domain IN (${this.recorded.map((uuid) => `'${uuid}'`).join(', ')})`;
  }

  async one<Row>(sql: string): Promise<Row> {
    const [row] = await this.analytics.query<Row>(sql, {});
    if (row === undefined) throw new Error('no row');
    return row;
  }
}
