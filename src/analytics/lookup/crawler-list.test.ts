import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { packagedCrawlers } from './crawler-catalogue.ts';
import { readCrawlerList } from './crawler-list.ts';

async function read(list: readonly { readonly pattern: string }[]): Promise<number> {
  const path = join(await tempDir(), 'list.json');
  writeFileSync(path, JSON.stringify(list));
  return readCrawlerList(path).length;
}

test('the list of the package is taken', async () => {
  const packaged = packagedCrawlers();
  expect(await read(packaged)).toBe(packaged.length);
});

test.each([
  '(a+)+b',
  '(?:a|a)*b',
  '(a{1,9}){1,9}b',
  'a*a*b',
  '.*x.*y',
  'a{0,99}b{0,99}c',
  `${'a?'.repeat(9)}b`,
  `${'(a|a)'.repeat(9)}b`,
  '(a)\\1',
  '(?=a)b',
])('%s, which may backtrack, is refused by its place', async (pattern) => {
  await expect(read([{ pattern: 'Bot' }, { pattern }])).rejects.toThrow(/^entry 1 .* for ever/);
});

test.each(['Bot\\(a+\\)\\+', 'a[*+?|]{3}', 'Spider[\\s\\S]*x', '(?:A|B)bot?', '^x \\\\1$'])(
  '%s is taken',
  async (pattern) => {
    expect(await read([{ pattern }])).toBe(1);
  },
);

test('no more than 200 patterns are more than text', async () => {
  const list = Array.from({ length: 201 }, (_, index) => ({ pattern: `b${index}[0-9]*` }));
  await expect(read(list)).rejects.toThrow('more than 200 patterns');
  expect(await read(list.slice(1))).toBe(200);
});

test('what never ends is not read', () => {
  expect(() => readCrawlerList('/dev/zero')).toThrow('it is not a file');
});
