/**
 * How quick the list of custom domains and the overview are with many domains: filtered and sorted by what the control store knows,
 * and by traffic, in the embedded stores. Run: `node bench/domains.ts [--domains 10000] [--millions 30] [--open 500] [--rounds 20]`
 */

import { countVerdicts } from '../src/control/verdicts.ts';
import { systemClock } from '../src/core/clock.ts';
import { dayMs } from '../src/core/time.ts';
import { FindingList } from '../src/features/attention/finding-list.ts';
import { Findings } from '../src/features/attention/findings.ts';
import { customDomainAnswers } from '../src/features/custom-domains/answers.ts';
import { CustomDomains } from '../src/features/custom-domains/custom-domain-store.ts';
import { CustomDomainLists, type DomainListQuery } from '../src/features/custom-domains/lists.ts';
import { readGrowth } from '../src/features/overview/growth.ts';
import { ManyDomains } from './support/many-domains.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { median, percentile } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { atMost } from './support/verdict.ts';

const domainsOfUpstream = 100;
const days = 30;
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
  const end = Date.now();

  console.error(`creating ${formatNumber(domains)} domains`);
  const made = await ManyDomains.create(cleanUp, domains, domainsOfUpstream);
  const { store, analytics, accountUuid, domains: subjects } = made;
  await made.loseRecords(new Findings({ database: store.database, clock: systemClock }), open);

  console.error(`recording ${formatNumber(millions)} million requests of ${days} days`);
  const rows = millions * 1_000_000;
  const span = { fromMs: end - days * dayMs, toMs: end };
  const status = 'if(cityHash64(number, 1) % 100 = 0, 502, 200)';
  await made.insert({
    ...span,
    rows,
    into: ['requests', 'method, path, status'],
    values: `'GET', '/', ${status}`,
  });
  await made.insert({
    ...span,
    rows: rows * pageviewShare,
    into: ['events', 'visitor, path'],
    values: `cityHash64(number, 2) % 100000, '/'`,
  });

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
