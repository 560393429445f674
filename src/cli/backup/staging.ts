/**
 * The directory that parts of a backup are staged in: in the data directory, so that the service can write to it.
 * Source: docs/reference/backups.md ("Analytics").
 */
import { rmSync } from 'node:fs';
import { chown, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../core/clock.ts';
import { newRandomUuid } from '../../core/ids.ts';
import { dayMs } from '../../core/time.ts';
import type { NewBackup } from '../../features/backup/backup-place.ts';

/** S3 may be what hangs. */
const giveUpAfterMs = 5_000;
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const pattern = /^backup-[0-9a-f-]{36}\.tmp$/;

/**
 * Makes the directory for the time of `use`; its name cannot be guessed, which the service relies on. A signal that ends the
 * command removes it, and `unfinished`.
 */
export async function withStaging<T>(
  dataDir: string,
  unfinished: NewBackup,
  use: (path: string, name: string) => Promise<T>,
): Promise<T> {
  await removeAbandoned(dataDir);
  const name = `backup-${newRandomUuid()}.tmp`;
  const path = join(dataDir, name);
  const end = (signal: NodeJS.Signals): void => {
    rmSync(path, { recursive: true, force: true });
    const discarded = unfinished.discard().catch(() => {});
    void Promise.race([discarded, pause(giveUpAfterMs)]).then(() => process.kill(process.pid, signal));
  };
  for (const signal of endingSignals) process.once(signal, end);
  await mkdir(path, { mode: 0o700 });
  try {
    // The service runs as the owner of its data, the command often as root.
    const { uid, gid } = await stat(dataDir);
    if (process.getuid?.() === 0 && uid !== 0) await chown(path, uid, gid);
    return await use(path, name);
  } finally {
    for (const signal of endingSignals) process.off(signal, end);
    await rm(path, { recursive: true, force: true });
  }
}

/** Of commands that were killed. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!pattern.test(name)) continue;
    const path = join(dataDir, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && systemClock.now() - stats.mtimeMs > dayMs) await rm(path, { recursive: true, force: true });
  }
}
