/** What every control store must do with the salts of visitor hashes. Source: docs/reference/visitors.md ("Salts"). */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import type { ControlLocation } from '../../../src/control/location.ts';
import type { VisitorSalt } from '../../../src/core/salt-period.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { storesAt } from './stores.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const day = Date.UTC(2026, 4, 4);
const noon = day + 12 * hourMs;
const monthEnd = Date.UTC(2026, 5, 1);

/** From and to, in days since the 4th of May. */
function times(salts: readonly VisitorSalt[]): (readonly [number, number])[] {
  return salts.map(({ fromMs, toMs }) => [(fromMs - day) / dayMs, (toMs - day) / dayMs] as const);
}

onEachControlStore('visitor salts', (newLocation) => {
  const { openStore } = storesAt(newLocation);
  const openSalts = async () => (await openStore(await newLocation('tables'))).visitorSalts;

  test('makes one for the day and keeps it', async () => {
    const salts = await openSalts();
    const first = await salts.current(noon, 'day');
    expect(times(first)).toEqual([[0, 1]]);
    expect(Buffer.from(first[0]?.key ?? '', 'base64')).toHaveLength(32);
    expect(await salts.current(noon + 1, 'day')).toEqual(first);
  });

  test('makes one for the rest of the month', async () => {
    const salts = await openSalts();
    expect(times(await salts.current(noon, 'month'))).toEqual([[0, 28]]);
    expect(times(await salts.current(monthEnd - hourMs - 1, 'month'))).toEqual([[0, 28]]);
    expect(times(await salts.current(monthEnd - hourMs, 'month'))).toEqual([
      [0, 28],
      [28, 58],
    ]);
  });

  test('has the next from an hour before, and the one before for 30 minutes', async () => {
    const salts = await openSalts();
    const [today] = await salts.current(day + 23 * hourMs - 1, 'day');
    const both = await salts.current(day + 23 * hourMs, 'day');
    expect(times(both)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(both[0]).toEqual(today);
    expect(both[1]?.key).not.toBe(today?.key);
    expect(await salts.current(day + dayMs, 'day')).toEqual(both);
    expect(await salts.current(day + dayMs + 30 * minuteMs, 'day')).toEqual(both);
    expect(await salts.current(day + dayMs + 30 * minuteMs + 1, 'day')).toEqual(both.slice(1));
  });

  test('is the same for nodes that race for it, on either setting', async () => {
    const location = await newLocation('tables');
    const stores = await Promise.all([1, 2, 3].map(() => openStore(location)));
    for (const atMs of [noon, day + 23.5 * hourMs, day + dayMs + minuteMs]) {
      const answers = await Promise.all(
        stores.flatMap(({ visitorSalts }) => [1, 2].map(() => visitorSalts.current(atMs, 'day'))),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
    await Promise.all(
      stores.flatMap(({ visitorSalts }) =>
        (['day', 'month'] as const).map((kind) => visitorSalts.current(day + 3 * dayMs, kind)),
      ),
    );
    const settled = await Promise.all(
      stores.map(({ visitorSalts }) => visitorSalts.current(day + 3 * dayMs, 'month')),
    );
    for (const answer of settled) expect(answer).toEqual(settled[0]);
    expect(times(settled[0] ?? [])).toEqual([[3, 4]]);
  });

  test('a setting changed to day ends the salt of the month at midnight', async () => {
    const salts = await openSalts();
    const [month] = await salts.current(noon, 'month');
    expect(await salts.current(noon, 'day')).toEqual([{ ...month, toMs: day + dayMs }]);
    expect(times(await salts.current(noon + dayMs, 'day'))).toEqual([[1, 2]]);
  });

  test('… or at the next one, when other nodes would not learn of it in time', async () => {
    const salts = await openSalts();
    await salts.current(noon, 'month');
    expect(times(await salts.current(day + 23.5 * hourMs, 'day'))).toEqual([[0, 2]]);
  });

  test('a setting changed to month holds from midnight', async () => {
    const salts = await openSalts();
    const today = await salts.current(noon, 'day');
    expect(await salts.current(noon, 'month')).toEqual(today);
    expect(times(await salts.current(noon + dayMs, 'month'))).toEqual([[1, 28]]);
  });

  test('has one for any time, without overlap, whatever clocks do', async () => {
    const salts = await openSalts();
    const seen = new Map<number, VisitorSalt>();
    const ats = [noon, noon + 40 * dayMs, noon - 3 * dayMs, noon + 2 * dayMs, monthEnd - 1, monthEnd, noon];
    for (const [index, atMs] of ats.entries()) {
      const list = await salts.current(atMs, index % 2 === 0 ? 'month' : 'day');
      expect(list.filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)).toHaveLength(1);
      for (const salt of list) seen.set(salt.fromMs, salt);
    }
    const all = [...seen.values()].toSorted((a, b) => a.fromMs - b.fromMs);
    for (const [index, salt] of all.entries()) {
      expect(salt.toMs).toBeGreaterThan(salt.fromMs);
      const next = all[index + 1];
      if (next) expect(salt.toMs).toBeLessThanOrEqual(next.fromMs);
    }
  });

  test('destroys what ended more than 30 minutes ago', async () => {
    const location = await newLocation('tables');
    const { visitorSalts } = await openStore(location);
    await visitorSalts.current(noon, 'day');
    await visitorSalts.current(day + dayMs, 'day');
    expect(await visitorSalts.destroyOld(day + dayMs + 30 * minuteMs)).toBe(0);
    expect(await visitorSalts.destroyOld(day + dayMs + 30 * minuteMs + 1)).toBe(1);
    expect(await visitorSalts.destroyOld(day + dayMs + 31 * minuteMs)).toBe(0);
    const database = await ControlDatabase.open(location);
    onTestFinished(() => database[Symbol.asyncDispose]());
    const rows = await database.queries.selectFrom('visitor_salts').select('from_ms').execute();
    expect(rows).toEqual([{ from_ms: day + dayMs }]);
  });

  test('leaves no trace of a destroyed salt in the files', async () => {
    const location = await newLocation('tables');
    const { visitorSalts } = await openStore(location);
    const [old] = await visitorSalts.current(noon, 'day');
    await visitorSalts.current(day + dayMs, 'day');
    const [, kept] = await visitorSalts.current(day + dayMs, 'day');
    expect(await tracesOf(location, old?.key ?? '')).toBeGreaterThan(0);
    const destroyed = async () => {
      await visitorSalts.destroyOld(day + 2 * dayMs - hourMs);
      return await tracesOf(location, old?.key ?? '');
    };
    if (location.kind === 'postgres') {
      // As long as another transaction may see the row, it stays.
      await using other = await ControlDatabase.open(location);
      await other.queries
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          await trx.selectFrom('accounts').select('uuid').execute();
          expect(await destroyed()).toBe(1);
        });
    }
    // One of the cluster's own may see it, too.
    await expect.poll(destroyed).toBe(0);
    expect(await tracesOf(location, kept?.key ?? '')).toBeGreaterThan(0);
  });
});

/** How many of the store's files have a text; on PostgreSQL the one of the table, as it is on the disk. */
async function tracesOf(location: ControlLocation, text: string): Promise<number> {
  const files = location.kind === 'sqlite' ? await filesBeside(location.path) : [await fileOfTable(location)];
  return files.filter((file) => file.includes(text)).length;
}

async function filesBeside(path: string): Promise<Buffer[]> {
  const directory = dirname(path);
  return Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name))));
}

async function fileOfTable(location: ControlLocation): Promise<Buffer> {
  await using database = await ControlDatabase.open(location);
  await sql`checkpoint`.execute(database.queries);
  const { rows } = await sql<{ file: Buffer }>`
    select pg_read_binary_file(pg_relation_filepath('visitor_salts')) as file`.execute(database.queries);
  return rows[0]?.file ?? Buffer.alloc(0);
}
