/**
 * Two machines for visitors and two for the API, on one PostgreSQL and one ClickHouse server: each kind killed, frozen and
 * cut off while visitors ask. Source: docs/guides/several-machines.md.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ClickhouseFront } from '../support/clickhouse-front.ts';
import { hasPostgres, newDatabase } from '../support/databases.ts';
import { createDomain, loopbackUpstreams, reportOf, startUpstream } from '../support/domains.ts';
import { edgeLoad } from '../support/open-load.ts';
import { Passage } from '../support/passage.ts';
import { runProgram } from '../support/program.ts';
import { type StartOptions, serviceEnvironment, TestService } from '../support/service.ts';
import { createRedirect, whenReady } from '../support/service-of-test.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';
import { upgrade } from '../support/upgrades.ts';

const go = 'go.example.com';
const shop = 'shop.example.com';
const token = `np_${'m'.repeat(43)}`;

type Servers = { readonly database: string; readonly clickhouse: string };

async function startServers(): Promise<Servers> {
  const front = await ClickhouseFront.start();
  onTestFinished(() => front[Symbol.asyncDispose]());
  return { database: await newDatabase('nothing'), clickhouse: front.url };
}

async function environmentOf({ database, clickhouse }: Servers): Promise<Record<string, string>> {
  return await serviceEnvironment({
    dataDir: await tempDir(),
    control: { kind: 'postgres', url: database },
    env: {
      ...loopbackUpstreams,
      NAMEPLATE_CLICKHOUSE_URL: clickhouse,
      NAMEPLATE_BOOTSTRAP_TOKEN: token,
      NAMEPLATE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  });
}

async function start(env: Readonly<Record<string, string>>, command: StartOptions['command'] & string) {
  const machine = await TestService.startWith(env, { command });
  onTestFinished(async () => void (await machine.stop()));
  return machine;
}

/** The URL of a server behind a passage that the test can shut. */
async function behindPassage(address: string): Promise<{ url: string; passage: Passage }> {
  const url = new URL(address);
  const passage = new Passage(url.hostname, Number(url.port));
  url.port = String(await passage.open());
  onTestFinished(() => passage.shut());
  return { url: url.href, passage };
}

/** Writes through one machine; resolves when all of the edges serve that. */
async function writeReaches(writer: TestService, edges: readonly TestService[]): Promise<void> {
  const host = `w${performance.now()}.example.com`;
  expect((await createRedirect(writer, host)).status).toBe(201);
  for (const edge of edges) await expect.poll(async () => (await edge.edge(host)).status).toBe(301);
}

async function statusOfRoute(machine: TestService, path: string): Promise<number> {
  return (await machine.api(path)).status;
}

if (hasPostgres()) {
  describe('several machines', () => {
    test('serve every visitor and count each request once, whichever of them fails', async () => {
      const servers = await startServers();
      const upstream = await startUpstream();
      onTestFinished(() => upstream.close());
      const one = await start(await environmentOf(servers), 'app');
      const other = await start(await environmentOf(servers), 'app');
      const first = await start(await environmentOf(servers), 'edge');
      const database = await behindPassage(servers.database);
      const clickhouse = await behindPassage(servers.clickhouse);
      const second = await start(
        await environmentOf({ database: database.url, clickhouse: clickhouse.url }),
        'edge',
      );
      const edges = [first, second];
      const domain = await createDomain(one, shop, upstream.port);
      await one.api(one.redirects, { json: { source_host: go, destination_url: 'https://dest.example' } });
      await writeReaches(one, edges);

      // Each has its part only. A command beside an edge works on the store by itself.
      const listed = await runProgram(['redirect', 'list', '--json'], {
        dataDir: first.env.NAMEPLATE_DATA_DIR ?? '',
        env: first.env,
      });
      expect(listed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(go) });
      expect(await statusOfRoute(first, '/api/v1/accounts')).toBe(404);
      expect((await first.api('/readyz')).body).toMatchObject({
        status: 'ok',
        checks: { control_store: 'ok', analytics_store: 'ok', edge_workers: 'ok' },
      });
      expect((await one.api('/readyz')).body.checks).not.toHaveProperty('edge_workers');
      await expect(one.edge(shop)).rejects.toThrow('ECONNREFUSED');
      expect((await one.api('/metrics')).body).not.toContain('nameplate_edge_workers');
      expect((await second.api('/metrics')).body).toContain('nameplate_edge_workers');

      const loads = edges.flatMap((edge) => [edgeLoad(edge, shop, 20), edgeLoad(edge, go, 40)]);

      // A machine with the API: killed, then frozen. The other one does its work.
      process.kill(one.applicationPid, 'SIGKILL');
      await writeReaches(other, edges);
      await whenReady(one);
      process.kill(other.applicationPid, 'SIGSTOP');
      const frozen = other.applicationPid;
      await writeReaches(one, edges);
      process.kill(frozen, 'SIGCONT');

      // A machine for visitors: its application process killed, then frozen.
      process.kill(first.applicationPid, 'SIGKILL');
      await whenReady(first);
      await whenReady(other);
      await writeReaches(other, edges);
      const hung = first.applicationPid;
      process.kill(hung, 'SIGSTOP');
      await writeReaches(one, [second]);
      process.kill(hung, 'SIGCONT');
      await writeReaches(one, edges);

      // Cut off from both stores: it serves what it had, and is still ready for visitors.
      await Promise.all([database.passage.shut(), clickhouse.passage.shut()]);
      await writeReaches(one, [first]);
      await expect
        .poll(async () => (await second.api('/readyz')).body)
        .toMatchObject({ status: 'degraded', checks: { control_store: 'cannot be read' } });
      expect(await statusOfRoute(second, '/readyz')).toBe(200);
      expect((await second.edge(go)).status).toBe(301);
      await Promise.all([database.passage.open(), clickhouse.passage.open()]);
      await writeReaches(other, edges);
      await whenReady(second);

      // Upgraded, it keeps its part.
      expect(await upgrade(first)).toMatchObject({ code: 0 });
      expect(await statusOfRoute(first, '/api/v1/accounts')).toBe(404);
      await writeReaches(other, edges);

      const outcomes = await Promise.all(loads.map((load) => load.stop()));
      expect(outcomes.map((counts) => Object.keys(counts))).toEqual([['200'], ['301'], ['200'], ['301']]);
      const answered = outcomes.reduce((sum, counts) => sum + (counts['200'] ?? 0), 0);
      process.stdout.write(`several machines: ${JSON.stringify(outcomes)}\n`);
      expect(answered).toBeGreaterThan(200);

      // A machine that is killed ships what it had when it is back.
      await delay(500);
      await second.kill();
      await start(second.env, 'edge');
      const counted = async (): Promise<number> => {
        const { data } = await reportOf(one, domain, 'files');
        return data.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
      };
      await expect.poll(counted, { interval: 500 }).toBe(answered);
    });

    test('have their stores on servers, with the schema that an app has made', async () => {
      const servers = await startServers();
      const env = await environmentOf(servers);
      for (const name of ['NAMEPLATE_DATABASE_URL', 'NAMEPLATE_CLICKHOUSE_URL']) {
        for (const command of ['edge', 'app'] as const) {
          const refused = await TestService.runToEnd({ ...env, [name]: '' }, { command });
          expect(refused.code).toBe(1);
          expect(refused.stderr).toMatch(new RegExp(`^nameplate: ${name} is not set: [^\n]*\n$`));
        }
      }
      const early = await TestService.runToEnd(env, { command: 'edge' });
      expect(early).toMatchObject({ code: 1, signal: null });
      expect(early.stderr).toMatch(
        /^nameplate: the control store has no tables yet: [^\n]*nameplate migrate[^\n]*\n$/,
      );
      expect((await TestService.runToEnd(env, { command: 'edge', args: ['--migrate'] })).code).toBe(2);
    });
  });
} else {
  skipLoudly('several machines', 'no PostgreSQL binaries on this machine');
  describe.skip('several machines', () => {
    test('serve every visitor and count each request once', () => {});
  });
}
