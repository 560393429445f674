/** A PgBouncer in front of a PostgreSQL server, with its own settings unless others are given; it ends with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { postgresUser } from './postgres.ts';
import { tempDir } from './temp-dir.ts';

const startTimeoutMs = 60_000;
const settingsFile = 'pgbouncer.ini';

export type PoolMode = 'session' | 'transaction';

export class Pgbouncer {
  /** Of the same database, behind the pooler. */
  readonly url: string;
  readonly #directory: string;
  readonly #port: number;
  #child: ChildProcess | undefined;

  private constructor(url: string, directory: string) {
    this.url = url;
    this.#directory = directory;
    this.#port = Number(new URL(url).port);
  }

  /** `further`: lines of its settings. */
  static async start(url: string, poolMode: PoolMode, further: readonly string[] = []): Promise<Pgbouncer> {
    const server = new URL(url);
    const directory = await tempDir();
    const port = await freePort();
    const users = join(directory, 'users.txt');
    const settings = join(directory, settingsFile);
    await writeFile(users, `"${server.username}" ""\n`);
    await writeFile(
      settings,
      `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${users}
pool_mode = ${poolMode}
${further.join('\n')}
`,
    );
    const { uid, gid } = postgresUser();
    if (uid !== undefined && gid !== undefined)
      for (const path of [directory, users, settings]) await chown(path, uid, gid);
    server.port = String(port);
    const pooler = new Pgbouncer(server.href, directory);
    onTestFinished(() => pooler.kill());
    await pooler.restart();
    return pooler;
  }

  /** Its connections, of both sides, end with it. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** On the same port. */
  async restart(): Promise<void> {
    const child = spawn('pgbouncer', [join(this.#directory, settingsFile)], {
      ...postgresUser(),
      cwd: this.#directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    for (const deadlineMs = performance.now() + startTimeoutMs; !(await accepts(this.#port)); await delay(50))
      if (child.exitCode !== null || performance.now() > deadlineMs)
        throw new Error(`PgBouncer did not start\n${log}`);
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
