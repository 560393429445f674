/**
 * Hosts with certificates that are valid for six days, through lifetimes of them: every order and renewal is made by the program's own issuer
 * over HTTP, with keys, requests and a store as always; time passes as fast as the work allows. The authority is another process.
 * Run: `node bench/lifetimes.ts [--hosts 10000] [--lifetimes 3]`
 */
import { hourMs } from '../src/core/time.ts';
import { passLifetimes } from '../test/support/lifetimes.ts';
import { addHosts, moveTo, openIssuer, seenBy } from './support/issuer.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { inMemoryDir } from './support/temp-dir.ts';
import { atLeast, atMost } from './support/verdict.ts';

const lifetimeMs = 144 * hourMs;
const perPeriod = 300;
const everyMs = (3 * hourMs) / perPeriod;
const stepMs = hourMs;

await runBenchmark(async (cleanUp) => {
  const { hosts, lifetimes } = readOptions({ hosts: 10_000, lifetimes: 3 });
  const machine = describeMachine();
  const settings = {
    checksReplaced: true,
    limit: { orders: perPeriod, everyMs },
    suggestsEverySeconds: 86_400,
  };
  const opened = await openIssuer(await inMemoryDir(cleanUp), perPeriod, settings, cleanUp);
  const { database, issuer, clock } = opened;
  await addHosts(
    opened,
    Array.from({ length: hosts }, (_, index) => `host-${index}.example`),
  );
  const startMs = clock.time;
  const endMs = startMs + lifetimes * lifetimeMs;
  const cpu = process.cpuUsage();
  const problems = await passLifetimes({
    database,
    issuer,
    moveTo: async (time) => {
      if ((time - startMs) % (24 * hourMs) === 0)
        console.error(`day ${(time - startMs) / hourMs / 24}: ${JSON.stringify(issuer.counts)}`);
      await moveTo(opened, time);
    },
    seen: () => seenBy(opened),
    hosts,
    perPeriod,
    lifetimeMs,
    startMs,
    stepMs,
    endMs,
  });
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1000;
  for (const problem of problems) console.error(problem);
  const seen = await seenBy(opened);
  const renewals = seen.issued.filter(({ replaces }) => replaces !== undefined).length;
  const looks = issuer.counts['not_due'] ?? 0;
  const days = (endMs - startMs) / hourMs / 24;
  publishReport(
    {
      name: 'lifetimes',
      title: `${formatNumber(hosts)} hosts through ${lifetimes} lifetimes of six days`,
      method:
        `${formatNumber(hosts)} new hosts of one account, SQLite in memory; ${days} days of their time, by a clock that is moved by ${stepMs / hourMs} h at a time. ` +
        `The authority has profiles and renewal information, which it wants to be asked for once a day; takes ${perPeriod} orders in three hours that replace nothing; and refuses ` +
        `an order for what another one replaces, or another account or host has. CPU is this process’s, which is the issuer with its store and its client; checks of DNS before an order are left out.`,
      sections: [
        {
          heading: 'What was done',
          table: {
            columns: [
              'first orders',
              'renewals',
              'looks',
              'CPU s',
              'authority’s CPU s',
              'of a core in real time',
            ],
            rows: [
              [
                formatNumber(seen.issued.length - renewals),
                formatNumber(renewals),
                formatNumber(looks),
                formatNumber(cpuMs / 1000),
                formatNumber(seen.cpuMs / 1000),
                `${formatNumber((100 * cpuMs) / (endMs - startMs), 2)} %`,
              ],
            ],
          },
        },
      ],
      targets: [
        atMost(
          'certificates that ended or were renewed after half of their lifetime or outside the suggested window; renewals that failed, did not say what they replace, or spent the budget',
          problems.length,
          0,
          'kinds',
          0,
        ),
        atLeast('certificates of each host', seen.issued.length / hosts, 2 * lifetimes - 1, ''),
        atMost('the issuer in real time', (100 * cpuMs) / (endMs - startMs), 5, '% of a core', 2),
      ],
      figures: {
        hosts,
        lifetimes,
        problems,
        orders: seen.orders,
        renewals,
        looks,
        cpuMs,
        authorityCpuMs: seen.cpuMs,
      },
    },
    machine,
  );
});
