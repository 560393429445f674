/** An account with many custom domains in embedded stores of its own, with findings and traffic. */
import { join } from 'node:path';
import { pino } from 'pino';
import { AnalyticsStore } from '../../src/analytics/store/analytics-store.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import type { Findings } from '../../src/features/attention/findings.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { featureTables } from '../../src/features/features.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { domainOf, upstreamOf } from '../../test/contract/control-store/stores.ts';
import { testSecretKey } from '../../test/support/test-secret-key.ts';
import { diskDir } from './temp-dir.ts';

const rowsOfInsert = 1_000_000;

export type Traffic = {
  readonly rows: number;
  /** They are spread over it evenly, in milliseconds since the epoch. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The table, and its columns but for the first two, `domain` and `time`. */
  readonly into: readonly [table: string, columns: string];
  /** SQL of those columns, which may use `number`. */
  readonly values: string;
};

export class ManyDomains {
  readonly store: ControlStore;
  readonly analytics: AnalyticsStore;
  readonly accountUuid: string;
  readonly domains: readonly { readonly uuid: string; readonly host: string }[];

  private constructor(
    store: ControlStore,
    analytics: AnalyticsStore,
    accountUuid: string,
    domains: ManyDomains['domains'],
  ) {
    this.store = store;
    this.analytics = analytics;
    this.accountUuid = accountUuid;
    this.domains = domains;
  }

  /** Creates so many, each upstream with the same number of them. */
  static async create(cleanUp: CleanUp, count: number, ofUpstream: number): Promise<ManyDomains> {
    const dir = await diskDir(cleanUp);
    const path = join(dir, 'control.db');
    const store = await ControlStore.open({ kind: 'sqlite', path }, systemClock, testSecretKey);
    cleanUp.defer(() => store[Symbol.asyncDispose]());
    store.database.audit(featureTables);
    await store.secretKeys.prepare();
    const { uuid: accountUuid } = await new Accounts(store).create('Acme');
    const domains: { uuid: string; host: string }[] = [];
    while (domains.length < count) {
      const upstream = await new Upstreams(store).create(
        accountUuid,
        upstreamOf(`${domains.length}.example.net`),
      );
      const hosts = Array.from({ length: Math.min(ofUpstream, count - domains.length) }, (_, place) =>
        domainOf(`shop${domains.length + place}.example.com`),
      );
      const created = await new CustomDomains(store).createMany(accountUuid, upstream.uuid, hosts);
      if (!created || 'taken' in created) throw new Error('the domains were not created');
      domains.push(...created.created);
    }
    const analytics = await AnalyticsStore.open(
      { kind: 'chdb', path: join(dir, 'analytics'), memoryBytes: 2_048 * 1_024 * 1_024 },
      { logger: pino({ level: 'silent' }), retentionDays: 0, clock: systemClock },
    );
    cleanUp.defer(() => analytics[Symbol.asyncDispose]());
    return new ManyDomains(store, analytics, accountUuid, domains);
  }

  /** Has so many of the domains lose their DNS records. */
  async loseRecords(findings: Findings, count: number): Promise<void> {
    await findings.observe(
      this.domains.slice(0, count).map(({ uuid, host }) => ({
        accountUuid: this.accountUuid,
        kind: 'dns_lost',
        subject: { type: 'custom_domain', uuid, host },
        seen: { state: 'bad', causeCode: 'records_missing', evidence: {} },
      })),
    );
  }

  /** Inserts rows of domains chosen at random. */
  async insert({ rows, fromMs, toMs, into: [table, columns], values }: Traffic): Promise<void> {
    const uuids = `[${this.domains.map(({ uuid }) => `'${uuid}'`).join(',')}]::Array(UUID)`;
    for (let first = 0; first < rows; first += rowsOfInsert)
      await this.analytics.execute(`INSERT INTO ${table} (domain, time, ${columns})
        SELECT ${uuids}[cityHash64(number) % ${this.domains.length} + 1],
          fromUnixTimestamp64Milli(${fromMs} + intDiv(number * ${toMs - fromMs}, ${rows}), 'UTC'), ${values}
        FROM numbers(${first}, ${Math.min(rowsOfInsert, rows - first)})`);
  }
}
