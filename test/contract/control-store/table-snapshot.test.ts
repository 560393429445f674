/** What a backup reads of the control store, and how it gets back. Source: docs/reference/backups.md ("The control store"). */

import { expect, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import { schemaVersion } from '../../../src/control/migrate.ts';
import { hasTables, restoreTables, type TableSource } from '../../../src/control/restore-tables.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { storedTables } from '../../../src/control/stored-tables.ts';
import { withSnapshot } from '../../../src/control/table-snapshot.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { readTable, writeTable } from '../../../src/features/backup/table-lines.ts';
import { Invitations } from '../../../src/features/people/invitation-store.ts';
import { SecondFactors } from '../../../src/features/people/second-factor-store.ts';
import { UserSessions } from '../../../src/features/sessions/user-session-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { hashToken } from '../../../src/secrets/access-token-secret.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { totpAt, totpStepOf } from '../../../src/secrets/totp.ts';
import { makeCertificate } from '../../support/certificate-maker.ts';
import { makeOlderStore, onEachControlStore } from '../../support/control-stores.ts';
import { newUser } from '../../support/people.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { upstreamOf } from './stores.ts';

onEachControlStore('a snapshot of the tables', (newLocation) => {
  test('is of one moment while others write, and survives a restore', async () => {
    const location = await newLocation();
    const directory = await tempDir();
    const secretKey = { kind: 'given', keys: newSecretKey() } as const;
    await using store = await ControlStore.open(location, systemClock, secretKey);
    await store.secretKeys.prepare();
    const names = Array.from({ length: 2_500 }, (_, number) => `Größe ${number} "\n\u{1F600}`);
    await using database = await ControlDatabase.open(location, 1);
    const rows = names.map((name, number) => ({
      uuid: `u${number}`,
      name,
      created_at: number,
      updated_at: number,
    }));
    for (let at = 0; at < rows.length; at += 500)
      await database.queries
        .insertInto('accounts')
        .values(rows.slice(at, at + 500))
        .execute();

    const user = await newUser(store, 'ada@example.com', { u0: 'owner' });
    const begun = await new UserSessions(store).create(user.uuid, { userAgent: '', network: '' });
    const { secret: invitation } = await new Invitations(store).create('u0', 'eve@example.com', 'viewer');
    const totp = await new SecondFactors(store).begin(user.uuid);
    const code = totpAt(totp, totpStepOf(systemClock.now()));
    const [recoveryCode = ''] = await new SecondFactors(store).confirm(user.uuid, code);

    const { pem, keyPem } = makeCertificate();
    const { uuid: upstreamUuid } = await new Upstreams(store).create(
      'u0',
      upstreamOf('a.example.net', { tlsClientCertificate: pem, tlsClientKey: keyPem }),
    );

    const sources = await withSnapshot(location, async ({ read, revision, schemaVersion: version }) => {
      expect([version, revision]).toEqual([schemaVersion, await store.routing.currentRevision()]);
      const made: TableSource[] = [];
      for (const table of (await storedTables()).stored) {
        // Not in the snapshot.
        await new Accounts(store).create(`later ${table}`);
        const path = `${directory}/${table}`;
        await writeTable(await read(table), path);
        made.push({ table, open: () => readTable(path) });
      }
      return made;
    });

    const copy = await newLocation();
    expect(await hasTables(copy)).toBe(false);
    await restoreTables(copy, schemaVersion, sources);
    expect(await hasTables(copy)).toBe(true);
    await using restored = await ControlStore.open(copy, systemClock, undefined, undefined, 'refuse');
    expect((await new Accounts(restored).list()).map(({ name }) => name).toSorted()).toEqual(
      names.toSorted(),
    );
    expect(await new UserSessions(restored).findByHash(hashToken(begun?.secret ?? ''))).toMatchObject({
      user: { email: 'ada@example.com', hasSecondFactor: true },
      memberships: [{ accountUuid: 'u0', role: 'owner' }],
    });
    expect(await new Invitations(restored).findOpen(invitation)).toMatchObject({ email: 'eve@example.com' });
    await new SecondFactors(restored).use(user.uuid, recoveryCode);
    await using withKey = await ControlStore.open(copy, systemClock, secretKey);
    const tls = { tlsClientCertificate: pem, tlsClientKey: keyPem };
    expect(await new Upstreams(withKey).upstreamTlsOf(upstreamUuid)).toMatchObject(tls);
  });

  test('leaves nothing when a row cannot be restored, or the last step fails', async () => {
    const location = await newLocation();
    const rows = async function* () {
      yield ['a', 'Acme', 1, 1] as const;
      yield ['a', 'the same key', 1, 1] as const;
    };
    const columns = ['uuid', 'name', 'created_at', 'updated_at'];
    const broken: TableSource = { table: 'accounts', open: async () => ({ columns, rows: rows() }) };
    await expect(restoreTables(location, schemaVersion, [broken])).rejects.toThrow();
    expect(await hasTables(location)).toBe(false);
    const failing = () => Promise.reject(new Error('no place'));
    await expect(restoreTables(location, schemaVersion, [], failing)).rejects.toThrow('no place');
    expect(await hasTables(location)).toBe(false);
    const hostile: TableSource = {
      table: 'accounts',
      open: async () => ({ columns: ['uuid) values (1); --'], rows: rows() }),
    };
    await expect(restoreTables(location, schemaVersion, [hostile])).rejects.toThrow('no valid columns');
    for (const table of ['schema_version', 'revision_log', 'not_ours']) {
      const foreign: TableSource = { ...broken, table };
      await expect(restoreTables(location, schemaVersion, [foreign])).rejects.toThrow(`no table ${table}`);
    }
  });

  test('of an older schema is migrated when it is restored', async () => {
    const older = await newLocation();
    const version = await makeOlderStore(older);
    const directory = await tempDir();
    const sources = await withSnapshot(older, async ({ read, tables, schemaVersion: found }) => {
      expect(found).toBe(version);
      const made: TableSource[] = [];
      const { stored } = await storedTables();
      for (const table of stored.filter((name) => tables.has(name))) {
        const path = `${directory}/${table}`;
        await writeTable(await read(table), path);
        made.push({ table, open: () => readTable(path) });
      }
      return made;
    });
    const copy = await newLocation();
    await restoreTables(copy, version, sources);
    await using restored = await ControlStore.open(copy, systemClock, undefined, undefined, 'refuse');
    expect(await new Accounts(restored).list()).toEqual([]);
  });
});
