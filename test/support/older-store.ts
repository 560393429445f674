/** Makes control stores that programs from before hosts belonged to accounts wrote. */
import { sql } from 'kysely';
import { ControlDatabase } from '../../src/control/database.ts';
import type { ControlLocation } from '../../src/control/location.ts';

/** Lets two accounts use one host, as programs did before hosts were claimed: what was written so far holds no claim. */
export async function forgetClaims(location: ControlLocation): Promise<void> {
  await using database = await ControlDatabase.open(location);
  await database.queries.deleteFrom('host_claims').execute();
}

/** Takes a store back to the last schema version without claims. */
export async function makeOlder(location: ControlLocation): Promise<void> {
  await using database = await ControlDatabase.open(location);
  const laterTables = ['segments', 'goals', 'host_claims'];
  for (const table of laterTables) await sql`drop table ${sql.table(table)}`.execute(database.queries);
  await sql`alter table custom_domains drop column time_zone`.execute(database.queries);
  await sql`delete from schema_version where version >= 10`.execute(database.queries);
}
