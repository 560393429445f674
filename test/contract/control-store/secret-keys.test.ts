/** What every control store must do with the secret key. Source: docs/reference/certificates.md ("The secret key"). */

import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkUpload } from '../../../src/certificates/check-upload.ts';
import { ControlDatabase } from '../../../src/control/database.ts';
import type { ControlLocation } from '../../../src/control/location.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CustomCertificates } from '../../../src/features/custom-certificates/custom-certificate-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { KeyRotation } from '../../../src/features/secret-key/key-rotation.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { SecretKeyError } from '../../../src/secrets/secret-key-error.ts';
import type { SecretKeyLocation } from '../../../src/secrets/secret-keyring.ts';
import { makeCertificate } from '../../support/certificate-maker.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { redirectOf, TestClock } from './stores.ts';

onEachControlStore('secret keys', (newLocation) => {
  const openWith = async (location: ControlLocation, keys?: SecretKeyLocation) => {
    const store = await ControlStore.open(location, new TestClock(), keys);
    onTestFinished(() => store[Symbol.asyncDispose]());
    return store;
  };

  async function openWithFile() {
    const location = await newLocation('tables');
    const path = join(await tempDir(), 'secret.key');
    const open = () => openWith(location, { kind: 'file', path });
    const store = await open();
    expect(await store.secretKeys.prepare()).toEqual([]);
    const { uuid: accountUuid } = await new Accounts(store).create('Acme');
    return { location, path, open, store, accountUuid };
  }

  /** Stores certificates for hosts of the account, and answers what opens all of their keys. */
  async function addCertificates(store: ControlStore, accountUuid: string, count: number, from = 0) {
    const made = makeCertificate({ notBefore: new Date(0), notAfter: new Date(Date.UTC(2030, 1, 1)) });
    for (let index = from; index < from + count; index++) {
      const host = `h${index}.example.com`;
      const certificate = makeCertificate({ key: made.key, sans: [host], notBefore: new Date(0) });
      const check = checkUpload(certificate.pem, made.keyPem, 1);
      if (!check.ok) throw new Error(check.reason);
      await new Redirects(store).create(accountUuid, redirectOf(host));
      await new CustomCertificates(store).create(accountUuid, check.certificate);
    }
    return async (reader: ControlStore) => {
      for (let index = from; index < from + count; index++) {
        const [served] = await reader.certificates.findForHost(`h${index}.example.com`);
        expect(served?.privateKeyPem).toBe(made.keyPem);
      }
    };
  }

  async function keyIds(location: ControlLocation) {
    await using database = await ControlDatabase.open(location);
    const rows = await database.queries.selectFrom('certificate_keys').select('key_id').distinct().execute();
    return rows.map(({ key_id }) => key_id);
  }

  const linesOf = async (path: string) =>
    (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

  test('makes one key however many start together', async () => {
    const location = await newLocation('tables');
    const path = join(await tempDir(), 'secret.key');
    const stores = await Promise.all([1, 2, 3, 4].map(() => openWith(location, { kind: 'file', path })));
    const warnings = await Promise.all(stores.map((store) => store.secretKeys.prepare()));
    expect(warnings.flat()).toEqual([]);
    expect(await linesOf(path)).toHaveLength(1);
  });

  test('a key that is lost, damaged or another one is told at the start, with what to do', async () => {
    const { location, path, open, store, accountUuid } = await openWithFile();
    const works = await addCertificates(store, accountUuid, 2);
    const kept = await readFile(path, 'utf8');
    const failure = async () =>
      String(await (await open()).secretKeys.prepare().catch((error: unknown) => error));

    await rm(path);
    expect(await failure()).toMatch(
      /SecretKeyError: the private keys of 2 certificates .*secret.key" is not there: restore .*nameplate key reset/,
    );
    await writeFile(path, `${newSecretKey()}\n`);
    expect(await failure()).toMatch(/private keys of 2 certificates .* has only [0-9a-f]{16}: restore/);
    await writeFile(path, 'x');
    expect(await failure()).toMatch(/is damaged/);
    const given = await openWith(location, { kind: 'given', keys: newSecretKey() });
    await expect(given.secretKeys.prepare()).rejects.toThrow(/NAMEPLATE_SECRET_KEY has only/);
    await expect(given.certificates.findForHost('h0.example.com')).rejects.toThrow(SecretKeyError);
    await expect(addCertificates(given, accountUuid, 1, 10)).rejects.toThrow(SecretKeyError);
    const none = await openWith(location);
    await expect(none.secretKeys.prepare()).rejects.toThrow(SecretKeyError);

    await writeFile(path, kept);
    await chmod(path, 0o644);
    const again = await open();
    expect(await again.secretKeys.prepare()).toEqual([expect.stringContaining(`chmod 600 ${path}`)]);
    await works(again);
  });

  test('a lost key that nothing was encrypted with is replaced, and that is told', async () => {
    const { path, open, accountUuid } = await openWithFile();
    await rm(path);
    const again = await open();
    expect(await again.secretKeys.prepare()).toEqual([expect.stringMatching(/is replaced by [0-9a-f]{16}/)]);
    expect(await again.secretKeys.prepare()).toEqual([]);
    await (await addCertificates(again, accountUuid, 1))(again);
  });

  test('a reset deletes what cannot be decrypted any more, and nothing else', async () => {
    const { location, path, open, store, accountUuid } = await openWithFile();
    await addCertificates(store, accountUuid, 3);
    await writeFile(path, `${newSecretKey()}\n`);
    const again = await open();
    expect(await new KeyRotation(again).discardLost()).toEqual({ certificates: 3, tokens: 0 });
    expect(await again.secretKeys.prepare()).toEqual([expect.stringContaining('is replaced by')]);
    const works = await addCertificates(again, accountUuid, 1, 5);
    expect(await new KeyRotation(again).discardLost()).toEqual({ certificates: 0, tokens: 0 });
    await works(again);
    expect(await keyIds(location)).toHaveLength(1);
  });

  test('rotates the key of the file under a running service', async () => {
    const { location, path, store: service, accountUuid, open } = await openWithFile();
    const early = await addCertificates(service, accountUuid, 5);
    const [before = ''] = await linesOf(path);
    const [oldId] = await keyIds(location);
    const { keyId, rotated } = await new KeyRotation(await open()).run();
    expect(rotated).toBe(5);
    expect(keyId).not.toBe(oldId);
    expect(await keyIds(location)).toEqual([keyId]);
    expect(await linesOf(path)).toHaveLength(1);
    expect(await readFile(path, 'utf8')).not.toContain(before);
    // The service has not been told of anything.
    await early(service);
    const late = await addCertificates(service, accountUuid, 1, 20);
    expect(await keyIds(location)).toEqual([keyId]);
    await late(await open());
  });

  test('loses nothing that is stored while it rotates', async () => {
    const { location, path, store: service, accountUuid, open } = await openWithFile();
    const early = await addCertificates(service, accountUuid, 10);
    const tool = await open();
    const writing = addCertificates(service, accountUuid, 20, 100);
    await new KeyRotation(tool).run();
    const late = await writing;
    expect(await keyIds(location)).toHaveLength(1);
    expect(await linesOf(path)).toHaveLength(1);
    const reader = await open();
    await early(reader);
    await late(reader);
  });

  test.each([1, 2, 3])('goes on where it was interrupted (%i)', async (step) => {
    const { location, path, accountUuid, store, open } = await openWithFile();
    const works = await addCertificates(store, accountUuid, 25);
    const tool = await open();
    if (step === 1) {
      // Killed with the new key in the file and nothing encrypted with it.
      await new KeyRotation(tool).prepareNext();
      expect(await linesOf(path)).toHaveLength(2);
      await new KeyRotation(tool).prepareNext();
      expect(await linesOf(path)).toHaveLength(2);
    } else {
      // Killed after the first batch; or when two are at it.
      const run = new KeyRotation(tool).run(() => {
        if (step === 2) throw new Error('killed');
      }, 10);
      if (step === 2) await expect(run).rejects.toThrow('killed');
      else await Promise.all([run, new KeyRotation(await open()).run(() => {}, 10)]);
    }
    if (step === 2) {
      const service = await open();
      expect(await service.secretKeys.prepare()).toEqual([expect.stringContaining('nameplate key rotate')]);
      await works(service);
      expect(await keyIds(location)).toHaveLength(2);
    }
    if (step < 3) await new KeyRotation(await open()).run();
    expect(await keyIds(location)).toHaveLength(1);
    expect(await linesOf(path)).toHaveLength(1);
    await works(await open());
  });

  test('rotates a key of the environment when both are given', async () => {
    const location = await newLocation('tables');
    const [old, fresh] = [newSecretKey(), newSecretKey()];
    const store = await openWith(location, { kind: 'given', keys: old });
    await store.secretKeys.prepare();
    const { uuid } = await new Accounts(store).create('Acme');
    const works = await addCertificates(store, uuid, 2);
    await expect(new KeyRotation(store).run()).rejects.toThrow(/NEW,OLD/);
    const stranger = await openWith(location, { kind: 'given', keys: fresh });
    await expect(new KeyRotation(stranger).run()).rejects.toThrow(/both keys are needed/);
    const both = await openWith(location, { kind: 'given', keys: `${fresh},${old}` });
    expect(await both.secretKeys.prepare()).toEqual([]);
    // Until it is rotated, machines that have only the old key can read what the others store.
    await (await addCertificates(both, uuid, 1, 7))(store);
    expect((await new KeyRotation(both).run()).rotated).toBe(3);
    const after = await openWith(location, { kind: 'given', keys: fresh });
    expect(await after.secretKeys.prepare()).toEqual([]);
    await works(after);
  });
});
