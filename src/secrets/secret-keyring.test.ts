import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/support/temp-dir.ts';
import { newSecretKey, parseSecretKey, seal, unseal } from './secret-key.ts';
import { SecretKeyError } from './secret-key-error.ts';
import { SecretKeyring } from './secret-keyring.ts';

function keyOf(base64: string) {
  const key = parseSecretKey(base64);
  if (!key) throw new Error('not a key');
  return key;
}

const newKey = () => keyOf(newSecretKey());

async function newFile() {
  const directory = await tempDir();
  const path = join(directory, 'secret.key');
  return { directory, path, open: () => new SecretKeyring({ kind: 'file', path }) };
}

test('seals with a fresh nonce each and opens again', () => {
  const key = newKey();
  const [one, two] = [seal(key, 'geheim – 秘密', 'row/1'), seal(key, 'geheim – 秘密', 'row/1')];
  expect(one.text).not.toBe(two.text);
  expect(one.keyId).toBe(key.id);
  expect(Buffer.from(one.text, 'base64').toString('latin1')).not.toContain('geheim');
  expect(unseal(key, one, 'row/1')).toBe('geheim – 秘密');
  expect(unseal(key, seal(key, '', 'row/1'), 'row/1')).toBe('');
});

test('opens nothing under another key or identity, and nothing that was changed or cut', () => {
  const key = newKey();
  const sealed = seal(key, 'secret', 'row/1');
  expect(() => unseal(newKey(), sealed, 'row/1')).toThrow();
  expect(() => unseal(key, sealed, 'row/2')).toThrow();
  const bytes = Buffer.from(sealed.text, 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(key, { ...sealed, text: changed.toString('base64') }, 'row/1')).toThrow();
    const cut = bytes.subarray(0, at).toString('base64');
    expect(() => unseal(key, { ...sealed, text: cut }, 'row/1')).toThrow();
  }
});

test('an id tells keys apart and nothing of them', () => {
  const base64 = newSecretKey();
  expect(keyOf(base64).id).toMatch(/^[0-9a-f]{16}$/);
  expect(keyOf(base64).id).toBe(keyOf(base64).id);
  expect(newKey().id).not.toBe(keyOf(base64).id);
  expect(base64).not.toContain(Buffer.from(keyOf(base64).id, 'hex').toString('base64').slice(0, 8));
});

test('makes the file for its owner only, once however many start together', async () => {
  const { directory, path, open } = await newFile();
  const all = await Promise.all(Array.from({ length: 8 }, () => open().readOrMake()));
  expect(new Set(all.map(([key]) => key.id)).size).toBe(1);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(directory)).toEqual(['secret.key']);
  expect(await readFile(path, 'utf8')).toMatch(/^(?:#.*\n)+[A-Za-z0-9+/]{43}=\n$/);
});

test('makes nothing when it is only asked to read', async () => {
  const { directory, open } = await newFile();
  expect(await open().read()).toEqual([]);
  expect(await open().find('0123456789abcdef')).toBeUndefined();
  expect(await readdir(directory)).toEqual([]);
});

test('adds a key in front, and keeps one', async () => {
  const { path, open } = await newFile();
  const keyring = open();
  const [old] = await keyring.readOrMake();
  const added = await keyring.addNewKey();
  expect((await open().read()).map(({ id }) => id)).toEqual([added.id, old.id]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await keyring.keepOnly(added.id);
  expect((await open().read()).map(({ id }) => id)).toEqual([added.id]);
  // Nothing is taken out when what is to be kept is not there.
  await keyring.keepOnly(old.id);
  expect((await open().read()).map(({ id }) => id)).toEqual([added.id]);
});

test('takes keys as people paste them, and refuses what is none', async () => {
  const { path, open } = await newFile();
  const key = newSecretKey();
  await writeFile(path, `# note\r\n\r\n  ${key}  \r\n`, { mode: 0o600 });
  expect((await open().read()).map(({ id }) => id)).toEqual([keyOf(key).id]);
  for (const text of ['', '# only a note\n', 'hunter2\n', `${key}\n${key.slice(1)}\n`]) {
    await writeFile(path, text);
    const failure = await open()
      .readOrMake()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SecretKeyError);
    expect(String(failure)).toMatch(/damaged.*restore/);
    expect(String(failure)).not.toContain('hunter2');
  }
});

test('says when others may use the file', async () => {
  const { path, open } = await newFile();
  await open().readOrMake();
  expect(await open().findExposure()).toBeUndefined();
  await chmod(path, 0o640);
  expect(await open().findExposure()).toContain(`chmod 600 ${path}`);
});

test('keys of the environment: one or two, and none of them is ours to change', async () => {
  const [fresh, old] = [newSecretKey(), newSecretKey()];
  const one = new SecretKeyring({ kind: 'given', keys: fresh });
  expect((await one.readOrMake()).map(({ id }) => id)).toEqual([keyOf(fresh).id]);
  const two = new SecretKeyring({ kind: 'given', keys: `${fresh},${old}` });
  expect((await two.read()).map(({ id }) => id)).toEqual([keyOf(fresh).id, keyOf(old).id]);
  expect((await two.find(keyOf(old).id))?.id).toBe(keyOf(old).id);
  await expect(two.addNewKey()).rejects.toThrow(/NEW,OLD/);
  await two.keepOnly(keyOf(fresh).id);
  expect(await two.read()).toHaveLength(2);
  expect(await two.findExposure()).toBeUndefined();
});
