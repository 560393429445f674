import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { maxmindFile } from '../../../test/support/maxmind-writer.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { MaxmindFile } from './maxmind-file.ts';
import { MaxmindReader } from './maxmind-value.ts';
import { PagedFile } from './paged-file.ts';

async function reading(bytes: Buffer): Promise<MaxmindReader> {
  const path = join(await tempDir(), 'data');
  writeFileSync(path, bytes);
  const file = new PagedFile(path);
  onTestFinished(() => file[Symbol.dispose]());
  return new MaxmindReader(file, 0);
}

test('arrays of pointers to arrays of pointers end soon, however few bytes they take', async () => {
  const levels: Buffer[] = [Buffer.from([0x41, 0x61])];
  const places = [0];
  for (let level = 1; level <= 7; level += 1) {
    const target = places.at(-1) ?? 0;
    const pointers = Array.from({ length: 28 }, () => [0x20 | (target >> 8), target & 255]);
    places.push(levels.reduce((sum, { length }) => sum + length, 0));
    levels.push(Buffer.from([28, 11 - 7, ...pointers.flat()]));
  }
  const reader = await reading(Buffer.concat(levels));
  expect(reader.read(places[2] ?? 0)).toHaveLength(28);
  expect(() => reader.read(places[7] ?? 0)).toThrow('too many others');
  // Each look-up has its own share.
  expect(reader.read(places[2] ?? 0)).toHaveLength(28);
});

test.each([
  ['a pointer to itself', Buffer.from([0x20, 0])],
  ['arrays within arrays', Buffer.from(Array.from({ length: 40 }, () => [1, 11 - 7]).flat())],
])('%s ends', async (_what, bytes) => {
  const reader = await reading(bytes);
  expect(() => reader.read(0)).toThrow('nested too deep');
});

test('a tree that leads back to its root ends with the address', async () => {
  const path = join(await tempDir(), 'data');
  const bytes = maxmindFile({ '1.1.1.0/24': { autonomous_system_number: 1 } });
  writeFileSync(path, bytes.fill(0, 0, 6));
  using file = MaxmindFile.open(path);
  expect(file.find([1, 1, 1, 1])).toBeUndefined();
  expect(file.find(Array.from({ length: 16 }, () => 255))).toBeUndefined();
});
