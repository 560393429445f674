/** The id of a node. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/support/temp-dir.ts';
import { readNodeId } from './node-id.ts';

test('an id stays, and is made anew when a crash left none in the file', async () => {
  const path = join(await tempDir(), 'data', 'node-id');
  const id = await readNodeId(path);
  expect(await readNodeId(path)).toBe(id);
  await writeFile(path, '');
  const other = await readNodeId(path);
  expect(other).not.toBe(id);
  expect(await readNodeId(path)).toBe(other);
});
