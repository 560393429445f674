/** Runs a suite once on each engine of the control store. */
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import type { ControlLocation } from '../../src/control/location.ts';
import { findSchemaVersion, migrate, schemaVersion } from '../../src/control/migrate.ts';
import { type Contents, hasPostgres, newDatabase } from './databases.ts';
import { isWanted } from './engines.ts';
import { skipLoudly } from './skips.ts';
import { tempDir } from './temp-dir.ts';

/**
 * Makes the location of a new store, which is removed when the file is over. It holds nothing, or on PostgreSQL, where
 * migrating takes longer than what most tests do, the tables.
 */
export type NewLocation = (contents?: Contents) => Promise<ControlLocation>;

type Suite = (newLocation: NewLocation, engine: ControlLocation['kind']) => void;

/** Defines `suite` for SQLite, and for PostgreSQL where the machine has its binaries; see engines.ts. */
export function onEachControlStore(title: string, suite: Suite): void {
  if (isWanted('sqlite')) onControlStore('sqlite', title, suite);
  if (isWanted('postgres')) onControlStore('postgres', title, suite);
}

/** Defines `suite` for one engine; for PostgreSQL where the machine has its binaries. */
export function onControlStore(engine: ControlLocation['kind'], title: string, suite: Suite): void {
  describe.skipIf(engine === 'postgres' && !hasPostgres())(`${title} on ${engine}`, () => {
    if (engine === 'sqlite') {
      suite(async () => ({ kind: 'sqlite', path: join(await tempDir('file'), 'control.db') }), engine);
      return;
    }
    suite(async (contents = 'nothing') => ({ kind: 'postgres', url: await newDatabase(contents) }), engine);
  });
  if (engine === 'postgres' && !hasPostgres())
    skipLoudly(`${title} on postgres`, 'no PostgreSQL binaries on this machine');
}

/** Makes a store as a program of an earlier version did; answers its schema version. */
export async function makeOlderStore(location: ControlLocation): Promise<number> {
  await using database = await ControlDatabase.open(location, 1);
  await migrate(database, schemaVersion - 1);
  return await findSchemaVersion(database);
}

/** The data directory of a service on a store: the one with the SQLite file, or an empty one, removed likewise. */
export async function dataDirFor(control: ControlLocation): Promise<string> {
  return control.kind === 'sqlite' ? dirname(control.path) : tempDir('file');
}
