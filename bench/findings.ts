/**
 * What findings from requests cost: the evaluation of each minute and each hour, over all domains, with many findings open, in
 * the embedded stores. Run: `node bench/findings.ts [--domains 10000] [--millions 30] [--open 500] [--minutes 10] [--hours 3]`
 */

import { join } from 'node:path';
import { pino } from 'pino';
import { AnalyticsStore } from '../src/analytics/store/analytics-store.ts';
import { ControlStore } from '../src/control/store.ts';
import { systemClock } from '../src/core/clock.ts';
import type { Observation } from '../src/core/finding.ts';
import { dayMs, hourMs, minuteMs } from '../src/core/time.ts';
import { Accounts } from '../src/features/accounts/account-store.ts';
import { Findings } from '../src/features/attention/findings.ts';
import { TrafficChecks } from '../src/features/attention/traffic/traffic-checks.ts';
import { CustomDomains } from '../src/features/custom-domains/custom-domain-store.ts';
import { featureTables } from '../src/features/features.ts';
import { Upstreams } from '../src/features/upstreams/upstream-store.ts';
import { domainOf, upstreamOf } from '../test/contract/control-store/stores.ts';
import { testSecretKey } from '../test/support/test-secret-key.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

/** At most ten, so that findings stay those of single domains. */
const domainsOfUpstream = 10;
const days = 30;
const targetPercent = 3;
const rowsOfInsert = 1_000_000;

await runBenchmark(async (cleanUp) => {
  const { domains, millions, open, minutes, hours } = readOptions({
    domains: 10_000,
    millions: 30,
    open: 500,
    minutes: 10,
    hours: 3,
  });
  const machine = describeMachine();
  const dir = await diskDir(cleanUp);
  const start = Math.floor(Date.now() / hourMs) * hourMs;
  const clock = { at: start, now: () => clock.at };

  console.error(`creating ${formatNumber(domains)} domains`);
  const path = join(dir, 'control.db');
  const store = await ControlStore.open({ kind: 'sqlite', path }, systemClock, testSecretKey);
  cleanUp.defer(() => store[Symbol.asyncDispose]());
  store.database.audit(featureTables);
  await store.secretKeys.prepare();
  const account = await new Accounts(store).create('Acme');
  const subjects: { uuid: string; host: string }[] = [];
  while (subjects.length < domains) {
    const upstream = await new Upstreams(store).create(
      account.uuid,
      upstreamOf(`${subjects.length}.example.net`),
    );
    const count = Math.min(domainsOfUpstream, domains - subjects.length);
    const hosts = Array.from({ length: count }, (_, place) =>
      domainOf(`shop${subjects.length + place}.example.com`),
    );
    const created = await new CustomDomains(store).createMany(account.uuid, upstream.uuid, hosts);
    if (!created || 'taken' in created) throw new Error('the domains were not created');
    subjects.push(...created.created);
  }

  console.error(`recording ${formatNumber(millions)} million requests of ${days} days`);
  const analytics = await AnalyticsStore.open(
    { kind: 'chdb', path: join(dir, 'analytics'), memoryBytes: 2_048 * 1_024 * 1_024 },
    { logger: pino({ level: 'silent' }), retentionDays: 0, clock: systemClock },
  );
  cleanUp.defer(() => analytics[Symbol.asyncDispose]());
  const uuids = `[${subjects.map(({ uuid }) => `'${uuid}'`).join(',')}]::Array(UUID)`;
  const rows = millions * 1_000_000;
  const spanMs = days * dayMs + hours * hourMs;
  for (let first = 0; first < rows; first += rowsOfInsert)
    await analytics.execute(`INSERT INTO requests (domain, time, method, path, status, duration_us, upstream_us)
      SELECT ${uuids}[cityHash64(number) % ${domains} + 1],
        fromUnixTimestamp64Milli(${start - days * dayMs} + intDiv(number * ${spanMs}, ${rows}), 'UTC'),
        'GET', '/', 200, 2000, 1000 + cityHash64(number, 1) % 100000
      FROM numbers(${first}, ${Math.min(rowsOfInsert, rows - first)})`);

  const findings = new Findings({ database: store.database, clock });
  await findings.observe(
    subjects.slice(0, open).map(
      ({ uuid, host }): Observation => ({
        accountUuid: account.uuid,
        kind: 'dns_lost',
        subject: { type: 'custom_domain', uuid, host },
        seen: { state: 'bad', causeCode: 'records_missing', evidence: {} },
      }),
    ),
  );
  const checks = new TrafficChecks(store.database, { analytics, findings, retentionDays: 0, clock });
  // What was missed before the first evaluation isn't part of an hour.
  await checks.checkMinutes();
  await checks.checkHours();

  console.error(`evaluating ${minutes} minutes and ${hours} hours`);
  const minuteMsOfCpu = await cpuOf(minutes, async (turn) => {
    clock.at = start + (turn + 1) * minuteMs + 10_000;
    await checks.checkMinutes();
  });
  const hourMsOfCpu = await cpuOf(hours, async (turn) => {
    clock.at = start + (turn + 1) * hourMs + 4 * minuteMs;
    await checks.checkHours();
  });
  const percent = (100 * (60 * minuteMsOfCpu + hourMsOfCpu)) / hourMs;
  publishReport(
    {
      name: 'findings',
      title: 'Findings from requests',
      method: `${formatNumber(domains)} custom domains with ${formatNumber(millions)} million requests in ${days} days, ${formatNumber(open)} findings open; CPU of the whole process, the embedded stores included.`,
      sections: [
        {
          heading: 'CPU of an evaluation',
          table: {
            columns: ['evaluation', 'in an hour', 'ms each'],
            rows: [
              ['of a minute', '60', formatNumber(minuteMsOfCpu)],
              ['of an hour', '1', formatNumber(hourMsOfCpu)],
            ],
          },
        },
      ],
      targets: [atMost('CPU of one core over an hour', percent, targetPercent, '%', 2)],
      figures: { domains, millions, open, minuteMsOfCpu, hourMsOfCpu, percent },
    },
    machine,
  );
});

/** Milliseconds of CPU of one turn. */
async function cpuOf(turns: number, work: (turn: number) => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn += 1) await work(turn);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / turns;
}
