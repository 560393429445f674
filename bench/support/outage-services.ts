/** The services that faults are made to: one with embedded stores, one with its stores elsewhere. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { ClickhouseFront } from '../../test/support/clickhouse-front.ts';
import { freePort } from '../../test/support/free-port.ts';
import { Passage } from '../../test/support/passage.ts';
import { findPostgres, startPostgres } from '../../test/support/postgres.ts';
import { startOrigin } from '../peers/origin.ts';
import { killWorker, servingWorkers, wholeAgain } from './faults.ts';
import { ask } from './http.ts';
import {
  addCustomDomain,
  type FilledStore,
  fillStore,
  hostAt,
  sqliteIn,
  startNameplate,
} from './nameplate.ts';
import { settledRequests } from './stored-counts.ts';
import { formatNumber } from './table.ts';
import { diskDir } from './temp-dir.ts';
import { findTool } from './tools.ts';
import { pageHost, type Row, redirectHost, type Served, type UnderFault } from './under-fault.ts';

export const workers = 2;
const redirects = 1_000;
const variables = { NAMEPLATE_EVENT_RATE_LIMIT: '0', NAMEPLATE_RATE_LIMIT: '0' };
/** Served without any store. */
const calmMs = 5_000;

export async function startEmbedded(originPort: number, cleanUp: CleanUp): Promise<Served> {
  const dir = await diskDir(cleanUp);
  const filled = await fillStore(sqliteIn(dir), redirects);
  const domains = await addDomains(filled, originPort);
  return {
    service: await startNameplate({ name: 'embedded', dir, filled, workers, env: variables }, cleanUp),
    domains,
  };
}

/** The control store and the analytics store away, on a service that has both elsewhere. */
export async function storeFaults(
  originPort: number,
  awaySeconds: number,
  underFault: UnderFault,
  add: (row: Row) => void,
  cleanUp: CleanUp,
): Promise<void> {
  const startFault = 'start with every store away';
  if (!findPostgres()) {
    const note = 'SKIPPED: PostgreSQL is missing: apt-get install postgresql';
    add({ fault: 'PostgreSQL away', note });
    add({ fault: startFault, note });
    return;
  }
  const dir = await diskDir(cleanUp);
  const server = await startPostgres();
  cleanUp.defer(() => server.stop());
  const url = new URL(await server.createDatabase());
  const front = await ClickhouseFront.start();
  cleanUp.defer(() => front[Symbol.asyncDispose]());
  const clickhouse = front.url;
  const passage = new Passage(url.hostname, Number(url.port));
  cleanUp.defer(() => passage.shut());
  url.port = String(await passage.open());
  const filled = await fillStore({ kind: 'postgres', url: url.href }, redirects, dir);
  const domains = await addDomains(filled, originPort);
  const start = (name: string, isReady?: (edgePort: number) => Promise<boolean>) =>
    startNameplate(
      {
        name,
        dir,
        filled,
        workers,
        env: { ...variables, NAMEPLATE_CLICKHOUSE_URL: clickhouse },
        ...(isReady && { isReady }),
      },
      cleanUp,
    );
  const service = await start('on-postgres');
  await underFault(
    { service, domains },
    `PostgreSQL away for ${awaySeconds} s, a worker killed`,
    async () => {
      await passage.shut();
      await delay(awaySeconds * 500);
      await killWorker(service);
      await delay(awaySeconds * 500);
      const serving = servingWorkers(service).length;
      await passage.open();
      await wholeAgain(service);
      return `${serving} of ${workers} workers before it was back`;
    },
  );
  const recordedBefore = await settledRequests(service, domains);
  await service.stop();
  await passage.shut();
  await front.goAway();
  try {
    const again = await start('stores-away', isRedirected);
    await underFault({ service: again, domains, recordedBefore }, startFault, async () => {
      await delay(calmMs);
      await passage.open();
      await front.comeBack();
      await wholeAgain(again);
      return `serves after ${formatNumber(again.startMs / 1000, 1)} s`;
    });
    await again.stop();
  } catch (error) {
    add({ fault: startFault, note: `DOES NOT START: ${lastLine(error)}` });
  }
}

export async function startUpstream(cleanUp: CleanUp): Promise<number> {
  const command = findTool('nginx');
  if (command === undefined) throw new Error('without nginx there is nothing to proxy to');
  const port = await freePort();
  await startOrigin({ command, dir: await diskDir(cleanUp), port }, cleanUp);
  return port;
}

async function addDomains(filled: FilledStore, originPort: number): Promise<Served['domains']> {
  return [
    await addCustomDomain(filled, redirectHost, originPort),
    await addCustomDomain(filled, pageHost, originPort, 'manual'),
  ];
}

/** Asks for a host without a custom domain, whose requests aren't recorded. */
async function isRedirected(port: number): Promise<boolean> {
  try {
    return (await ask({ port, path: '/', headers: { host: hostAt(6) } })).status === 301;
  } catch {
    return false;
  }
}

/** Of an error's text; it ends with what the program printed last. */
function lastLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}
