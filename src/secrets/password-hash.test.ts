import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts';

const password = 'a walrus in a fjord';

test('verifies what it hashed, and nothing else', async () => {
  const stored = await hashPassword(password);
  expect(stored).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(await hashPassword(password)).not.toBe(stored);
  expect(await verifyPassword(password, stored)).toBe(true);
  expect(await verifyPassword(`${password} `, stored)).toBe(false);
  expect(await verifyPassword('', stored)).toBe(false);
  expect(isOutdated(stored)).toBe(false);
});

test('verifies a hash with older parameters, and says that it is outdated', async () => {
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 });
  const stored = `scrypt$1024$8$1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  expect(await verifyPassword(password, stored)).toBe(true);
  expect(await verifyPassword('another walrus', stored)).toBe(false);
  expect(isOutdated(stored)).toBe(true);
});

test('works as long for a user who does not exist', async () => {
  const stored = await hashPassword(password);
  const cpuOf = async (hash: string | undefined) => {
    const before = process.cpuUsage();
    expect(await verifyPassword('wrong', hash)).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await cpuOf(stored);
  const [known, unknown] = [await cpuOf(stored), await cpuOf(undefined)];
  expect(unknown / known).toBeGreaterThan(0.3);
  expect(unknown / known).toBeLessThan(3);
});
