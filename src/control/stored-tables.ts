/**
 * The tables that backups have: all that the migrations make but those named here, in an order in which a table comes after those
 * that it refers to. Source: docs/reference/backups.md ("The control store").
 */
import { sql } from 'kysely';
import { ControlDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/** They mean something to running processes only, or to migrations. */
const passing: ReadonlySet<string> = new Set([
  'acme_challenges',
  'analytics_lease',
  'revision_log',
  'schema_version',
]);
/** In a backup only if it has a passphrase: together with recorded hashes a salt leads back to visitors. */
const sealed: ReadonlySet<string> = new Set(['visitor_salts']);

export type StoredTables = { readonly stored: readonly string[]; readonly sealed: readonly string[] };

/** Asks an empty store: a database of PostgreSQL may have other programs' tables beside ours. */
export async function storedTables(): Promise<StoredTables> {
  await using database = ControlDatabase.openFile(':memory:', 'store');
  await migrate(database);
  const { rows } = await sql<{ name: string; referred: string | null }>`
    select name, "table" as referred from sqlite_master left join pragma_foreign_key_list(name)
    where type = 'table' and name not like 'sqlite_%' order by name`.execute(database.queries);
  const visited = new Set<string>();
  const ordered = new Set<string>();
  const visit = (table: string): void => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const { name, referred } of rows) if (name === table && referred !== null) visit(referred);
    ordered.add(table);
  };
  for (const { name } of rows) visit(name);
  const inBackups = [...ordered].filter((name) => !passing.has(name));
  return {
    stored: inBackups.filter((name) => !sealed.has(name)),
    sealed: inBackups.filter((name) => sealed.has(name)),
  };
}
