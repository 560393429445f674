/** What is said of a file that can't be used. */
import { constants } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/support/temp-dir.ts';
import { openNamedFile, readNamedFile, unreadable, unwritable } from './named-file.ts';

const failed = (code: keyof typeof constants.errno) =>
  Object.assign(new Error(`${code}: in the words of Node`), { code, errno: -constants.errno[code] });

test.each([
  ['ENOENT', 'no such file', 'no such directory'],
  ['ENOTDIR', 'no such file', 'no such directory'],
  ['EISDIR', 'is a directory', 'is a directory'],
  ['ELOOP', 'is a link in a circle', 'is a link in a circle'],
  ['EACCES', "can't be read: permission denied", "can't be written: permission denied"],
  ['EPERM', "can't be read: permission denied", "can't be written: permission denied"],
  ['ENOSPC', "can't be read: no space left on device", "can't be written: no space left on device"],
] as const)('%s is %j to read and %j to write', (code, read, written) => {
  expect(unreadable('--key', 'a"b', failed(code)).message).toBe(`--key "a\\"b": ${read}`);
  expect(unwritable('FILE', '/x', failed(code)).message).toBe(`FILE "/x": ${written}`);
});

test('a path that can’t be one, and a directory that is opened to be read in parts', async () => {
  const directory = await tempDir();
  await expect(readNamedFile('FILE', 'x'.repeat(300))).rejects.toThrow("can't be read: name too long");
  await expect(openNamedFile('FILE', directory)).rejects.toThrow(`FILE "${directory}": is a directory`);
  await expect(openNamedFile('FILE', join(directory, 'x'))).rejects.toThrow(': no such file');
});
