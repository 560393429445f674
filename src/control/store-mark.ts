/**
 * A file in the data directory which says that the service has served with its control store. A store that is gone or empty beside
 * it was lost: started as new, every host would be unknown. Source: docs/guides/operations.md ("Damaged stores").
 */
import { stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { quoteValue } from '../core/errors.ts';
import { ControlDatabase } from './database.ts';
import type { ControlLocation } from './location.ts';
import { findSchemaVersion } from './migrate.ts';

const text = `Nameplate has served with the control store of this directory. While this file is here, it does not start without it.
Delete the file to begin with an empty control store.
`;

/** To be called once the service serves. */
export async function markStoreInUse(dataDir: string): Promise<void> {
  await writeFile(markOf(dataDir), text, { mode: 0o600 });
}

/** Says in a sentence what is lost, and what to do; undefined: nothing is. Rejects when the store can't be read. */
export async function lostStoreProblem(
  dataDir: string,
  location: ControlLocation,
): Promise<string | undefined> {
  const mark = markOf(dataDir);
  if ((await sizeOf(mark)) === undefined || !(await isEmpty(location))) return undefined;
  const what =
    location.kind === 'sqlite'
      ? `${quoteValue(location.path)} is missing or empty`
      : 'the database of NAMEPLATE_DATABASE_URL is empty';
  return `${what}, but the service has served with it: restore it from a backup, or delete ${quoteValue(mark)} to begin with an empty one`;
}

async function isEmpty(location: ControlLocation): Promise<boolean> {
  if (location.kind === 'sqlite' && !(await sizeOf(location.path))) return true;
  await using database = await ControlDatabase.open(location, 1);
  return (await findSchemaVersion(database)) === 0;
}

async function sizeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

function markOf(dataDir: string): string {
  return join(resolve(dataDir), 'control-store-in-use');
}
