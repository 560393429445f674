/**
 * What visitors see of faults: 500 requests a second at fixed times while processes are killed, frozen and short of memory,
 * while the program is upgraded, and while stores are away; and whether what was answered is counted afterwards.
 * Run: `node bench/outage.ts [--quick] [--times 10] [--away-seconds 300] …`
 */
import { setTimeout as delay } from 'node:timers/promises';
import { freezeApplication, killApplication, killWorkers, limitMemory, upgrade } from './support/faults.ts';
import { readOptions, takeFlag } from './support/options.ts';
import { cellsOf, figuresOf, noteOf, unexplainedFailures } from './support/outage-rows.ts';
import { startEmbedded, startUpstream, storeFaults, workers } from './support/outage-services.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { answerTimeoutMs, measureUnder, type Row, total, type UnderFault } from './support/under-fault.ts';
import { atMost } from './support/verdict.ts';

await runBenchmark(async (cleanUp) => {
  const isQuick = takeFlag('--quick');
  const options = readOptions({
    'per-second': 500,
    times: isQuick ? 3 : 10,
    'away-seconds': isQuick ? 15 : 300,
    'pause-ms': isQuick ? 500 : 2_000,
  });
  const { times, 'pause-ms': pauseMs, 'per-second': perSecond } = options;
  const machine = describeMachine();
  const originPort = await startUpstream(cleanUp);
  const rows: Row[] = [];
  const underFault: UnderFault = async (served, fault, make) => {
    const row = await measureUnder(served, fault, make, perSecond, cleanUp);
    rows.push(row);
    console.error(`${cellsOf(row).join('  ')}  ${noteOf(row)}`);
  };

  const embedded = await startEmbedded(originPort, cleanUp);
  const { service } = embedded;
  await underFault(embedded, 'none', () => delay(5_000, ''));
  await underFault(embedded, `application killed ${times} ×`, () => killApplication(service, times, pauseMs));
  await underFault(embedded, 'application frozen', () => freezeApplication(service));
  await underFault(embedded, 'application out of memory', () => limitMemory(service));
  await underFault(embedded, `worker killed ${times} ×`, () => killWorkers(service, times, pauseMs));
  await underFault(embedded, `upgrade ${times} ×`, () => upgrade(service, times, pauseMs));
  await service.stop();
  await storeFaults(originPort, options['away-seconds'], underFault, (row) => rows.push(row), cleanUp);

  const refused = rows.reduce((sum, { load }) => sum + total(load, 'refused'), 0);
  const stored = rows.flatMap((row) => row.stored ?? []);
  publishReport(
    {
      name: 'outage',
      title: 'What visitors see of faults',
      method:
        `${formatNumber(perSecond)} requests a second at even times to ${workers} workers, in turn redirects, proxied pages and ` +
        'events of trackers, half of them on new connections. Each is measured from when it was due; without an answer ' +
        `in ${answerTimeoutMs / 1000} s it has failed. “Of them closed”: the server closed a kept connection while a request ` +
        'was on its way, which clients then send again. A killed worker takes the requests in flight with it, and may lose ' +
        'records of its last 50 ms. Events that were answered with 202 are looked up page by page, requests in total.',
      sections: [
        {
          heading: 'Faults',
          table: {
            columns: [
              'fault',
              'sent',
              'refused',
              'failed',
              'of them closed',
              'slowest, ms',
              'events answered',
              'missing',
              'twice',
              'records lost',
              'twice',
            ],
            rows: rows.map(cellsOf),
          },
        },
        {
          heading: 'Notes',
          table: { columns: ['what happened'], rows: rows.map((row) => [`${row.fault}: ${noteOf(row)}`]) },
        },
      ],
      targets: [
        atMost('connections refused', refused, 0, '', 0),
        atMost(
          'requests failed, other than with a killed worker or on a kept connection that was being closed',
          unexplainedFailures(rows),
          0,
          '',
          0,
        ),
        atMost(
          'events missing or counted twice',
          stored.reduce((sum, { missing, countedTwice }) => sum + missing + countedTwice, 0),
          0,
          '',
          0,
        ),
        atMost(
          'records counted twice',
          stored.reduce((sum, { recordsTwice }) => sum + recordsTwice, 0),
          0,
          '',
          0,
        ),
      ],
      figures: { options, rows: rows.map(figuresOf) },
    },
    machine,
  );
});
