/** The key of Domain Connect links on every control store. Source: docs/reference/domain-connect.md ("The key"). */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ControlStore } from '../../../src/control/store.ts';
import { DomainConnectKeys } from '../../../src/features/domain-connect/key-store.ts';
import { KeyRotation } from '../../../src/features/secret-key/key-rotation.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { TestClock } from './stores.ts';

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

onEachControlStore('Domain Connect keys', (newLocation) => {
  async function open() {
    const location = await newLocation('tables');
    const path = join(await tempDir(), 'secret.key');
    const openStore = async () => {
      const store = await ControlStore.open(location, new TestClock(), { kind: 'file', path });
      onTestFinished(() => store[Symbol.asyncDispose]());
      return store;
    };
    const store = await openStore();
    await store.secretKeys.prepare();
    return { store, path, openStore, keys: new DomainConnectKeys(store) };
  }

  test('one key is made for all nodes, and kept sealed through rotations', async () => {
    const { store, openStore, keys } = await open();
    expect(await keys.findPublic()).toBeUndefined();
    const others = new DomainConnectKeys(await openStore());
    const [one, other] = await Promise.all([keys.findOrMake(), others.findOrMake()]);
    const pem = pemOf(one);
    expect(pemOf(other)).toBe(pem);
    const derived = createPublicKey(pem).export({ type: 'spki', format: 'der' });
    expect(await others.findPublic()).toBe(derived.toString('base64'));
    const rows = await store.database.queries.selectFrom('domain_connect_keys').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('PRIVATE');
    expect(await new KeyRotation(store).run()).toMatchObject({ rotated: 1 });
    expect(pemOf(await others.findOrMake())).toBe(pem);
  });

  test('one that a lost secret key makes unreadable is made anew', async () => {
    const { path, openStore, keys } = await open();
    const lost = pemOf(await keys.findOrMake());
    await writeFile(path, `${newSecretKey()}\n`, { mode: 0o600 });
    const store = await openStore();
    await expect(store.secretKeys.prepare()).rejects.toThrow('secret');
    await new KeyRotation(store).discardLost();
    await store.secretKeys.prepare();
    const again = new DomainConnectKeys(store);
    expect(await again.findPublic()).toBeUndefined();
    expect(pemOf(await again.findOrMake())).not.toBe(lost);
  });
});
