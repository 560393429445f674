/**
 * What a worker of the edge holds in memory: while gigabytes stream through it, down and up, and with thousands of
 * connections kept alive.
 * Run: `node bench/stream.ts [--gigabytes 5] [--connections 10000]`
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { CleanUp } from '../src/service/clean-up.ts';
import { freePort } from '../test/support/free-port.ts';
import { memoryOf, workersOf } from '../test/support/proc.ts';
import { acceptsConnections, scriptCommand, startProgram } from './support/child.ts';
import { addCustomDomain, fillStore, sqliteIn, startNameplate } from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const host = 'app.customer.example';
const megabyte = 1e6;
const limitMegabytes = 200;
/** How many connect at a time: the backlog is finite. */
const connectBatch = 200;
const answerOfOneByte = /\r\n\r\nx$/;

type Trip = {
  readonly name: string;
  readonly seconds: number;
  readonly rssBytes: number;
  readonly peakRssBytes: number;
};

await runBenchmark(async (cleanUp) => {
  const options = readOptions({ gigabytes: 5, connections: 10_000 });
  const machine = describeMachine();
  const bytes = options.gigabytes * 1e9;
  const { edgePort, workerPid } = await start(cleanUp);
  const trips: Trip[] = [];
  const measure = async (name: string, work: () => Promise<void>): Promise<void> => {
    const startTick = performance.now();
    await work();
    const { rssBytes, peakRssBytes } = memoryOf(workerPid);
    trips.push({ name, seconds: (performance.now() - startTick) / 1000, rssBytes, peakRssBytes });
    console.error(`${name}: ${formatNumber(peakRssBytes / megabyte)} MB at most`);
  };
  await measure('started', async () => {});
  await measure(`${options.gigabytes} GB down`, () => download(edgePort, bytes));
  await measure(`${options.gigabytes} GB up`, () => upload(edgePort, bytes));
  await measure(`${formatNumber(options.connections)} idle connections`, () =>
    keepAlive(edgePort, options.connections, cleanUp),
  );
  const peak = (trips.at(-1)?.peakRssBytes ?? Number.NaN) / megabyte;
  publishReport(
    {
      name: 'stream',
      title: 'What a worker holds in memory',
      method:
        'One worker, one custom domain, an upstream of `node:http` over loopback; requests are recorded. Resident ' +
        'memory of the worker process after each step, one after the other in the same process, and the most it ever was.',
      sections: [
        {
          heading: 'Memory',
          note: 'The idle connections have each had a proxied answer before, and each gets another one at the end.',
          table: {
            columns: ['step', 'seconds', 'resident, MB', 'most so far, MB'],
            rows: trips.map(({ name, seconds, rssBytes, peakRssBytes }) => [
              name,
              formatNumber(seconds, 1),
              formatNumber(rssBytes / megabyte),
              formatNumber(peakRssBytes / megabyte),
            ]),
          },
        },
      ],
      targets: [atMost('resident memory of a worker, at any time', peak, limitMegabytes, 'MB', 0)],
      figures: { options, trips },
    },
    machine,
  );
});

async function start(cleanUp: CleanUp): Promise<{ edgePort: number; workerPid: number }> {
  const dir = await diskDir(cleanUp);
  const upstreamPort = await freePort();
  await startProgram(
    {
      name: 'firehose',
      ...scriptCommand(new URL('support/firehose.ts', import.meta.url), [String(upstreamPort)]),
      dir,
      isReady: () => acceptsConnections(upstreamPort),
    },
    cleanUp,
  );
  const filled = await fillStore(sqliteIn(dir), 1);
  await addCustomDomain(filled, host, upstreamPort);
  const { pid, edgePort } = await startNameplate({ name: 'nameplate', dir, filled, workers: 1 }, cleanUp);
  const [workerPid] = workersOf(pid);
  if (workerPid === undefined) throw new Error('there is no worker process');
  return { edgePort, workerPid };
}

function requestHead(startLine: string, fields = ''): string {
  return `${startLine} HTTP/1.1\r\nHost: ${host}\r\n${fields}\r\n`;
}

async function download(port: number, bytes: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  let received = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  socket.write(requestHead(`GET /${bytes}`, 'Connection: close\r\n'));
  await once(socket, 'close');
  if (received < bytes) throw new Error(`only ${received} of ${bytes} bytes came down`);
}

async function upload(port: number, bytes: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  socket.write(requestHead('PUT /', `Content-Length: ${bytes}\r\nConnection: close\r\n`));
  const piece = Buffer.alloc(256 * 1024, 'x');
  for (let remaining = bytes; remaining > 0; remaining -= piece.length) {
    const part = remaining < piece.length ? piece.subarray(0, remaining) : piece;
    if (!socket.write(part)) await once(socket, 'drain');
  }
  await once(socket, 'close');
  if (!received.endsWith(`\r\n${bytes}`) && !received.includes(String(bytes))) {
    throw new Error(`the upstream did not get ${bytes} bytes: ${received.slice(-200)}`);
  }
}

/** Opens connections, has each answered once, leaves them, and has each answered once more. */
async function keepAlive(port: number, count: number, cleanUp: CleanUp): Promise<void> {
  const sockets: Socket[] = [];
  cleanUp.defer(async () => {
    for (const socket of sockets) socket.destroy();
  });
  for (let made = 0; made < count; made += connectBatch) {
    const batch = Array.from({ length: Math.min(connectBatch, count - made) }, () =>
      connect(port, '127.0.0.1'),
    );
    sockets.push(...batch);
    await Promise.all(batch.map(askOnce));
  }
  for (let asked = 0; asked < count; asked += connectBatch) {
    await Promise.all(sockets.slice(asked, asked + connectBatch).map(askOnce));
  }
}

async function askOnce(socket: Socket): Promise<void> {
  let received = '';
  const collect = (chunk: Buffer): void => {
    received += chunk.toString('latin1');
  };
  socket.on('data', collect);
  socket.write(requestHead('GET /1'));
  while (!answerOfOneByte.test(received)) {
    if (socket.destroyed) throw new Error(`a connection was closed after ${JSON.stringify(received)}`);
    await once(socket, 'data');
  }
  socket.removeListener('data', collect);
}
