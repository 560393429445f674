/**
 * Commits numbered rows to the table `commits` of a SQLite file without a pause until it is killed, and notes each number once its commit was
 * acknowledged. Arguments: the file, this writer's name, the file of notes, the directory of libsql or nothing for the store
 * as the program opens it.
 */
import { appendFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { ControlDatabase } from '../../src/control/database.ts';
import { isBusy } from '../../src/control/failures.ts';
import { sqliteLibrary } from './sqlite-library.ts';

type Commit = (number: number) => Promise<void>;

const [path = '', writer = '', notesPath = '', libsqlDirectory = ''] = process.argv.slice(2);
const filler = 'x'.repeat(200);
const busyTimeoutMs = 50;

const commit = libsqlDirectory === '' ? await programStore() : libsqlStore();
for (let number = 0; ; number++) {
  await commit(number);
  appendFileSync(notesPath, `${number}\n`);
}

async function programStore(): Promise<Commit> {
  const database = await ControlDatabase.open({ kind: 'sqlite', path });
  return async (number) => {
    await database.transaction((trx) =>
      sql`insert into commits values (${writer}, ${number}, ${filler})`.execute(trx),
    );
  };
}

/** With the same settings. */
function libsqlStore(): Commit {
  const database = new (sqliteLibrary(libsqlDirectory))(path);
  for (const setting of [
    `busy_timeout = ${busyTimeoutMs}`,
    'journal_mode = WAL',
    'secure_delete = ON',
    'synchronous = FULL',
  ])
    database.pragma(setting);
  const insert = database.prepare('insert into commits values (?, ?, ?)');
  return async (number) => {
    for (;;) {
      try {
        database.exec('begin immediate');
        insert.run(writer, number, filler);
        database.exec('commit');
        return;
      } catch (error) {
        if (database.inTransaction) database.exec('rollback');
        if (!isBusy(error)) throw error;
        await turn();
      }
    }
  };
}
