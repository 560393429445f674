/**
 * Webhooks while the receiver fails half of the attempts at random and the application process is killed again and again, on
 * SQLite, and on PostgreSQL with a second sender whose clock is 10 s behind: what arrives, in what order, and how soon
 * the next process sends again.
 * Run: `npm run build && node bench/webhooks.ts [--redirects 100] [--events-each 20] [--kills 20] [--seed 1] …`
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { ControlStore } from '../src/control/store.ts';
import { AddressPolicy } from '../src/core/address-policy.ts';
import { systemClock } from '../src/core/clock.ts';
import { HostNames } from '../src/core/host-names.ts';
import { WebhookDeliverer } from '../src/features/webhooks/deliverer.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { loopbackUpstreams } from '../test/support/domains.ts';
import { findPostgres, startPostgres } from '../test/support/postgres.ts';
import { serviceEnvironment, TestService } from '../test/support/service.ts';
import { type StormOptions, type StormResult, WebhookStorm } from '../test/support/webhook-storm.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { median } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const clocksApartMs = 10_000;
/** Most of it is the start of the application process, on a machine that isn't idle. */
const targetRecoverySeconds = 10;

type Run = { readonly name: string; readonly result: StormResult };

await runBenchmark(async (cleanUp) => {
  const options = readOptions({
    redirects: 100,
    'events-each': 20,
    kills: 20,
    'fail-percent': 50,
    'hang-percent': 1,
    seed: 1,
  });
  const machine = describeMachine();
  const storm: StormOptions = {
    redirects: options.redirects,
    eventsEach: options['events-each'],
    kills: options.kills,
    failPercent: options['fail-percent'],
    hangPercent: options['hang-percent'],
    seed: String(options.seed),
  };
  const runs: Run[] = [await runOn('SQLite', undefined, storm, cleanUp)];
  if (findPostgres()) {
    const server = await startPostgres();
    cleanUp.defer(() => server.stop());
    runs.push(await runOn('PostgreSQL', await server.createDatabase(), storm, cleanUp));
  } else console.error('SKIPPED: PostgreSQL is missing: apt-get install postgresql');

  const count = (of: (result: StormResult) => number) =>
    runs.reduce((sum, { result }) => sum + of(result), 0);
  publishReport(
    {
      name: 'webhooks',
      title: 'Webhooks through kill -9 and a receiver that fails',
      method:
        `${formatNumber(storm.redirects)} redirects are created and updated through the API, ${formatNumber(storm.eventsEach)} events each. ` +
        `The receiver fails ${storm.failPercent} % of the attempts at random: it cuts the connection, answers 500, 429, 307 or 503 with Retry-After, or ` +
        'never answers. It verifies each signature with the library standardwebhooks. Whenever another share of the events has ' +
        'been accepted, the application process gets a `kill -9` before the receiver answers. Waits between attempts are cut ' +
        'short in the store, 15 s for an answer are not. The supervisor starts the next process after up to 10 s, as for one that keeps dying. On PostgreSQL a second process sends too, its clock ' +
        `${clocksApartMs / 1000} s behind. A message is out of order if it arrives before the one before it about the same ` +
        'redirect was accepted.',
      sections: [
        {
          heading: 'Deliveries',
          table: {
            columns: [
              'store',
              'events',
              'seconds',
              'kills',
              'attempts',
              'failed by the receiver',
              'sent again though accepted',
              'missing',
              'out of order',
              'signatures refused',
              'start to first message, median, s',
              'longest, s',
            ],
            rows: runs.map(({ name, result }) => [
              name,
              formatNumber(result.events),
              formatNumber(result.seconds, 1),
              formatNumber(result.recoveriesMs.length),
              formatNumber(result.attempts),
              formatNumber(result.attempts - (result.answers.accepted ?? 0)),
              formatNumber(result.repeated),
              formatNumber(result.missing),
              formatNumber(result.outOfOrder.length),
              formatNumber(result.refusals.length),
              formatNumber(median(result.recoveriesMs) / 1000, 1),
              formatNumber(Math.max(...result.recoveriesMs) / 1000, 1),
            ]),
          },
        },
      ],
      targets: [
        atMost(
          'events that never arrived',
          count(({ missing }) => missing),
          0,
          '',
          0,
        ),
        atMost(
          'messages out of order',
          count(({ outOfOrder }) => outOfOrder.length),
          0,
          '',
          0,
        ),
        atMost(
          'signatures refused',
          count(({ refusals }) => refusals.length),
          0,
          '',
          0,
        ),
        atMost('deliveries that aren’t `delivered` in the log', count(undelivered), 0, '', 0),
        atMost(
          'median time from the next process’s start to its first message',
          median(runs.flatMap(({ result }) => result.recoveriesMs)) / 1000,
          targetRecoverySeconds,
          's',
        ),
      ],
      figures: { options, runs },
    },
    machine,
  );
});

function undelivered({ log }: StormResult): number {
  return Object.entries(log).reduce((sum, [status, count]) => sum + (status === 'delivered' ? 0 : count), 0);
}

async function runOn(
  name: string,
  url: string | undefined,
  storm: StormOptions,
  cleanUp: CleanUp,
): Promise<Run> {
  const dataDir = await diskDir(cleanUp);
  const env = await serviceEnvironment({
    dataDir,
    workers: 1,
    ...(url !== undefined && { control: { kind: 'postgres', url } }),
    env: { ...loopbackUpstreams, NAMEPLATE_RATE_LIMIT: '0' },
  });
  const service = await TestService.startWith(env);
  cleanUp.defer(() => service.kill());
  await using second = url === undefined ? undefined : await startSecondSender(service, dataDir);
  const result = await WebhookStorm.run(service, storm, (release) => cleanUp.defer(release));
  console.error(`${name}: ${JSON.stringify(result)}`);
  await second?.[Symbol.asyncDispose]();
  await service.stop();
  return { name, result };
}

/** Sends from this process, by a clock that is behind. */
async function startSecondSender(service: TestService, dataDir: string): Promise<AsyncDisposable> {
  const clock = { now: () => systemClock.now() - clocksApartMs };
  const secretKey = { kind: 'file', path: join(dataDir, 'secret.key') } as const;
  const store = await ControlStore.open(service.control, clock, secretKey);
  const sender = new WebhookDeliverer(store.webhookOutbox, {
    send: {
      policy: new AddressPolicy(['127.0.0.0/8'], []),
      names: new HostNames(),
      userAgent: 'Second sender',
    },
    clock,
    logger: pino({ level: 'silent' }),
  });
  sender.start();
  return {
    [Symbol.asyncDispose]: async () => {
      await sender[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}
