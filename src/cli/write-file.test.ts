/** Files that commands write are there as a whole, or as they were. */
import { lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/support/temp-dir.ts';
import { writeFileWhole } from './write-file.ts';

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from([0, 255]);
  yield Buffer.from([128]);
}

test('bytes are written as they are, and through a link', async () => {
  const directory = await tempDir();
  const [path, link] = [join(directory, 'rows'), join(directory, 'link')];
  await writeFile(path, 'what was there before');
  await symlink(path, link);
  for (const to of [link, path]) {
    await writeFileWhole('FILE', to, bytes());
    expect(await readFile(path)).toEqual(Buffer.from([0, 255, 128]));
  }
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
});

test('what fails on the way leaves the file as it was', async () => {
  const directory = await tempDir();
  const path = join(directory, 'rows');
  await writeFile(path, 'before');
  const failing = (async function* () {
    yield* bytes();
    throw new Error('the connection broke');
  })();
  await expect(writeFileWhole('FILE', path, failing)).rejects.toThrow('the connection broke');
  expect(await readFile(path, 'utf8')).toBe('before');
  expect(await readdir(directory)).toEqual(['rows']);
});
