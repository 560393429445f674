/** SQLite by the program's own library, or by another one with the same interface that is installed elsewhere. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

/** `name` in `directory`, which was made by `npm install --prefix`; an empty directory is the program's own library. */
export function sqliteLibrary(directory: string, name = 'libsql'): typeof BetterSqlite3 {
  return directory === '' ? BetterSqlite3 : createRequire(join(directory, 'package.json'))(name);
}
