/**
 * The file of secret keys: one a line in base64, the newest first, `#` before comments. There is one key but while it
 * is rotated, when there are two. Source: docs/reference/certificates.md ("The secret key").
 */

import { link, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorField, errorMessage } from '../core/error-field.ts';
import { quoteValue } from '../core/errors.ts';
import { newRandomUuid } from '../core/ids.ts';
import { newSecretKey, parseSecretKey } from './secret-key.ts';
import { SecretKeyError } from './secret-key-error.ts';

const head = `# Secret key of Nameplate: it encrypts the private keys in the control store, and an operator who loses
# it loses them. Keep a copy, apart from copies of the store. One key a line, the newest first.
`;
const othersMayUse = 0o077;

/** The keys of a file in its order; none when there is no file. Throws SecretKeyError for a line that isn't a key. */
export async function readSecretKeyFile(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorField(error, 'code') === 'ENOENT') return undefined;
    throw unusable(path, error);
  });
  if (text === undefined) return [];
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (keys.length === 0 || keys.some((key) => !parseSecretKey(key))) {
    throw new SecretKeyError(
      `${quoteValue(path)} is damaged: it must hold the base64 form of 32 bytes on a line; restore it from its backup`,
    );
  }
  return keys;
}

/** Makes the file with a new key unless it is there; of processes that do so at once, one does. */
export async function makeSecretKeyFile(path: string): Promise<void> {
  const temporary = await writeTemporary(path, [newSecretKey()]);
  try {
    // Unlike a rename, a link never replaces what another process has made meanwhile.
    await link(temporary, path);
    await syncDirectory(path);
  } catch (error) {
    if (errorField(error, 'code') !== 'EEXIST') throw unusable(path, error);
  } finally {
    await unlink(temporary);
  }
}

/** Replaces the keys of the file; after a crash it has either these or those before. */
export async function replaceSecretKeyFile(path: string, keys: readonly string[]): Promise<void> {
  const temporary = await writeTemporary(path, keys);
  try {
    await rename(temporary, path);
    await syncDirectory(path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw unusable(path, error);
  }
}

/** What is wrong with the file's permissions; undefined when nothing is, or there is no file. */
export async function findExposure(path: string): Promise<string | undefined> {
  const mode = await stat(path).then(
    (stats) => stats.mode,
    () => 0,
  );
  return (mode & othersMayUse) === 0
    ? undefined
    : `${quoteValue(path)} can be used by other users of this machine: chmod 600 ${path}`;
}

async function writeTemporary(path: string, keys: readonly string[]): Promise<string> {
  const temporary = `${path}.${newRandomUuid()}.tmp`;
  try {
    await using file = await open(temporary, 'wx', 0o600);
    await file.writeFile(head + keys.map((key) => `${key}\n`).join(''));
    await file.sync();
    return temporary;
  } catch (error) {
    throw unusable(path, error);
  }
}

async function syncDirectory(path: string): Promise<void> {
  await using directory = await open(dirname(path), 'r');
  await directory.sync();
}

function unusable(path: string, error: unknown): SecretKeyError {
  const reason = errorMessage(error);
  return new SecretKeyError(`the secret key file ${quoteValue(path)} cannot be used: ${reason}`);
}
