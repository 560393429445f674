/** What connections to PostgreSQL are set to. Source: docs/guides/operations.md ("The control store"). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import { onControlStore } from '../../support/control-stores.ts';

onControlStore('postgres', 'the settings of connections', (newLocation) => {
  test('end each statement after ten seconds, and have none compiled', async () => {
    await using database = await ControlDatabase.open(await newLocation());
    const { rows } = await sql<{ setting: string }>`
      select name || ' ' || setting as setting from pg_settings where name in ('jit', 'statement_timeout') order by name`.execute(
      database.queries,
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['jit off', 'statement_timeout 10000']);
  });
});
