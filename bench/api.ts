/**
 * What the API costs: reading one redirect, listing 20 of 1,000 and creating one, against bare Fastify routes that
 * answer the same JSON. Run: `node bench/api.ts [--rounds 3] [--seconds 5] …`
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { ControlLocation } from '../src/control/location.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { freePort } from '../test/support/free-port.ts';
import { findPostgres, startPostgres } from '../test/support/postgres.ts';
import { parentOf } from '../test/support/proc.ts';
import { acceptsConnections, scriptCommand, startProgram } from './support/child.ts';
import { ask } from './support/http.ts';
import { type Contestant, compare, type Outcome, type Work } from './support/load.ts';
import { fillStore, sqliteIn, startNameplate } from './support/nameplate.ts';
import { describeLoad, readLoadOptions } from './support/options.ts';
import { describeMachine, publishReport, type Section } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

/** After 1 s, V8 still optimises what lies between a route and the store; the bare routes are at full speed at once. */
const loadOptions = { 'warm-up': 4 };
const targetRatio = 2;
const bareName = 'bare Fastify route';
const sqliteName = 'Nameplate on SQLite';
const postgresName = 'Nameplate on PostgreSQL';
const createScript = fileURLToPath(new URL('support/create.lua', import.meta.url));

/** A server with what is asked of it in each of the three parts. */
type Server = Omit<Contestant, 'work'> & {
  readonly works: Readonly<Record<'read' | 'list' | 'create', Work>>;
};

await runBenchmark(async (cleanUp) => {
  const options = readLoadOptions({ ...loadOptions, redirects: 1_000 });
  const { redirects } = options.further;
  const machine = describeMachine();
  const sqliteDir = await diskDir(cleanUp);
  const sqlite = await startOurs(sqliteName, sqliteDir, sqliteIn(sqliteDir), redirects, cleanUp);
  const postgres = await startOnPostgres(redirects, cleanUp);
  const servers = [await startBare(sqlite, cleanUp), sqlite, ...(postgres ? [postgres] : [])];

  const run = (part: keyof Server['works']) =>
    compare(
      part,
      servers.map((server) => Object.assign({ work: server.works[part] }, server)),
      options,
    );
  const read = await run('read');
  const list = await run('list');
  // Last: it makes the list longer.
  const create = await run('create');
  publishReport(
    {
      name: 'api',
      title: 'What the API costs',
      method:
        `${describeLoad(options)} The bare route answers the same JSON through a response schema, with no store, no ` +
        'authentication and no checks. Nameplate runs with one edge worker and without a rate limit; what PostgreSQL ' +
        'itself costs stands apart.',
      sections: [
        section('Read one redirect', read),
        section(`List 20 of ${formatNumber(redirects)} redirects`, list),
        section('Create a redirect', create, 'Durable, and live on the edge, before the answer.'),
      ],
      targets: [
        atMost(
          'reading one redirect, SQLite',
          ratioOf(read, sqliteName),
          targetRatio,
          '× the CPU of the bare route',
          2,
        ),
      ],
      figures: { options, read, list, create },
    },
    machine,
  );
});

async function startOurs(
  name: string,
  dir: string,
  location: ControlLocation,
  count: number,
  cleanUp: CleanUp,
): Promise<Server> {
  const filled = await fillStore(location, count);
  const { pid, apiPort, redirects, authorization } = await startNameplate(
    { name, dir, filled, workers: 1 },
    cleanUp,
  );
  const first = await ask({ port: apiPort, path: `${redirects}?per_page=1`, headers: authorization });
  const headers = { Authorization: authorization.authorization };
  return {
    name,
    pid,
    port: apiPort,
    works: {
      read: { path: `${redirects}/${JSON.parse(first.body).data[0].uuid}`, headers },
      list: { path: redirects, headers },
      create: { path: redirects, headers, script: createScript },
    },
  };
}

async function startOnPostgres(count: number, cleanUp: CleanUp): Promise<Server | undefined> {
  if (!findPostgres()) {
    console.error('PostgreSQL is missing: apt-get install postgresql');
    return undefined;
  }
  const server = await startPostgres();
  cleanUp.defer(() => server.stop());
  const url = await server.createDatabase();
  const dir = await diskDir(cleanUp);
  const ours = await startOurs(postgresName, dir, { kind: 'postgres', url }, count, cleanUp);
  const databasePid = await serverPid(url);
  return databasePid === undefined ? ours : { ...ours, databasePid };
}

/** The process that all of a PostgreSQL server's processes descend from. */
async function serverPid(url: string): Promise<number | undefined> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return pid;
}

/** Starts the bare routes, which answer what `ours` answers. */
async function startBare(ours: Server, cleanUp: CleanUp): Promise<Server> {
  const dir = await diskDir(cleanUp);
  const answersPath = join(dir, 'answers.json');
  const [item, list] = await Promise.all(
    [ours.works.read, ours.works.list].map(async ({ path, headers }) => {
      const answer = await ask({ port: ours.port, path, headers });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
      return answer.body;
    }),
  );
  await writeFile(answersPath, `{"item":${item},"list":${list}}`);
  const port = await freePort();
  const { pid } = await startProgram(
    {
      name: bareName,
      ...scriptCommand(new URL('peers/bare-fastify.ts', import.meta.url), [String(port), answersPath]),
      dir,
      isReady: () => acceptsConnections(port),
    },
    cleanUp,
  );
  const bareItem = await ask({ port, path: '/redirects/1' });
  const bareList = await ask({ port, path: '/redirects' });
  if (bareItem.body !== item || bareList.body !== list) throw new Error('the bare route answers other JSON');
  return {
    name: bareName,
    pid,
    port,
    works: {
      read: { path: '/redirects/1', headers: {} },
      list: { path: '/redirects', headers: {} },
      create: { path: '/redirects', headers: {}, script: createScript },
    },
  };
}

function section(heading: string, outcomes: readonly Outcome[], note?: string): Section {
  return {
    heading,
    ...(note === undefined ? {} : { note }),
    table: {
      columns: ['server', 'CPU µs a request', 'requests/s', '× bare', 'database CPU µs', 'failures'],
      rows: outcomes.map(({ name, cpuMicros, requestsPerSecond, databaseCpuMicros, failures }) => [
        name,
        formatNumber(cpuMicros, 1),
        formatNumber(requestsPerSecond),
        formatNumber(ratioOf(outcomes, name), 2),
        formatNumber(databaseCpuMicros, 1),
        formatNumber(failures),
      ]),
    },
  };
}

function ratioOf(outcomes: readonly Outcome[], name: string): number {
  const cpuOf = (wanted: string) =>
    outcomes.find((outcome) => outcome.name === wanted)?.cpuMicros ?? Number.NaN;
  return cpuOf(name) / cpuOf(bareName);
}
