/**
 * Two machines for visitors and two for the API, on one PostgreSQL and one ClickHouse server, with and without PgBouncer between: each
 * kind killed, frozen and cut off while programs write and visitors ask. Sources: docs/guides/several-machines.md,
 * docs/guides/operations.md ("The control store").
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ClickhouseFront } from '../support/clickhouse-front.ts';
import { hasPostgres, newDatabase } from '../support/databases.ts';
import { loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { Passage } from '../support/passage.ts';
import { Pgbouncer, type PoolMode } from '../support/pgbouncer.ts';
import { type PostgresServer, startPostgres, withClient } from '../support/postgres.ts';
import { runProgram } from '../support/program.ts';
import { nothing } from '../support/recorded-routes.ts';
import { answerWithDomain, RouteVisitors } from '../support/route-visitors.ts';
import { RouteWriters } from '../support/route-writers.ts';
import { runs } from '../support/runs.ts';
import { type StartOptions, serviceEnvironment, TestService } from '../support/service.ts';
import { createRedirect, whenReady } from '../support/service-of-test.ts';
import { lacksCommand, skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';
import { upgrade } from '../support/upgrades.ts';

const token = `np_${'m'.repeat(43)}`;
/** How long what fails is away, while writes and visitors come. */
const awayMs = 1_500;

type Servers = {
  readonly database: string;
  /** Where a pooler stands between that can't pass notifications on. */
  readonly listen?: string;
  readonly clickhouse: string;
};

async function environmentOf({ database, listen, clickhouse }: Servers): Promise<Record<string, string>> {
  return await serviceEnvironment({
    dataDir: await tempDir(),
    control: { kind: 'postgres', url: database, ...(listen !== undefined && { listenUrl: listen }) },
    env: {
      ...loopbackUpstreams,
      NAMEPLATE_CLICKHOUSE_URL: clickhouse,
      NAMEPLATE_BOOTSTRAP_TOKEN: token,
      NAMEPLATE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      NAMEPLATE_RATE_LIMIT: '0',
    },
  });
}

async function startClickhouse(): Promise<ClickhouseFront> {
  const front = await ClickhouseFront.start();
  onTestFinished(() => front[Symbol.asyncDispose]());
  return front;
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
  const host = `w${performance.now()}.example.net`;
  await expect
    .poll(async () => (await createRedirect(writer, host)).status, { interval: 50 })
    .toBeOneOf([201, 400]);
  for (const edge of edges) await expect.poll(async () => (await edge.edge(host)).status).toBe(301);
}

async function statusOfRoute(machine: TestService, path: string): Promise<number> {
  return (await machine.api(path)).status;
}

type Store = Omit<Servers, 'clickhouse'> & {
  readonly server: PostgresServer;
  readonly pooler?: Pgbouncer;
};

/** A server of the test's own, and the way to it. */
async function startStore(poolMode: PoolMode | undefined): Promise<Store> {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const direct = await server.createDatabase();
  await withClient(direct, (client) =>
    client.query(`alter database ${new URL(direct).pathname.slice(1)} set synchronous_commit = on`),
  );
  if (poolMode === undefined) return { server, database: direct };
  const pooler = await Pgbouncer.start(direct, poolMode, [
    'server_login_retry = 1',
    'default_pool_size = 50',
  ]);
  const listen = poolMode === 'transaction' ? { listen: direct } : {};
  return { server, pooler, database: pooler.url, ...listen };
}

/** The machines, and the ways that some of them take to the servers. */
type Machines = {
  readonly server: PostgresServer;
  readonly pooler?: Pgbouncer | undefined;
  readonly one: TestService;
  readonly other: TestService;
  readonly first: TestService;
  readonly second: TestService;
  readonly cutOff: readonly Passage[];
  readonly writers: RouteWriters;
  readonly visitors: RouteVisitors;
};

/** Resolves when a write has just been acknowledged; others are under way. */
async function justAcknowledged({ writers }: Machines): Promise<void> {
  const before = writers.acknowledged;
  await expect.poll(() => writers.acknowledged, { interval: 1 }).toBeGreaterThan(before);
}

/** Each of them is over when it resolves, and while it lasts, the others serve. */
const faults: Readonly<Record<string, (machines: Machines) => Promise<void>>> = {
  async 'an app is killed'({ one, other, first, second }) {
    process.kill(one.applicationPid, 'SIGKILL');
    await writeReaches(other, [first, second]);
    await whenReady(one);
  },
  async 'an app is frozen'({ one, other, first, second }) {
    const frozen = other.applicationPid;
    process.kill(frozen, 'SIGSTOP');
    await writeReaches(one, [first, second]);
    process.kill(frozen, 'SIGCONT');
    await whenReady(other);
  },
  async "an edge's application process is killed"({ other, first, second }) {
    process.kill(first.applicationPid, 'SIGKILL');
    await whenReady(first);
    await writeReaches(other, [first, second]);
  },
  async "an edge's application process is frozen"({ one, first, second }) {
    const frozen = first.applicationPid;
    process.kill(frozen, 'SIGSTOP');
    await writeReaches(one, [second]);
    process.kill(frozen, 'SIGCONT');
    await writeReaches(one, [first]);
  },
  async "an edge's workers are killed"({ one, first, second, visitors }) {
    visitors.noteKill('first');
    for (const pid of first.workerPids()) process.kill(pid, 'SIGKILL');
    await writeReaches(one, [first, second]);
    await whenReady(first);
  },
  async 'an edge is cut off from both stores'({ one, other, first, second, cutOff }) {
    await Promise.all(cutOff.map((passage) => passage.shut()));
    await writeReaches(one, [first]);
    await expect
      .poll(async () => (await second.api('/readyz')).body)
      .toMatchObject({ status: 'degraded', checks: { control_store: 'cannot be read' } });
    expect(await statusOfRoute(second, '/readyz')).toBe(200);
    await Promise.all(cutOff.map((passage) => passage.open()));
    await writeReaches(other, [first, second]);
    await whenReady(second);
  },
  async 'PostgreSQL restarts after a crash'({ server, one, other, first, second }) {
    await server.crash();
    await delay(awayMs);
    await server.restart();
    await writeReaches(one, [first, second]);
    await writeReaches(other, [first, second]);
  },
  async "an edge's workers are killed while PostgreSQL is away"({ server, one, first, second, visitors }) {
    await server.crash();
    visitors.noteKill('second');
    for (const pid of second.workerPids()) process.kill(pid, 'SIGKILL');
    await delay(awayMs);
    await server.restart();
    await writeReaches(one, [first, second]);
  },
  async 'PgBouncer is killed, and starts again'({ pooler, one, other, first, second }) {
    await pooler?.kill();
    await delay(awayMs);
    await pooler?.restart();
    await writeReaches(one, [first, second]);
    await writeReaches(other, [first, second]);
  },
  async 'an edge is upgraded'({ one, first, second }) {
    expect(await upgrade(first)).toMatchObject({ code: 0 });
    expect(await statusOfRoute(first, '/api/v1/accounts')).toBe(404);
    await writeReaches(one, [first, second]);
  },
};

/** Each has its part only. A command beside an edge works on the store by itself. */
async function expectPartsOnly({ one, first, second }: Pick<Machines, 'one' | 'first' | 'second'>) {
  expect((await createRedirect(one, 'listed.example.net')).status).toBe(201);
  const listed = await runProgram(['redirect', 'list', '--json'], {
    dataDir: first.env.NAMEPLATE_DATA_DIR ?? '',
    env: first.env,
  });
  expect(listed).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('listed.example.net'),
  });
  expect(await statusOfRoute(first, '/api/v1/accounts')).toBe(404);
  expect((await first.api('/readyz')).body).toMatchObject({
    status: 'ok',
    checks: { control_store: 'ok', analytics_store: 'ok', edge_workers: 'ok' },
  });
  expect((await one.api('/readyz')).body.checks).not.toHaveProperty('edge_workers');
  await expect(one.edge('listed.example.net')).rejects.toThrow('ECONNREFUSED');
  expect((await one.api('/metrics')).body).not.toContain('nameplate_edge_workers');
  expect((await second.api('/metrics')).body).toContain('nameplate_edge_workers');
}

/** Custom domains of it come to the answer with what they are called. */
async function createUpstream(app: TestService): Promise<string> {
  const upstream = await startUpstream(answerWithDomain);
  onTestFinished(() => upstream.close());
  const json = { host: '127.0.0.1', port: upstream.port, tls: false, metadata_fields: true };
  return (await app.api(`/api/v1/accounts/${app.accountUuid}/upstreams`, { json })).body.uuid;
}

/** How often each path of a visit was stored. */
async function storedVisits(clickhouse: string): Promise<Map<string, number>> {
  const { origin, pathname, username, password } = new URL(clickhouse);
  const answer = await fetch(`${origin}/?database=${pathname.slice(1)}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${decodeURIComponent(password)}`).toString('base64')}`,
    },
    body: "SELECT path, count() FROM requests WHERE startsWith(path, '/visit/') GROUP BY path FORMAT TabSeparated",
  });
  const rows = (await answer.text()).split('\n').filter((line) => line !== '');
  return new Map(rows.map((row) => row.split('\t')).map(([path = '', count]) => [path, Number(count)]));
}

/** Statements in the log that PostgreSQL refused for what they say, away or not: classes 22 and 42. */
function refusedStatements({ output }: TestService): string[] {
  return output.split('\n').filter((line) => /"code":"(?:22|42)..."/.test(line));
}

if (hasPostgres()) {
  describe('several machines', () => {
    const lacksPgbouncer = lacksCommand('pgbouncer', 'several machines behind PgBouncer');
    test.each([
      { way: 'no pooler', poolMode: undefined },
      { way: 'PgBouncer in session mode', poolMode: 'session' },
      { way: 'PgBouncer in transaction mode', poolMode: 'transaction' },
    ] as const)(
      'whichever fails, with $way between: no write is lost or doubled, no visitor gets another route, each request counts once',
      async ({ way, poolMode }) => {
        if (poolMode && lacksPgbouncer) return;
        const { server, pooler, ...store } = await startStore(poolMode);
        const clickhouse = (await startClickhouse()).url;
        const one = await start(await environmentOf({ ...store, clickhouse }), 'app');
        const other = await start(await environmentOf({ ...store, clickhouse }), 'app');
        const first = await start(await environmentOf({ ...store, clickhouse }), 'edge');
        const ways = await Promise.all([behindPassage(store.database), behindPassage(clickhouse)]);
        const listening = store.listen === undefined ? undefined : await behindPassage(store.listen);
        const second = await start(
          await environmentOf({
            database: ways[0].url,
            ...(listening && { listen: listening.url }),
            clickhouse: ways[1].url,
          }),
          'edge',
        );
        const edges = [
          { name: 'first', service: first },
          { name: 'second', service: second },
        ];
        const apps = [one, other];
        await expectPartsOnly({ one, first, second });
        const writers = new RouteWriters(apps, await createUpstream(one));
        const visitors = new RouteVisitors(edges, writers.routes);
        const cutOff = [...ways, ...(listening ? [listening] : [])].map(({ passage }) => passage);
        const machines: Machines = { server, pooler, one, other, first, second, cutOff, writers, visitors };

        for (let round = 0; round < runs(1); round++)
          for (const [name, happen] of Object.entries(faults)) {
            if (name.startsWith('PgBouncer') && !pooler) continue;
            await justAcknowledged(machines);
            const tick = performance.now();
            await happen(machines);
            process.stdout.write(`${way}: ${name}: ${Math.round(performance.now() - tick)} ms\n`);
          }
        await writers.stop();
        await visitors.stop();

        // What was acknowledged is there, once, on either machine, and what every edge serves.
        const { routes } = writers;
        const live = routes.filter(({ current }) => current !== nothing);
        for (const app of apps) {
          const listed = await writers.listed(app);
          const ours = [...listed].filter(([host]) => host.endsWith('.example.com'));
          expect(new Map(ours)).toEqual(new Map(live.map(({ host, current }) => [host, current])));
        }
        const trails = await writers.trails(one);
        expect(routes.map(({ host }) => [host, trails.get(host)])).toEqual(
          routes.map(({ host, trail }) => [host, trail]),
        );
        await expect.poll(() => visitors.differences()).toEqual([]);
        expect(visitors.wrong).toEqual([]);
        expect([one, other, first, second].flatMap(refusedStatements)).toEqual([]);

        // A machine that is killed ships what it had when it is back.
        await delay(500);
        await second.kill();
        await start(second.env, 'edge');
        await expect
          .poll(async () => visitors.unlikeStored(await storedVisits(clickhouse)), { interval: 500 })
          .toEqual([]);
        const cut = visitors.visits.filter(({ version }) => version === undefined).length;
        process.stdout.write(
          `${way}: ${writers.acknowledged} writes, ${writers.repeated} of them sent again; ${visitors.visits.length} visits, ${cut} cut\n`,
        );
        expect(writers.repeated).toBeGreaterThan(0);
      },
    );

    test('have their stores on servers, with the schema that an app has made', async () => {
      const servers = { database: await newDatabase('nothing'), clickhouse: (await startClickhouse()).url };
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
    test('whichever fails: no write is lost or doubled', () => {});
  });
}
