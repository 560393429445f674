/**
 * Writes to a PostgreSQL that is far: one alone, and many at once, by how long the way to it takes.
 * Run: `node bench/far-store.ts [--writes 114] [--rounds 5] [--connections 10]`
 */
import { FarPostgres } from '../test/support/far-postgres.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { ask, type HttpAnswer } from './support/http.ts';
import { fillStore, startNameplate } from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { median } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

/** Of each way. */
const delays = [0, 50, 100, 300];

await runBenchmark(async (cleanUp) => {
  const { writes, rounds, connections } = readOptions({ writes: 114, rounds: 5, connections: 10 });
  const machine = describeMachine();
  const postgres = await startPostgres();
  cleanUp.defer(() => postgres.stop());
  const rows: string[][] = [];
  let refused = 0;
  for (const delayMs of delays) {
    const url = await postgres.createDatabase();
    const filled = await fillStore({ kind: 'postgres', url }, 0, await diskDir(cleanUp));
    const far = await FarPostgres.start(url, delayMs);
    cleanUp.defer(() => far[Symbol.asyncDispose]());
    const service = await startNameplate(
      {
        name: `far-${delayMs}`,
        dir: filled.dir,
        filled: { ...filled, location: { kind: 'postgres', url: far.url, connections } },
        workers: 1,
      },
      cleanUp,
    );
    const write = (host: string): Promise<HttpAnswer> =>
      ask({
        port: service.apiPort,
        path: service.redirects,
        method: 'POST',
        headers: service.authorization,
        json: { source_host: `${host}.example.com`, destination_url: 'https://dest.example' },
      });
    const alone: number[] = [];
    for (let round = 0; round < rounds; round++) alone.push((await write(`alone-${round}`)).elapsedMs);
    const answers = await Promise.all(
      Array.from({ length: writes }, (_, place) => write(`at-once-${place}`)),
    );
    const failed = answers.filter(({ status }) => status !== 201);
    refused += failed.length;
    const slowestMs = Math.max(...answers.map(({ elapsedMs }) => elapsedMs));
    rows.push([
      String(delayMs),
      formatNumber(Math.round(median(alone))),
      `${failed.length} of ${writes}`,
      formatNumber(Math.round(slowestMs)),
    ]);
    console.error(rows.at(-1)?.join('  '), new Set(failed.map(({ status }) => status)));
    await service.stop();
  }
  publishReport(
    {
      name: 'far-store',
      title: 'Writes to a PostgreSQL that is far',
      method: `A proxy delays all that passes to and from PostgreSQL. A redirect is created, ${rounds} times alone (the median), then ${writes} times at once, by a service with ${connections} connections. Each is answered when this machine's edge serves it.`,
      sections: [
        {
          heading: 'Writes',
          table: {
            columns: ['each way, ms', 'one write, ms', 'refused at once', 'slowest at once, ms'],
            rows,
          },
        },
      ],
      targets: [atMost('writes refused', refused, 0, '', 0)],
      figures: rows,
    },
    machine,
  );
});
