/** Runs a suite once on each engine of the control store. */
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { ControlLocation } from '../../src/control/location.ts';
import { findPostgres, type PostgresServer, startPostgres } from './postgres.ts';
import { skipLoudly } from './skips.ts';
import { tempDir } from './temp-dir.ts';

/** Makes the location of a new, empty store; it is removed after the test or suite. */
export type NewLocation = () => Promise<ControlLocation>;

/** Defines `suite` for SQLite, and for PostgreSQL where the machine has its binaries. */
export function onEachControlStore(
  title: string,
  suite: (newLocation: NewLocation, engine: ControlLocation['kind']) => void,
): void {
  describe(`${title} on sqlite`, () => {
    suite(
      async () => ({ kind: 'sqlite', path: join(await tempDir(afterAllSafely), 'control.db') }),
      'sqlite',
    );
  });

  if (!findPostgres()) {
    skipLoudly(`${title} on postgres`, 'no PostgreSQL binaries on this machine');
    describe.skip(`${title} on postgres`, () =>
      suite(() => Promise.reject(new Error('no PostgreSQL')), 'postgres'));
    return;
  }
  describe(`${title} on postgres`, () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());
    suite(async () => ({ kind: 'postgres', url: await server.createDatabase() }), 'postgres');
  });
}

/** The data directory of a service on a store: the one with the SQLite file, or an empty one, removed likewise. */
export async function dataDirFor(control: ControlLocation): Promise<string> {
  return control.kind === 'sqlite' ? dirname(control.path) : tempDir(afterAllSafely);
}

const removals: (() => Promise<void>)[] = [];

/** Directories are removed when the file is done, after whatever closes the stores in them. */
function afterAllSafely(remove: () => Promise<void>): void {
  removals.push(remove);
}

afterAll(async () => {
  await Promise.all(removals.splice(0).map((remove) => remove()));
});
