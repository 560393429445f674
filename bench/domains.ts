/**
 * How quick the list of custom domains and the overview are with many domains: filtered and sorted by what the control store knows,
 * and by traffic, in the embedded stores. Run: `node bench/domains.ts [--domains 10000] [--millions 30] [--open 500] [--rounds 20]`
 */

import { join } from 'node:path';
import { pino } from 'pino';
import { AnalyticsStore } from '../src/analytics/store/analytics-store.ts';
import { ControlStore } from '../src/control/store.ts';
import { countVerdicts } from '../src/control/verdicts.ts';
import { systemClock } from '../src/core/clock.ts';
import type { Observation } from '../src/core/finding.ts';
import { dayMs } from '../src/core/time.ts';
import { Accounts } from '../src/features/accounts/account-store.ts';
import { FindingList } from '../src/features/attention/finding-list.ts';
import { Findings } from '../src/features/attention/findings.ts';
import { customDomainAnswers } from '../src/features/custom-domains/answers.ts';
import { CustomDomains } from '../src/features/custom-domains/custom-domain-store.ts';
import { CustomDomainLists, type DomainListQuery } from '../src/features/custom-domains/lists.ts';
import { featureTables } from '../src/features/features.ts';
import { readGrowth } from '../src/features/overview/growth.ts';
import { Upstreams } from '../src/features/upstreams/upstream-store.ts';
import { domainOf, upstreamOf } from '../test/contract/control-store/stores.ts';
import { testSecretKey } from '../test/support/test-secret-key.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { median, percentile } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const domainsOfUpstream = 100;
const days = 30;
const rowsOfInsert = 1_000_000;
/** Of requests. */
const pageviewShare = 0.1;
const targetMs = 300;

await runBenchmark(async (cleanUp) => {
  const { domains, millions, open, rounds } = readOptions({
    domains: 10_000,
    millions: 30,
    open: 500,
    rounds: 20,
  });
  const machine = describeMachine();
  const dir = await diskDir(cleanUp);
  const end = Date.now();

  console.error(`creating ${formatNumber(domains)} domains`);
  const path = join(dir, 'control.db');
  const store = await ControlStore.open({ kind: 'sqlite', path }, systemClock, testSecretKey);
  cleanUp.defer(() => store[Symbol.asyncDispose]());
  store.database.audit(featureTables);
  await store.secretKeys.prepare();
  const { uuid: accountUuid } = await new Accounts(store).create('Acme');
  const subjects: { uuid: string; host: string }[] = [];
  while (subjects.length < domains) {
    const upstream = await new Upstreams(store).create(
      accountUuid,
      upstreamOf(`${subjects.length}.example.net`),
    );
    const count = Math.min(domainsOfUpstream, domains - subjects.length);
    const hosts = Array.from({ length: count }, (_, place) =>
      domainOf(`shop${subjects.length + place}.example.com`),
    );
    const created = await new CustomDomains(store).createMany(accountUuid, upstream.uuid, hosts);
    if (!created || 'taken' in created) throw new Error('the domains were not created');
    subjects.push(...created.created);
  }
  await new Findings({ database: store.database, clock: systemClock }).observe(
    subjects.slice(0, open).map(
      ({ uuid, host }): Observation => ({
        accountUuid,
        kind: 'dns_lost',
        subject: { type: 'custom_domain', uuid, host },
        seen: { state: 'bad', causeCode: 'records_missing', evidence: {} },
      }),
    ),
  );

  console.error(`recording ${formatNumber(millions)} million requests of ${days} days`);
  const analytics = await AnalyticsStore.open(
    { kind: 'chdb', path: join(dir, 'analytics'), memoryBytes: 2_048 * 1_024 * 1_024 },
    { logger: pino({ level: 'silent' }), retentionDays: 0, clock: systemClock },
  );
  cleanUp.defer(() => analytics[Symbol.asyncDispose]());
  const uuids = `[${subjects.map(({ uuid }) => `'${uuid}'`).join(',')}]::Array(UUID)`;
  const insert = async (rows: number, into: string, values: string): Promise<void> => {
    for (let first = 0; first < rows; first += rowsOfInsert)
      await analytics.execute(`INSERT INTO ${into} SELECT ${uuids}[cityHash64(number) % ${domains} + 1],
        fromUnixTimestamp64Milli(${end - days * dayMs} + intDiv(number * ${days * dayMs}, ${rows}), 'UTC'), ${values}
        FROM numbers(${first}, ${Math.min(rowsOfInsert, rows - first)})`);
  };
  const rows = millions * 1_000_000;
  const status = 'if(cityHash64(number, 1) % 100 = 0, 502, 200)';
  await insert(rows, 'requests (domain, time, method, path, status)', `'GET', '/', ${status}`);
  await insert(
    rows * pageviewShare,
    'events (domain, time, visitor, path)',
    `cityHash64(number, 2) % 100000, '/'`,
  );

  const parts = { store, analytics: { forAccount: () => analytics }, clock: systemClock };
  const lists = new CustomDomainLists(parts);
  const answers = customDomainAnswers(store, { expected: () => [] });
  const page = {
    accountUuid,
    limit: 20,
    offset: 0,
    sort: { field: 'created_at', direction: 'desc' },
  } as const;
  const listed = (query: Partial<DomainListQuery>) => async () => {
    const { entities } = await lists.list({ ...page, ...query });
    await answers.many(entities);
  };
  const findings = new FindingList({ database: store.database, clock: systemClock });
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    'newest first': listed({}),
    'worst first': listed(by('verdict')),
    'of one verdict': listed({ verdict: 'broken' }),
    'without a certificate': listed({ certificateState: 'missing' }),
    'records not found': listed({ status: 'dns_records_not_found' }),
    'a part of the host': listed({ search: '99' }),
    'without traffic': listed({ traffic: 'none' }),
    'most visitors': listed(by('visitors')),
    'most requests': listed(by('requests')),
    'most errors': listed(by('errors')),
    'most change, of one verdict': listed({ ...by('change'), verdict: 'setting_up' }),
    'numbers of a page': () =>
      lists.trafficOf(
        accountUuid,
        subjects.slice(0, 20).map(({ uuid }) => uuid),
      ),
    'counts of the overview': async () => {
      const account = { accountUuid, now: Date.now() };
      for (const table of ['custom_domains', 'redirects', 'host_rules'] as const)
        await countVerdicts(store.database.queries, table, account);
      await findings.countOpen(accountUuid);
    },
    'growing and shrinking': () => readGrowth(new CustomDomains(store), analytics, accountUuid, Date.now()),
  };
  const measured = new Map<string, { readonly times: readonly number[]; readonly cpuMs: number }>();
  for (const [name, ask] of Object.entries(asked)) {
    await ask();
    const times: number[] = [];
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      await ask();
      times.push(performance.now() - startedAt);
    }
    const { user, system } = process.cpuUsage(before);
    measured.set(name, { times, cpuMs: (user + system) / 1_000 / rounds });
  }
  const slowest = Math.max(...[...measured.values()].map(({ times }) => median(times)));
  publishReport(
    {
      name: 'domains',
      title: 'The list of custom domains and the overview',
      method: `${formatNumber(domains)} custom domains of one account with ${formatNumber(millions)} million requests and a tenth as many pageviews in ${days} days, ${formatNumber(open)} findings open; a page of 20, ${rounds} rounds each, in process.`,
      sections: [
        {
          heading: 'Time of an answer',
          table: {
            columns: ['asked for', 'p50, ms', 'p95, ms', 'CPU, ms'],
            rows: [...measured].map(([name, { times, cpuMs }]) => [
              name,
              formatNumber(median(times)),
              formatNumber(percentile(times, 0.95)),
              formatNumber(cpuMs),
            ]),
          },
        },
      ],
      targets: [atMost('The slowest p50', slowest, targetMs, 'ms')],
      figures: { domains, millions, open, slowest },
    },
    machine,
  );
});

function by(field: DomainListQuery['sort']['field']): Pick<DomainListQuery, 'sort'> {
  return { sort: { field, direction: 'desc' } };
}
