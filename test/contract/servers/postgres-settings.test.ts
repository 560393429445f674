/** What connections to PostgreSQL are set to. Source: docs/guides/operations.md ("The control store"). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkPooler } from '../../../src/cli/doctor/pooler.ts';
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

  test('are looked at by the doctor where a pooler may give a connection to other clients', async () => {
    const control = await newLocation();
    if (control.kind !== 'postgres') throw new Error('no PostgreSQL');
    await using database = await ControlDatabase.open(control, 1);
    const set = (setting: string) =>
      sql`alter database ${sql.ref(new URL(control.url).pathname.slice(1))} set ${sql.raw(setting)}`.execute(
        database.queries,
      );
    const check = async () =>
      (await checkPooler({ control: { ...control, listenUrl: control.url } })).map(({ message }) => message);
    await set('jit = on');
    await set('statement_timeout = 0');
    expect(await check()).toEqual([
      expect.stringContaining('jit is on behind the pooler'),
      expect.stringContaining('statement_timeout is 0 behind the pooler'),
    ]);
    expect(await checkPooler({ control })).toEqual([]);
    await set('jit = off');
    await set("statement_timeout = '10s'");
    expect(await check()).toEqual([]);
  });
});
