/**
 * `/backup/parts`: writes parts of the embedded analytics store, which no other process can open, to files for `nameplate backup`.
 * Source: docs/reference/backups.md ("Analytics").
 *
 * It needs no token: the command makes a directory in the data directory whose name cannot be guessed, and names it. A caller who
 * can do that may read the store's files anyway. Everyone else gets 404, and nothing of the store is in any answer.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { TablePart } from '../../analytics/engine/table-parts.ts';
import { ServiceError } from '../../core/errors.ts';
import { Semaphore } from '../../core/semaphore.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';

export type BackupParts = {
  readonly dataDir: string;
  readonly list: () => Promise<readonly TablePart[]>;
  readonly write: (part: TablePart, path: string) => Promise<void>;
};

const directoryName = /^backup-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

export function addBackupPartRoutes(app: FastifyInstance, { dataDir, list, write }: BackupParts): void {
  // Reports and inserts go on beside one.
  const oneAtATime = new Semaphore(1);

  app.post<{ Body: RequestBody | null }>('/backup/parts', { schema: { hide: true } }, async (request) => {
    const asked = new Map((request.body ?? emptyBody).attributes);
    const directory = String(asked.get('directory'));
    const isThere = directoryName.test(directory) && (await isDirectory(join(dataDir, directory)));
    if (!isThere) throw new ServiceError('not_found', 'there is no such resource');
    return await oneAtATime.run(async () => {
      const parts = await list();
      if (!asked.has('table')) return { parts };
      const part = parts.find(
        ({ table, month }) => table === asked.get('table') && month === asked.get('month'),
      );
      if (!part) throw new ServiceError('not_found', 'the analytics store has no such part');
      await write(part, join(dataDir, directory, `${part.table}.${part.month}.native.gz`));
      return {};
    });
  });
}

async function isDirectory(path: string): Promise<boolean> {
  return await lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
