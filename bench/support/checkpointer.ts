/**
 * Checkpoints a SQLite file without a pause until it is killed, as a backup tool or a shell beside the program may at any
 * moment. Arguments: the file, the directory of libsql or nothing for the program's library.
 */
import { isBusy } from '../../src/control/failures.ts';
import { sqliteLibrary } from './sqlite-library.ts';

const [path = '', libsqlDirectory = ''] = process.argv.slice(2);
const database = new (sqliteLibrary(libsqlDirectory))(path);
const checkpoint = database.prepare('pragma wal_checkpoint(passive)');
for (;;) {
  try {
    checkpoint.get();
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}
