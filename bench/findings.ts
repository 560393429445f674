/**
 * What findings from requests cost: the evaluation of each minute and each hour, over all domains, with many findings open, in
 * the embedded stores. Run: `node bench/findings.ts [--domains 10000] [--millions 30] [--open 500] [--minutes 10] [--hours 3]`
 */

import { dayMs, hourMs, minuteMs } from '../src/core/time.ts';
import { Findings } from '../src/features/attention/findings.ts';
import { TrafficChecks } from '../src/features/attention/traffic/traffic-checks.ts';
import { ManyDomains } from './support/many-domains.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { atMost } from './support/verdict.ts';

/** At most ten, so that findings stay those of single domains. */
const domainsOfUpstream = 10;
const days = 30;
const targetPercent = 3;

await runBenchmark(async (cleanUp) => {
  const { domains, millions, open, minutes, hours } = readOptions({
    domains: 10_000,
    millions: 30,
    open: 500,
    minutes: 10,
    hours: 3,
  });
  const machine = describeMachine();
  const start = Math.floor(Date.now() / hourMs) * hourMs;
  const clock = { at: start, now: () => clock.at };

  console.error(`creating ${formatNumber(domains)} domains`);
  const made = await ManyDomains.create(cleanUp, domains, domainsOfUpstream);
  const { store, analytics } = made;

  console.error(`recording ${formatNumber(millions)} million requests of ${days} days`);
  await made.insert({
    rows: millions * 1_000_000,
    fromMs: start - days * dayMs,
    toMs: start + hours * hourMs,
    into: ['requests', 'method, path, status, duration_us, upstream_us'],
    values: `'GET', '/', 200, 2000, 1000 + cityHash64(number, 1) % 100000`,
  });

  const findings = new Findings({ database: store.database, clock });
  await made.loseRecords(findings, open);
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
