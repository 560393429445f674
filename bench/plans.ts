/**
 * A document of redirects, custom domains and rules: seconds to plan, apply, and plan again, on SQLite and on PostgreSQL, and how long
 * another request waits meanwhile. The API runs from its sources in a process of its own.
 * Run: `node bench/plans.ts [--redirects 10000] [--domains 1000] [--hosts 50]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ControlLocation } from '../src/control/location.ts';
import { ControlStore } from '../src/control/store.ts';
import { systemClock } from '../src/core/clock.ts';
import { composeApi } from '../test/support/composed-api.ts';
import { findPostgres, startPostgres } from '../test/support/postgres.ts';
import { testSecretKey } from '../test/support/test-secret-key.ts';
import { ask } from './support/http.ts';
import { type FilledStore, fillStore, sqliteIn } from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost, type Target } from './support/verdict.ts';

const probeEveryMs = 10;

type Measured = { readonly seconds: number; readonly longestMs: number };

if (process.send) await serve();
else await measure();

async function measure(): Promise<void> {
  await runBenchmark(async (cleanUp) => {
    const { redirects, domains, hosts } = readOptions({ redirects: 10_000, domains: 1_000, hosts: 50 });
    const machine = describeMachine();
    const document = documentOf(redirects, domains, hosts);
    const stores: [string, ControlLocation, string][] = [];
    const dir = await diskDir(cleanUp);
    stores.push(['SQLite', sqliteIn(dir), dir]);
    if (findPostgres() !== undefined) {
      const postgres = await startPostgres();
      cleanUp.defer(() => postgres.stop());
      const url = await postgres.createDatabase();
      stores.push(['PostgreSQL', { kind: 'postgres', url }, await diskDir(cleanUp)]);
    }
    const rows: string[][] = [];
    const targets: Target[] = [];
    const figures: Record<string, unknown> = {};
    for (const [name, location, directory] of stores) {
      const filled = await fillStore(location, 0, directory);
      const child = fork(import.meta.filename, { env: { ...process.env, STORE: JSON.stringify(location) } });
      cleanUp.defer(() => child.kill());
      const [port]: number[] = await once(child, 'message');
      const steps = await timed(port ?? 0, filled, document);
      for (const [step, { seconds, longestMs }] of Object.entries(steps)) {
        rows.push([name, step, formatNumber(seconds, 1), formatNumber(longestMs, 0)]);
        targets.push(atMost(`${name}: to ${step}`, seconds, 10, 's'));
        targets.push(atMost(`${name}: another request while it is to ${step}`, longestMs, 500, 'ms', 0));
      }
      figures[name] = steps;
      child.kill();
      await once(child, 'exit');
    }
    publishReport(
      {
        name: 'plans',
        title: 'Plans',
        method: `A document of ${formatNumber(redirects)} redirects, ${formatNumber(domains)} custom domains and the rules of ${hosts} hosts, on an account that has nothing; a request for the token’s account every ${probeEveryMs} ms beside it.`,
        sections: [
          {
            heading: 'Time',
            table: {
              columns: ['store', 'step', 'seconds', 'another request, at most ms'],
              rows,
            },
          },
        ],
        targets,
        figures,
      },
      machine,
    );
  });
}

async function timed(
  port: number,
  { accountUuid, token }: FilledStore,
  document: object,
): Promise<Record<string, Measured>> {
  const path = `/api/v1/accounts/${accountUuid}/plans`;
  const headers = { authorization: `Bearer ${token}` };
  const post = async (to: string, json: object) => {
    const answer = await ask({ port, path: to, method: 'POST', headers, json });
    if (answer.status >= 300) throw new Error(`${to}: ${answer.status} ${answer.body.slice(0, 500)}`);
    const body: {
      readonly uuid: string;
      readonly summary: { readonly creates: number; readonly changes: number };
    } = JSON.parse(answer.body);
    return body;
  };
  const beside = async <T>(work: () => Promise<T>): Promise<[Measured, T]> => {
    const ended = new AbortController();
    const begin = performance.now();
    const working = work().finally(() => ended.abort());
    let longestMs = 0;
    const probing = (async () => {
      while (!ended.signal.aborted) {
        const { elapsedMs } = await ask({ port, path: '/api/v1/me', headers });
        longestMs = Math.max(longestMs, elapsedMs);
        await delay(probeEveryMs);
      }
    })();
    const done = await working;
    const seconds = (performance.now() - begin) / 1000;
    await probing;
    return [{ seconds, longestMs }, done];
  };
  const [plan, { uuid }] = await beside(() => post(path, document));
  const [apply] = await beside(() => post(`${path}/${uuid}/apply`, {}));
  const [again, { summary }] = await beside(() => post(path, document));
  if (summary.creates + summary.changes > 0) throw new Error('there is still something to do');
  return { plan, apply, 'plan again': again };
}

function documentOf(redirects: number, domains: number, hosts: number): object {
  return {
    upstreams: [{ name: 'app', host: 'app.example.net' }],
    domains: times(domains, (index) => ({ host: `shop-${index}.example.com`, upstream: 'app' })),
    redirects: times(redirects, (index) => ({
      source_host: `go-${index}.example.com`,
      destination_url: `https://www.example.com/${index}`,
    })),
    rules: times(hosts, (index) => ({
      host: `shop-${index}.example.com`,
      rules: times(20, (place) => ({
        if: { path: `/old-${place}/*` },
        then: { redirect: { to: `/new-${place}/:splat`, status: 301 } },
      })),
    })),
  };
}

async function serve(): Promise<void> {
  const location: ControlLocation = JSON.parse(process.env['STORE'] ?? '{}');
  const store = await ControlStore.open(location, systemClock, testSecretKey);
  await store.secretKeys.prepare();
  const { app } = await composeApi(store, { clock: systemClock });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  process.send?.(typeof address === 'object' ? address?.port : 0);
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
