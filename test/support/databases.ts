/** Databases of one test file on the run's PostgreSQL server (postgres-of-run.ts). */
import { inject } from 'vitest';
import { onFileFinished } from './file-end.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import type { PostgresOfRun } from './postgres-of-run.ts';

/** Tells whether there is a server; the machine may have no PostgreSQL. */
export function hasPostgres(): boolean {
  return Boolean(inject('postgres'));
}

/** What a new database holds: the control store's tables, as copying them is faster than migrating, or nothing. */
export type Contents = 'tables' | 'nothing';

/** Makes a database, which is dropped when the file is over; answers its URL. */
export async function newDatabase(contents: Contents): Promise<string> {
  const { adminUrl, template }: PostgresOfRun = inject('postgres') ?? missing();
  const url = await createDatabase(adminUrl, contents === 'tables' ? template : undefined);
  onFileFinished(() => dropDatabase(adminUrl, url));
  return url;
}

function missing(): never {
  throw new Error('this run has no PostgreSQL: its project needs the global setup postgres-of-run.ts');
}
