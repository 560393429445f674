/** The first start, the next ones, and the end. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { schemaVersion } from '../../src/control/migrate.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { builtProgram } from '../support/built-program.ts';
import { isAlive } from '../support/service.ts';
import type { ServiceClient } from '../support/service-client.ts';
import {
  type Bench,
  createRedirect,
  newHost,
  newToken,
  postRedirect,
  type Row,
  uuidV7,
  withStore,
} from './row.ts';

const source = 'docs/reference/service.md ("First start")';

/** The lines of a log that are JSON, and those that are not. */
function splitLog(output: string): { json: string[]; plain: string[] } {
  const lines = output.split('\n');
  return {
    json: lines.filter((line) => line.startsWith('{')),
    plain: lines.filter((line) => !line.startsWith('{')),
  };
}

/** The commands in a banner: lines that begin with curl, with the lines they go on to. */
function curlCommands(output: string): string[] {
  return [...output.matchAll(/^ +(curl (?:.*\\\n)*.*)$/gm)].map(([, command = '']) => command);
}

/** What a first start prints on a terminal, which script(1) stands in for. */
async function startOnTerminal(env: Readonly<Record<string, string>>): Promise<string> {
  const command = `exec '${process.execPath}' '${builtProgram}' serve`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env.PATH, SHELL: '/bin/sh', ...env, NAMEPLATE_LOG_LEVEL: 'warn' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  terminal.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  // Not 'exit', which may come before what it printed last.
  const ended = once(terminal, 'close');
  await expect.poll(() => output).toContain('curl');
  // Control-C, as a person types it.
  terminal.stdin.write('\u0003');
  await ended;
  return output;
}

/** A service after its first start, which made the token. */
function firstStart(bench: Bench): Promise<ServiceClient> {
  return bench.sharedService({ NAMEPLATE_BOOTSTRAP_TOKEN: '' });
}

async function runInBash(
  command: string,
): Promise<{ readonly status: number | null; readonly stdout: string }> {
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  const stdout = await text(child.stdout);
  await ended;
  return { status: child.exitCode, stdout };
}

export const lifeRows: readonly Row[] = [
  {
    source,
    statement: 'the first start prints the account, and puts the token into a file for its owner only',
    postgres: 'a start on a store that is there',
    async check(_service, bench) {
      const first = await firstStart(bench);
      expect(first.token).toMatch(/^np_[A-Za-z0-9_-]{43}$/);
      expect(first.stdout.match(/^ {2}account {2}(\S+)$/m)?.[1]).toBe(first.accountUuid);
      expect(first.accountUuid).toMatch(uuidV7);
      const stored = await withStore(first, async (store) => [
        await new Accounts(store).list(),
        await new AccessTokens(store).list(),
      ]);
      expect(stored.map((list) => list.length)).toEqual([1, 1]);
      expect((await first.api('/api/v1/me')).body.token).toMatchObject({ scope: 'write', expires_at: null });
      const file = join(first.env.NAMEPLATE_DATA_DIR ?? '', 'first-token');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(first.stdout).toContain(`  token    in ${file} `);
      expect(first.output).not.toContain(first.token);
    },
  },
  {
    source,
    statement: 'on a terminal the first start prints the token once, and writes no file',
    process: 'a terminal',
    async check(_service, bench) {
      const dataDir = await bench.newDirectory();
      const env = await bench.newEnvironment({
        env: { NAMEPLATE_DATA_DIR: dataDir, NAMEPLATE_BOOTSTRAP_TOKEN: '' },
      });
      const output = await startOnTerminal(env);
      const tokens = output.match(/np_[\w-]{43}/g) ?? [];
      expect(output).toMatch(/^ {2}token {4}np_[\w-]{43} {2}\(keep it: it is not shown again\)\r$/m);
      // In the line above, and in the command to copy.
      expect(tokens).toHaveLength(2);
      expect(new Set(tokens).size).toBe(1);
      expect(await readdir(dataDir)).not.toContain('first-token');
    },
  },
  {
    source,
    statement: 'NAMEPLATE_FIRST_TOKEN_FILE names the file, and a first start is refused when it exists',
    command: 'curl',
    process: 'how the program ends',
    async check(_service, bench) {
      const file = join(await bench.newDirectory(), "the token's file");
      const env = {
        ...(await bench.newEnvironment()),
        NAMEPLATE_BOOTSTRAP_TOKEN: '',
        NAMEPLATE_FIRST_TOKEN_FILE: file,
      };
      await writeFile(file, 'something else\n');
      const refused = await bench.runToEnd(env);
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.stderr).toMatch(/^nameplate: .*the token's file.* exists already.*\n$/);
      expect(await readFile(file, 'utf8')).toBe('something else\n');
      await rm(file);
      const first = await bench.start(env);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(first.output).not.toContain(first.token);
      const [create = ''] = curlCommands(first.stdout);
      expect(JSON.parse((await runInBash(create)).stdout)).toMatchObject({ account_uuid: first.accountUuid });
      await first.stop();
      // Later starts do not mind it.
      expect((await bench.start(env)).output).not.toContain(first.token);
    },
  },
  {
    source: 'docs/reference/service.md ("The control socket")',
    statement: 'a data directory has one service, whose control socket is for its user only',
    process: 'the supervisor has the socket',
    async check(_service, bench) {
      const dataDir = await bench.newDirectory();
      const newEnvironment = () => bench.newEnvironment({ env: { NAMEPLATE_DATA_DIR: dataDir } });
      const first = await bench.start(await newEnvironment());
      const socket = statSync(join(dataDir, 'nameplate.sock'));
      expect([socket.isSocket(), socket.mode & 0o777]).toEqual([true, 0o600]);
      const before = await readdir(dataDir);
      const second = await bench.runToEnd(await newEnvironment());
      expect(second.code).toBe(1);
      expect(second.stderr).toMatch(
        new RegExp(`^nameplate: [^\\n]*, process ${first.process.pid}: [^\\n]*\\n$`),
      );
      expect((await readdir(dataDir)).toSorted()).toEqual(before.toSorted());
      await first.stop();
      expect(await readdir(dataDir)).not.toContain('nameplate.sock');
    },
  },
  {
    source,
    statement: 'the commands that the first start prints create a redirect and follow it',
    command: 'curl',
    async check(_service, bench) {
      const first = await firstStart(bench);
      const [create, follow, ...others] = curlCommands(first.stdout);
      if (create === undefined || follow === undefined) throw new Error(`no commands:\n${first.stdout}`);
      expect(others).toEqual([]);
      const created = await runInBash(create);
      expect(created).toMatchObject({ status: 0 });
      expect(JSON.parse(created.stdout)).toMatchObject({ account_uuid: first.accountUuid, active: true });
      const followed = await runInBash(follow);
      expect(followed.status).toBe(0);
      expect(followed.stdout).toMatch(/^HTTP\/1\.1 301 /);
      expect(followed.stdout).toMatch(/^location: https:\/\/www\.example\.org\/hello\r$/im);
    },
  },
  {
    source,
    statement: 'a token of NAMEPLATE_BOOTSTRAP_TOKEN is created on the first start and not printed',
    async check(service) {
      expect((await service.api('/api/v1/me')).body.token.scope).toBe('write');
      expect(service.output).not.toContain(service.token);
      expect(service.output).toContain('NAMEPLATE_BOOTSTRAP_TOKEN');
    },
  },
  {
    source,
    statement: 'a second start creates and prints neither, and finds what was stored',
    postgres: 'a start on a store that is there',
    async check(_service, bench) {
      const env = { ...(await bench.newEnvironment()), NAMEPLATE_BOOTSTRAP_TOKEN: '' };
      const first = await bench.start(env);
      const redirect = await createRedirect(first);
      const { token } = first;
      await first.stop();
      const second = await bench.start(env, { token });
      expect(second.stdout).toContain('is running');
      expect(second.output).not.toMatch(/np_|First start|curl/);
      // Its host may have been checked meanwhile.
      const { reachable: _reachable, ...stored } = redirect;
      const found = (await second.api(`${second.redirects}/${redirect.uuid}`)).body;
      expect(found).toMatchObject(stored);
      expect((await second.edge(redirect.source_host)).status).toBe(301);
      expect(await withStore(second, (store) => new Accounts(store).list())).toHaveLength(1);
    },
  },
  {
    source,
    statement: 'an access token never stands in the log',
    async check(_service, bench) {
      const env = { ...(await bench.newEnvironment()), NAMEPLATE_BOOTSTRAP_TOKEN: '' };
      const noisy = await bench.start({ ...env, NAMEPLATE_LOG_LEVEL: 'trace' });
      const second = await newToken(noisy);
      await createRedirect(noisy);
      await postRedirect(noisy, { source_host: '-' });
      await noisy.api(`/api/v1/me?token=${second}`, { token: second });
      await noisy.api(`/api/v1/nothing/${second}`, { token: second });
      await noisy.stop();
      const { json, plain } = splitLog(noisy.output);
      expect(json.length).toBeGreaterThan(2);
      expect(json.join('\n')).not.toContain(noisy.token.slice(3));
      expect(json.join('\n')).not.toContain(second.slice(3));
      expect(plain.join('\n')).not.toContain(second.slice(3));
    },
  },
  {
    source: 'docs/reference/service.md ("The data directory")',
    statement: 'the data directory is made for its owner alone and holds the embedded store',
    process: 'the supervisor has the socket',
    postgres: 'a start on a store that is there',
    async check(_service, bench) {
      const dataDir = join(await bench.newDirectory(), 'deep', 'data');
      const env = await bench.newEnvironment({ env: { NAMEPLATE_DATA_DIR: dataDir } });
      const service = await bench.start(env);
      expect(statSync(dataDir).mode & 0o777).toBe(0o700);
      const files = (await readdir(dataDir)).filter((name) => !/\.db-(?:wal|shm)$/.test(name));
      const database = bench.engine === 'sqlite' ? 'control.db' : `edge-${schemaVersion}.db`;
      expect(files.toSorted()).toEqual([
        'analytics',
        'api.sock',
        ...[database, 'control-store-in-use'].toSorted(),
        'nameplate.sock',
        'node-id',
        'secret.key',
        'spool',
        `workers-${service.applicationPid}.sock`,
      ]);
      const workers = `workers-${service.applicationPid}.sock`;
      for (const name of [database, 'secret.key', 'nameplate.sock', 'api.sock', workers]) {
        expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
      }
      for (const name of ['analytics', 'spool']) {
        expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o700);
      }
      await service.stop();
    },
  },
  ...(['SIGTERM', 'SIGINT'] as const).map(
    (signal): Row => ({
      source: 'docs/reference/service.md ("Stopping")',
      statement: `${signal} ends with exit code 0 and leaves no process and no listener behind`,
      process: 'signals',
      // Both signals end in the same way, so one of them shows it.
      postgres: signal === 'SIGTERM' ? 'connections to the server must not hold up the end' : undefined,
      async check(_service, bench) {
        const [service, atOnceMs] = await startTimed(() => bench.newService({ workers: 2 }));
        await createRedirect(service);
        const workers = service.workerPids();
        expect(workers).toHaveLength(2);
        const stopped = performance.now();
        expect(await service.stop(signal)).toBe(0);
        // Nothing was in flight, so nothing had to be waited for.
        expect(performance.now() - stopped).toBeLessThan(atOnceMs);
        for (const pid of workers) expect(isAlive(pid)).toBe(false);
        for (const port of [Number(service.env.NAMEPLATE_API_PORT), service.edgePort]) {
          expect(await refuses(port)).toBe(true);
        }
      },
    }),
  ),
  {
    source: 'docs/reference/service.md ("Stopping")',
    statement: 'SIGTERM lets a request in flight finish and refuses new connections meanwhile',
    process: 'signals',
    async check(_service, bench) {
      const service = await bench.newService();
      const body = `source_host=${newHost()}&destination_url=https://dest.example`;
      const outgoing = await beginPost(service, 'application/x-www-form-urlencoded', body.length);
      const answered = once(outgoing, 'response');
      outgoing.write(body.slice(0, 10));
      const stopped = service.stop();
      await expect.poll(() => refuses(Number(service.env.NAMEPLATE_API_PORT))).toBe(true);
      await expect.poll(() => refuses(service.edgePort)).toBe(true);
      expect(service.hasEnded).toBe(false);
      outgoing.end(body.slice(10));
      const [answer] = await answered;
      expect(answer.statusCode).toBe(201);
      expect(JSON.parse(await text(answer))).toMatchObject({ active: true });
      expect(await stopped).toBe(0);
    },
  },
  {
    source: 'docs/reference/service.md ("Stopping")',
    statement: 'a request in flight gets 10 s and no more',
    process: 'signals',
    async check(_service, bench) {
      const [service, atOnceMs] = await startTimed(() => bench.newService());
      const outgoing = await beginPost(service, 'application/json', 10);
      const failed = once(outgoing, 'error');
      outgoing.write('{');
      const stopped = performance.now();
      expect(await service.stop()).toBe(0);
      expect(performance.now() - stopped).toBeGreaterThan(9_000);
      expect(performance.now() - stopped).toBeLessThan(10_000 + atOnceMs);
      await failed;
    },
  },
  {
    source: 'docs/reference/service.md ("Stopping")',
    statement: 'an idle kept-alive connection does not hold up the end',
    process: 'signals',
    async check(_service, bench) {
      const [service, atOnceMs] = await startTimed(() => bench.newService());
      const { source_host: host } = await createRedirect(service);
      const idle = [Number(service.env.NAMEPLATE_API_PORT), service.edgePort].map((port) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => {});
        socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
        return once(socket, 'data').then(() => socket);
      });
      const sockets = await Promise.all(idle);
      const stopped = performance.now();
      expect(await service.stop()).toBe(0);
      expect(performance.now() - stopped).toBeLessThan(atOnceMs);
      for (const socket of sockets) socket.destroy();
    },
  },
];

/**
 * Starts a service, and says what an end that waits for nothing may take: less than the 10 s that requests get, or twice a start where
 * that takes longer.
 */
async function startTimed<Service>(
  start: () => Promise<Service>,
): Promise<[service: Service, atOnceMs: number]> {
  const begunAt = performance.now();
  const service = await start();
  return [service, Math.max(9_000, 2 * (performance.now() - begunAt))];
}

/** Sends the head of a request that creates a redirect; resolves when the service has read it. */
async function beginPost(service: ServiceClient, type: string, length: number): Promise<ClientRequest> {
  const outgoing = request(service.apiOrigin + service.redirects, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${service.token}`,
      'content-type': type,
      'content-length': String(length),
      expect: '100-continue',
    },
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  return outgoing;
}

/** Whether a connection to a port of this machine is refused. */
function refuses(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });
}
