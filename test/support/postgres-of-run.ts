/** The PostgreSQL server that all test files of a run share, with a template of the control store: Vitest's global setup. */
import type { TestProject } from 'vitest/node';
import { ControlDatabase } from '../../src/control/database.ts';
import { migrate } from '../../src/control/migrate.ts';
import { oncePerRun } from './once-per-run.ts';
import { findPostgres, type PostgresServer, startPostgres } from './postgres.ts';

/** Where the server is, and the name of a database with the store's tables and nothing in them. */
export type PostgresOfRun = { readonly adminUrl: string; readonly template: string };

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where the machine has no PostgreSQL. */
    readonly postgres: PostgresOfRun | null;
  }
}

/** Starts the server where the machine has one; answers what stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = await oncePerRun('postgres', start);
  project.provide('postgres', running?.shared ?? null);
  return async () => {
    await running?.server.stop();
  };
}

async function start(): Promise<{ server: PostgresServer; shared: PostgresOfRun } | undefined> {
  if (!findPostgres()) return undefined;
  const server = await startPostgres();
  const url = await server.createDatabase();
  await using database = await ControlDatabase.open({ kind: 'postgres', url }, 1);
  await migrate(database);
  return { server, shared: { adminUrl: server.url('postgres'), template: new URL(url).pathname.slice(1) } };
}
