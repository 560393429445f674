/** Which keys a process has, and in which order, while secret keys are rotated. Source: docs/reference/certificates.md ("The secret key"). */
import { expect, test } from 'vitest';
import { ReachKeys } from './reach-keys.ts';
import type { SecretKey } from './secret-key.ts';
import { newSecretKey, parseSecretKey } from './secret-key.ts';

function newKey(): SecretKey {
  const key = parseSecretKey(newSecretKey());
  if (!key) throw new Error('no key');
  return key;
}

test('the first is the oldest that is configured, and those rotated away stay last', async () => {
  const [older, newer, newest] = [newKey(), newKey(), newKey()];
  let configured: readonly SecretKey[] = [older];
  const keys = new ReachKeys({ read: async () => configured });
  expect(keys.all).toEqual([]);
  expect(await keys.refresh()).toEqual([older.reach]);
  configured = [newer, older];
  expect(await keys.refresh()).toEqual([older.reach, newer.reach]);
  configured = [newer];
  expect(await keys.refresh()).toEqual([newer.reach, older.reach]);
  configured = [newest, newer];
  expect(await keys.refresh()).toEqual([newer.reach, newest.reach, older.reach]);
  expect(keys.all).toEqual([newer.reach, newest.reach, older.reach]);
});
