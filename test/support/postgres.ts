/**
 * A throw-away PostgreSQL from the machine's own binaries, for the suites that run on every store.
 *
 * The server is the child of a watchdog (a shell of a few lines) whose standard input is a pipe from this process.
 * When the pipe closes, because `stop` closes it or because this process ended in whatever way, `kill -9` included,
 * the watchdog shuts the server down and removes its directory. Between `crash` and `restart` there is no watchdog.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, escapeIdentifier } from 'pg';
import { freePort } from './free-port.ts';

const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
const superuser = 'nameplate';

/** Durability is worth nothing to a server that is deleted after the test. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'shared_buffers=32MB',
  'max_connections=300',
  'max_wal_size=256MB',
  'timezone=UTC',
];

/**
 * $1 is the data directory's parent, the rest the server's command. The server runs in the background, where a shell
 * reads signals and end of input at once; SIGINT is PostgreSQL's fast shutdown.
 */
const watchdog = `
  base=$1; shift
  exec 3<&0
  "$@" </dev/null & server=$!
  ( while read -r line; do :; done <&3; kill -INT "$server" 2>/dev/null ) & watch=$!
  wait "$server"; status=$?
  kill "$watch" 2>/dev/null
  [ -e "$base/crashed" ] || rm -rf "$base"
  exit "$status"
`;

/** The watchdog of a server. */
type Running = { readonly child: ChildProcess; readonly exited: Promise<unknown> };

export type PostgresServer = {
  /** The connection URL of a database over 127.0.0.1. */
  url(database: string): string;
  /** The connection URL of a database over the Unix socket. */
  socketUrl(database: string): string;
  /**
   * Makes a database with a name of its own, empty or a copy of `template` (a name, or a URL answered before; nobody
   * may be connected to it), and answers its URL.
   */
  createDatabase(options?: { readonly template?: string }): Promise<string>;
  /** Makes a primary of a standby. */
  promote(): Promise<void>;
  /**
   * Stops it as `pg_ctl stop -m immediate` does: without writing anything, so it recovers when `restart` starts it. A database
   * that is to keep what it has acknowledged needs `synchronous_commit` on.
   */
  crash(): Promise<void>;
  /** Starts a server that has crashed on its directory and its port, and waits until it takes connections. */
  restart(): Promise<void>;
  /** Shuts the server down, whatever is connected to it, and removes its files. May be called again. */
  stop(): Promise<void>;
};

/** Answers the directory of the newest PostgreSQL binaries on this machine, if there are any. */
export function findPostgres(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const candidates = [
    ...(process.env.PATH ?? '').split(delimiter).filter((directory) => directory !== ''),
    ...list(versions).map((version) => join(versions, version, 'bin')),
    '/usr/local/pgsql/bin',
  ];
  const found = new Map<string, number>();
  for (const candidate of candidates) {
    const directory = binaryDirectory(candidate);
    const version = directory !== undefined && !found.has(directory) ? versionOf(directory) : undefined;
    if (directory !== undefined && version !== undefined) found.set(directory, version);
  }
  return [...found].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** A running server to begin as a copy of: on its own from the start, or as a standby that `promote` makes a primary. */
export type CopyOf = { readonly server: PostgresServer; readonly as: 'cold copy' | 'standby' };

/** Starts a server, empty or a copy; throws when the machine has no binaries, see {@link findPostgres}. */
export async function startPostgres(copyOf?: CopyOf): Promise<PostgresServer> {
  const binaries = findPostgres();
  if (binaries === undefined) throw new Error('this machine has no PostgreSQL binaries');
  const owner = postgresUser();
  const base = mkdtempSync(join(tmpdir(), 'nameplate-pg-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(base, owner.uid, owner.gid);
  const dataDir = join(base, 'data');
  const environment = { PATH: process.env.PATH, LC_ALL: 'C', HOME: base };
  try {
    const [program, ...args] = copyOf
      ? [
          'pg_basebackup',
          `--pgdata=${dataDir}`,
          `--dbname=${copyOf.server.url('postgres')}`,
          '--checkpoint=fast',
          '--no-sync',
          ...(copyOf.as === 'standby' ? ['--write-recovery-conf'] : []),
        ]
      : [
          'initdb',
          `--pgdata=${dataDir}`,
          `--username=${superuser}`,
          '--auth=trust',
          '--encoding=UTF8',
          '--locale=C',
          '--no-sync',
        ];
    // Beside this process, which may stand between the two servers.
    await promisify(execFile)(join(binaries, program), args, { ...owner, cwd: base, env: environment });
  } catch (error) {
    rmSync(base, { recursive: true, force: true });
    throw error;
  }

  const port = await freePort();
  const logPath = join(base, 'server.log');
  const listening = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${base}`];
  const options = [...settings, ...listening].flatMap((setting) => ['-c', setting]);
  const command = [
    'sh',
    '-c',
    'exec "$0" "$@" >>"$LOG" 2>&1',
    join(binaries, 'postgres'),
    '-D',
    dataDir,
    ...options,
  ];
  const launch = async (): Promise<Running> => {
    const child = spawn('sh', ['-c', watchdog, 'postgres-watchdog', base, ...command], {
      ...owner,
      cwd: '/',
      env: { ...environment, LOG: logPath },
      // A group of its own: Ctrl-C goes to every process of the terminal's group, and shutting down is stop's business.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const exited = once(child, 'exit');
    exited.catch(() => {});
    child.unref();
    try {
      await untilReady(url('postgres'), child);
    } catch (error) {
      const log = readIfThere(logPath);
      await stopServer({ child, exited });
      throw new Error(`PostgreSQL did not start\n${log}`, { cause: error });
    }
    return { child, exited };
  };

  const url = (database: string): string => `postgres://${superuser}@127.0.0.1:${port}/${database}`;
  const crashed = join(base, 'crashed');
  let running: Running | undefined = await launch();
  let lastCreation: Promise<unknown> = Promise.resolve();
  let stopped: Promise<void> | undefined;
  return {
    url,
    socketUrl: (database) =>
      `postgres://${superuser}@/${database}?host=${encodeURIComponent(base)}&port=${port}`,
    createDatabase({ template } = {}) {
      // One at a time: two copies of one template at once are refused as "being accessed by other users".
      const creation = lastCreation.then(() => createDatabase(url('postgres'), template));
      lastCreation = creation.catch(() => {});
      return creation;
    },
    promote: () =>
      withClient(url('postgres'), async (client) => void (await client.query('select pg_promote()'))),
    async crash() {
      writeFileSync(crashed, '');
      const [pid] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      await running?.exited;
      running = undefined;
    },
    async restart() {
      rmSync(crashed);
      running = await launch();
    },
    stop: () => (stopped ??= running ? stopServer(running) : rm(base, { recursive: true, force: true })),
  };
}

/** Makes a database on the server at `adminUrl`; see {@link PostgresServer.createDatabase}. */
export async function createDatabase(adminUrl: string, template = 'template0'): Promise<string> {
  const source = template.includes('://')
    ? decodeURIComponent(new URL(template).pathname.slice(1))
    : template;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withClient(adminUrl, (client) =>
    client.query(`create database ${name} template ${escapeIdentifier(source)}`),
  );
  return new URL(`/${name}`, adminUrl).href;
}

/** Drops a database that `createDatabase` made, whoever is still connected to it. */
export async function dropDatabase(adminUrl: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await withClient(adminUrl, (client) =>
    client.query(`drop database ${escapeIdentifier(name)} with (force)`),
  );
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (const deadlineMs = performance.now() + startTimeoutMs; ; ) {
    try {
      await withClient(url, (client) => client.query('select 1'));
      return;
    } catch (error) {
      if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadlineMs) throw error;
      await delay(50);
    }
  }
}

async function stopServer({ child, exited }: Running): Promise<void> {
  child.ref();
  child.stdin?.end();
  const overdue = setTimeout(() => {
    // The whole group: the watchdog, which ignores its input once it waits for a server that hangs, and the server.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, stopTimeoutMs);
  await exited;
  clearTimeout(overdue);
}

export async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // A connection that the server's shutdown breaks reports it as an event too.
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Who the server runs as; empty: this process. PostgreSQL refuses to run as root. */
export function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  const user = users.get('postgres') ?? users.get('nobody');
  if (!user)
    throw new Error('running as root, and there is neither a user "postgres" nor "nobody" to run as');
  return user;
}

/** The directory that really holds the binaries, which look for their shared files beside it. */
function binaryDirectory(candidate: string): string | undefined {
  try {
    for (const name of ['initdb', 'postgres']) accessSync(join(candidate, name), constants.X_OK);
    return dirname(realpathSync(join(candidate, 'postgres')));
  } catch {
    return undefined;
  }
}

function versionOf(directory: string): number | undefined {
  try {
    const answer = execFileSync(join(directory, 'postgres'), ['--version'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    const version = Number.parseFloat(/[0-9]+(?:\.[0-9]+)?/.exec(answer)?.[0] ?? '');
    return Number.isNaN(version) ? undefined : version;
  } catch {
    return undefined;
  }
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
