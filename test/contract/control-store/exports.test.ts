/** What every control store must do with exports, their destinations and schedules. Source: docs/reference/exports.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlStore } from '../../../src/control/store.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { Destinations } from '../../../src/features/exports/destination-store.ts';
import type { ExportValues } from '../../../src/features/exports/export.ts';
import { Exports } from '../../../src/features/exports/export-store.ts';
import { Schedules } from '../../../src/features/exports/schedule-store.ts';
import { KeyRotation } from '../../../src/features/secret-key/key-rotation.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { storesAt, TestClock } from './stores.ts';

const leaseMs = 60_000;
const values: ExportValues = {
  what: 'requests',
  customDomainUuid: null,
  from: '2026-05-01',
  to: '2026-05-03',
  format: 'parquet',
  destinationUuid: null,
};
const bucket = {
  bucket: 'acme',
  prefix: '',
  region: 'eu-central-1',
  endpoint: null,
  credentials: { access_key_id: 'AKIA', secret_access_key: 'hunter2' },
};

onEachControlStore('exports', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  test('one at a time of each account is taken, the oldest first, by one machine', async () => {
    const { location, store, accountUuid, clock } = await openWithAccount();
    const exports = new Exports(store);
    const first = await exports.order(accountUuid, values);
    clock.time += 1;
    const second = await exports.order(accountUuid, values);
    const other = new Exports(await openStore(location, clock));
    const take = (of: Exports) => of.takeDue(clock.now(), leaseMs, new Map([[accountUuid, 3]]));
    expect(await exports.accountsDue(clock.now())).toEqual([accountUuid]);
    const taken = [...(await take(exports)), ...(await take(other))];
    expect(taken.map(({ uuid }) => uuid)).toEqual([first?.uuid]);
    expect(await exports.accountsDue(clock.now())).toEqual([]);
    const [one] = taken;
    if (!one) throw new Error('none was taken');
    const position = { day: one.first + 1, after: '', sliced: null, parts: 2 };
    expect(await exports.advance(one, { position, rows: 7, bytes: 700, counted: 7 })).toBe(true);
    expect(
      await other.advance({ ...one, lease: 'else:1' }, { position, rows: 8, bytes: 8, counted: 8 }),
    ).toBe(false);
    const found = await exports.find(accountUuid, one.uuid);
    const [wire] = await exports.toWire(found ? [found] : []);
    expect(wire).toMatchObject({
      from: '2026-05-01',
      to: '2026-05-03',
      state: 'running',
      progress: { rows: 7, bytes: 700, days_done: 1, days: 3 },
    });
    // A file stays with its machine when that dies; the next one of the account is free for all.
    clock.time += leaseMs;
    expect((await take(other)).map(({ uuid }) => uuid)).toEqual([second?.uuid]);
    clock.time += leaseMs;
    expect(await take(exports)).toMatchObject([{ uuid: one.uuid, rows: 7, bytes: 700, position }]);
    clock.time += 86_400_000 + leaseMs + 1;
    await other.tidy();
    expect((await exports.toWire(found ? [found] : []))[0]).toMatchObject({
      state: 'failed',
      error: 'the machine that wrote the file is gone',
    });
  });

  test('what a killed process of this machine wrote goes on at once', async () => {
    const { location, store, accountUuid, clock } = await openWithAccount();
    store.nodeLeases.identify('01990000-0000-7000-8000-000000000001');
    const exports = new Exports(store);
    await exports.order(accountUuid, values);
    const shares = new Map([[accountUuid, 1]]);
    expect(await exports.takeDue(clock.now(), leaseMs, shares)).toHaveLength(1);
    const next = await openStore(location, clock);
    await next.nodeLeases.takeOver('01990000-0000-7000-8000-000000000001');
    expect(await new Exports(next).takeDue(clock.now(), leaseMs, shares)).toHaveLength(1);
  });

  test('another account sees nothing of it', async () => {
    const { store, accountUuid } = await openWithAccount();
    const { uuid: stranger } = await new Accounts(store).create('Other');
    const destination = await new Destinations(store).add(accountUuid, bucket);
    const destinationUuid = destination?.uuid ?? '';
    const exports = new Exports(store);
    const ordered = await exports.order(accountUuid, values);
    expect(await exports.find(stranger, ordered?.uuid ?? '')).toBeUndefined();
    await expect(exports.order(stranger, { ...values, destinationUuid })).rejects.toMatchObject({
      code: 'destination_uuid_invalid',
    });
    await expect(
      new Schedules(store).add(stranger, {
        what: 'events',
        customDomainUuid: null,
        format: 'csv',
        destinationUuid,
      }),
    ).rejects.toMatchObject({ code: 'destination_uuid_invalid' });
    expect(await new Destinations(store).open(stranger, destinationUuid)).toBeUndefined();
  });

  test('credentials outlive a rotation of the secret key; lost ones leave the bucket without', async () => {
    const location = await newLocation('tables');
    const path = join(await tempDir(), 'secret.key');
    const open = async () => {
      const opened = await ControlStore.open(location, new TestClock(), { kind: 'file', path });
      onTestFinished(() => opened[Symbol.asyncDispose]());
      return opened;
    };
    const store = await open();
    await store.secretKeys.prepare();
    const { uuid: accountUuid } = await new Accounts(store).create('Acme');
    const destinations = new Destinations(store);
    const { uuid } = (await destinations.add(accountUuid, bucket)) ?? { uuid: '' };
    await new KeyRotation(store).run();
    expect((await destinations.open(accountUuid, uuid))?.credentials).toEqual(bucket.credentials);
    const { rows } = await sql<{
      text: string;
    }>`select sealed_credentials as text from export_destinations`.execute(store.database.queries);
    expect(rows[0]?.text).not.toContain('hunter2');
    await writeFile(path, `${newSecretKey()}\n`);
    const reset = await open();
    await new KeyRotation(reset).discardLost();
    expect(await new Destinations(reset).open(accountUuid, uuid)).toBeUndefined();
    expect(await new Destinations(reset).find(accountUuid, uuid)).toMatchObject({ bucket: 'acme' });
  });

  test('several machines order a day once, and a schedule that is deleted none', async () => {
    const { location, store, accountUuid, clock } = await openWithAccount();
    const destination = await new Destinations(store).add(accountUuid, bucket);
    const schedules = new Schedules(store);
    const schedule = await schedules.add(accountUuid, {
      what: 'visits',
      customDomainUuid: null,
      format: 'jsonl',
      destinationUuid: destination?.uuid ?? '',
    });
    clock.time += 3 * 86_400_000;
    const elsewhere = await openStore(location, clock);
    const ordered = await Promise.all([
      schedules.orderDue(new Exports(store)),
      new Schedules(elsewhere).orderDue(new Exports(elsewhere)),
    ]);
    expect(ordered[0] + ordered[1]).toBe(3);
    const page = { sort: { field: 'from', direction: 'asc' }, limit: 10, offset: 0 } as const;
    const { entities } = await new Exports(store).list(accountUuid, page);
    expect(entities.map(({ from, to, scheduleUuid }) => [from, to, scheduleUuid])).toEqual(
      ['2026-05-03', '2026-05-04', '2026-05-05'].map((day) => [day, day, schedule?.uuid]),
    );
    await store.database.transaction(async (trx) => {
      const uuids = Array.from({ length: 1_001 }, (_, index) => `0199${index}`);
      await schedules.noteRecorded(trx, schedule?.uuid ?? '', 20_000, uuids);
      await schedules.noteRecorded(trx, schedule?.uuid ?? '', 20_001, uuids.slice(0, 2));
      await schedules.noteDay(trx, schedule?.uuid ?? '', 20_000, 5);
    });
    await schedules.delete(accountUuid, schedule?.uuid ?? '');
    clock.time += 86_400_000;
    expect(await schedules.orderDue(new Exports(store))).toBe(0);
    await store.database.transaction(async (trx) => {
      await schedules.noteRecorded(trx, schedule?.uuid ?? '', 20_000, ['x']);
      await schedules.noteDay(trx, schedule?.uuid ?? '', 20_000, 5);
    });
  });
});
