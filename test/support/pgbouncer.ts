/** A PgBouncer with its own settings in front of a PostgreSQL server; it ends with the test. */
import { spawn } from 'node:child_process';
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

/** Answers the URL of the same database behind the pooler. */
export async function behindPgbouncer(url: string, poolMode: 'session' | 'transaction'): Promise<string> {
  const server = new URL(url);
  const port = await freePort();
  const directory = await tempDir();
  const owner = postgresUser();
  const users = join(directory, 'users.txt');
  const settings = join(directory, 'pgbouncer.ini');
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
`,
  );
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const path of [directory, users, settings]) await chown(path, owner.uid, owner.gid);
  const child = spawn('pgbouncer', [settings], {
    ...owner,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  for (const deadlineMs = performance.now() + startTimeoutMs; !(await accepts(port)); await delay(50))
    if (child.exitCode !== null || performance.now() > deadlineMs)
      throw new Error(`PgBouncer did not start\n${log}`);
  server.port = String(port);
  return server.href;
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
