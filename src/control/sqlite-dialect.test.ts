import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { tempDir } from '../../test/support/temp-dir.ts';
import { errorField } from '../core/error-field.ts';
import { ControlDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const insert = (database: ControlDatabase, name: string) =>
  database.queries
    .insertInto('accounts')
    .values({ uuid: name, name, created_at: 0, updated_at: 0 })
    .execute();
const namesIn = async (database: ControlDatabase) =>
  (await database.queries.selectFrom('accounts').select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  );

/** Opens the store in a process of its own, writes an account, and closes it. */
async function writeElsewhere(path: string, name: string): Promise<void> {
  const program = `
    const { ControlDatabase } = await import(${JSON.stringify(new URL('./database.ts', import.meta.url).href)});
    const database = await ControlDatabase.open({ kind: 'sqlite', path: ${JSON.stringify(path)} });
    const row = { uuid: ${JSON.stringify(name)}, name: ${JSON.stringify(name)}, created_at: 0, updated_at: 0 };
    await database.queries.insertInto('accounts').values(row).execute();
    await database[Symbol.asyncDispose]();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
}

it('lets a process open a file twice, and another one close it, without losing what is written', async () => {
  const path = join(await tempDir(), 'control.db');
  await using database = await ControlDatabase.open({ kind: 'sqlite', path });
  await database.queries.schema
    .createTable('accounts')
    .addColumn('uuid', 'text')
    .addColumn('name', 'text')
    .addColumn('created_at', 'integer')
    .addColumn('updated_at', 'integer')
    .execute();
  // Whatever closes the file in this process drops the locks by which others see that it is in use (fcntl(2)).
  await (await ControlDatabase.open({ kind: 'sqlite', path }))[Symbol.asyncDispose]();
  await writeElsewhere(path, 'elsewhere 1');
  await insert(database, 'here');
  await writeElsewhere(path, 'elsewhere 2');
  expect(await namesIn(database)).toEqual(['elsewhere 1', 'elsewhere 2', 'here']);
  await using again = await ControlDatabase.open({ kind: 'sqlite', path });
  expect(await namesIn(again)).toEqual(['elsewhere 1', 'elsewhere 2', 'here']);
});

it('reports a full disk as such, rolls back, and takes writes again when there is room', async () => {
  const path = join(await tempDir(), 'control.db');
  await using database = await ControlDatabase.open({ kind: 'sqlite', path });
  await migrate(database);
  const fill = () =>
    database.transaction(async (trx) => {
      for (let i = 0; i < 100; i++) {
        const name = `${i} ${'x'.repeat(4_000)}`;
        await trx
          .insertInto('accounts')
          .values({ uuid: `${i}`, name, created_at: 0, updated_at: 0 })
          .execute();
      }
    });
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.queries);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(database.queries);
  await database.checkWritable();
  await expect(fill()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  expect(await namesIn(database)).toEqual([]);
  await sql`pragma max_page_count = 10000`.execute(database.queries);
  await fill();
  expect(await namesIn(database)).toHaveLength(100);
  await database.checkWritable();
});

it('says that it takes no writes until one goes through, of its own when there is no other for 30 s', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(await tempDir(), 'control.db');
  await using database = await ControlDatabase.open({ kind: 'sqlite', path });
  await migrate(database);
  await sql`pragma query_only = on`.execute(database.queries);
  await database.checkWritable();
  await expect(database.transaction((trx) => sql`delete from accounts`.execute(trx))).rejects.toThrow();
  await expect(database.checkWritable()).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  vi.advanceTimersByTime(30_000);
  await expect(database.checkWritable()).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  await sql`pragma query_only = off`.execute(database.queries);
  await database.checkWritable();
});

it('leaves the event loop to others while many transactions wait for another writer', async () => {
  const path = join(await tempDir(), 'control.db');
  await using database = await ControlDatabase.open({ kind: 'sqlite', path });
  await migrate(database);
  await using other = await ControlDatabase.open({ kind: 'sqlite', path });
  const waiting: Promise<unknown>[] = [];
  await other.queries.transaction().execute(async () => {
    const before = performance.eventLoopUtilization();
    for (let i = 0; i < 20; i++)
      waiting.push(database.transaction((trx) => sql`update accounts set name = name`.execute(trx)));
    await delay(1_000);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.3);
    expect(await namesIn(database)).toEqual([]);
  });
  await Promise.all(waiting);
});

it('makes a file that nobody else can read', async () => {
  const path = join(await tempDir(), 'control.db');
  await using database = await ControlDatabase.open({ kind: 'sqlite', path });
  await database.queries.schema.createTable('x').addColumn('y', 'text').execute();
  for (const name of [path, `${path}-wal`]) expect(statSync(name).mode & 0o077).toBe(0);
});

it('reads what others committed after another writer was in its way', async () => {
  const path = join(await tempDir(), 'control.db');
  await using database = await ControlDatabase.open({ kind: 'sqlite', path });
  await migrate(database);
  await using other = await ControlDatabase.open({ kind: 'sqlite', path });
  let refused = '';
  await other.queries.transaction().execute(async (trx) => {
    await trx.insertInto('accounts').values({ uuid: 'u', name: 'n', created_at: 0, updated_at: 0 }).execute();
    await database.queries
      .transaction()
      .execute(() => Promise.resolve())
      .catch((error: unknown) => (refused = errorField(error, 'code') ?? ''));
  });
  expect(refused).toBe('SQLITE_BUSY');
  expect(await namesIn(database)).toEqual(['n']);
  await insert(other, 'o');
  expect(await namesIn(database)).toEqual(['n', 'o']);
});

it('hides parameters from the planner, which would prepare statements anew, and changes no value', async () => {
  const path = join(await tempDir(), 'control.db');
  await using database = await ControlDatabase.open({ kind: 'sqlite', path });
  const values = ['001', 7, 1.5, null, Buffer.from([0, 255])];
  const columns = values.map((value, index) => sql`${value} as ${sql.ref(`value_${index}`)}`);
  const statement = sql<Record<string, unknown>>`select ${sql.join(columns)}`;
  expect(statement.compile(database.queries).sql).toContain('+? as "value_0"');
  const { rows } = await statement.execute(database.queries);
  expect(Object.values(rows[0] ?? {})).toEqual(values);
  const kinds = sql<
    Record<string, unknown>
  >`select ${sql.join(values.map((value, index) => sql`typeof(${value}) as ${sql.ref(`value_${index}`)}`))}`;
  const found = await kinds.execute(database.queries);
  expect(Object.values(found.rows[0] ?? {})).toEqual(['text', 'real', 'real', 'null', 'blob']);
});
