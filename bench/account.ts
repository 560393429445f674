/**
 * What questions over an account take, of many custom domains with few pageviews each, and what they take of one custom domain that
 * has the same rows: both in one store, asked in turn.
 * Run: `node bench/account.ts [--domains 10000] [--millions 30] [--rounds 3]`
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { DomainSet } from '../src/analytics/query/domain-set.ts';
import { AnalyticsStore } from '../src/analytics/store/analytics-store.ts';
import { VisitDeriver } from '../src/analytics/visits/deriver.ts';
import { systemClock } from '../src/core/clock.ts';
import { dayOf } from '../src/core/date-range.ts';
import { dayMs, hourMs } from '../src/core/time.ts';
import { accountQuestions } from './support/account-questions.ts';
import { fillAccount } from './support/account-rows.ts';
import { measure, measureOnce, type Times } from './support/measure.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { domainAt } from './support/request-rows.ts';
import { runBenchmark } from './support/run.ts';
import { median } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const days = 30;
const firstDay = dayOf(Date.UTC(2026, 4, 17));
const range = { from: firstDay - 1, to: firstDay + days - 1 };
/** An hour before the last day ends; nothing is stored of later. */
const nowMs = (firstDay + days) * dayMs - hourMs;
/** Times the CPU of one domain: of the middle question, and of the slowest. */
const most = { middle: 1.5, slowest: 8 };
const logger = pino({ level: 'silent' });

type Measured = { readonly name: string; readonly domain: Times; readonly account: Times };

await runBenchmark(async (cleanUp) => {
  const options = readOptions({ domains: 10_000, millions: 30, rounds: 3 });
  const machine = describeMachine();
  const location = {
    kind: 'chdb',
    path: join(await diskDir(cleanUp), 'analytics'),
    memoryBytes: 2_048 * 1_024 * 1_024,
  } as const;
  const pageviews = options.millions * 1_000_000;
  await fillAccount(
    location,
    { domains: options.domains, pageviews, firstDay, days: nowMs / dayMs - firstDay },
    (done) => console.error(`${formatNumber(done)} pageviews`),
  );
  const store = await AnalyticsStore.open(location, { logger, retentionDays: 0, clock: systemClock });
  cleanUp.defer(() => store[Symbol.asyncDispose]());
  const deriver = new VisitDeriver(store, { clock: { now: () => nowMs }, logger });
  const [, deriveMs] = await measureOnce(async () => {
    console.error(`${await deriver.runOnce()} days derived`);
  });

  const domains = Array.from({ length: options.domains }, (_, index) => ({
    uuid: domainAt(index + 1),
    host: `shop${index + 1}.example.com`,
    custom: { externalId: `customer-${index % 1_000}`, upstream: '10.0.0.1:443', metadata: {} },
  }));
  const measured: Measured[] = [];
  for (const { name, ofDomain, ofAccount } of accountQuestions(range, nowMs)) {
    const domain = await timesOf(() => ofDomain(store, domainAt(0)), options.rounds);
    const account = await timesOf(() => ofAccount(new DomainSet(store, domains)), options.rounds);
    measured.push({ name, domain, account });
    console.error(`${name}: ${formatNumber(ratioOf({ name, domain, account }), 1)}`);
  }

  publishReport(
    {
      name: 'account',
      title: 'Questions over an account, beside those of one domain',
      method:
        `Embedded chDB. ${formatNumber(options.domains)} custom domains with about ${formatNumber(pageviews / options.domains)} pageviews ` +
        `each in ${days} days, in pages of visits, and a request before each; and one custom domain with the same ${options.millions} million ` +
        `of both. The time is 23:00. Questions of 31 days, the first 100 rows, one at a time, from the call to the answer, each with all its ` +
        `statements. Medians of ${options.rounds} in a row after two that do not count. CPU is user and system time of the whole process. ` +
        `Visits were derived before, in ${formatNumber(deriveMs / 1_000)} s of CPU.`,
      sections: [
        {
          heading: 'Questions, milliseconds',
          note: 'In the place of a `domain:…` dimension, the one domain has a source, a city or a path.',
          table: {
            columns: ['question', 'one domain', 'CPU', 'account', 'CPU', 'CPU, times'],
            rows: measured.map((one) => [
              one.name,
              formatNumber(median(one.domain.wallMs)),
              formatNumber(median(one.domain.cpuMs)),
              formatNumber(median(one.account.wallMs)),
              formatNumber(median(one.account.cpuMs)),
              formatNumber(ratioOf(one), 1),
            ]),
          },
        },
      ],
      targets: [
        atMost(
          'CPU of the middle question, times that of one domain',
          median(measured.map(ratioOf)),
          most.middle,
          '',
        ),
        atMost('of the slowest one', Math.max(...measured.map(ratioOf)), most.slowest, ''),
      ],
      figures: { options, deriveMs, measured },
    },
    machine,
  );
});

/** What has no answer within 30 s has no times. */
async function timesOf(ask: () => Promise<unknown>, rounds: number): Promise<Times> {
  try {
    return await measure(ask, rounds);
  } catch (error) {
    console.error(String(error).slice(0, 200));
    return { wallMs: [Number.NaN], cpuMs: [Number.NaN] };
  }
}

function ratioOf({ domain, account }: Measured): number {
  return median(account.cpuMs) / median(domain.cpuMs);
}
