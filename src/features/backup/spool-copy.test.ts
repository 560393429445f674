import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { copySpool } from './spool-copy.ts';

const header = '{"nameplate_segment":1,"kind":"requests"}\n';
const writer = '01a20764-0be4-723c-bcf7-7b3b8688e4ec';

test('copies closed segments whole and open ones up to their last line, under the name they will have', async () => {
  const [spool, target] = [await tempDir(), await tempDir()];
  await mkdir(join(spool, 'refused'));
  const files = {
    [`requests.${writer}.00000001.ndjson`]: `${header}{"a":1}\n`,
    [`requests.${writer}.00000002.open`]: `${header}{"a":2}\n{"a":`,
    // Nothing has been recorded yet.
    [`requests.${writer}.00000003.open`]: header,
    [`import-requests.abc.00000001.ndjson`]: `${header}{"a":3}\n`,
    [`refused/requests.${writer}.00000000.ndjson`]: 'broken',
    'spool.lock': '',
    [`${writer}.lock`]: '',
    'other.tmp': 'x',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(spool, name), content);

  const copied = await copySpool(spool, target);
  const contents = Object.fromEntries(
    await Promise.all(copied.map(async ({ file, path }) => [file, await readFile(path, 'utf8')] as const)),
  );
  expect(contents).toEqual({
    [`requests.${writer}.00000001.ndjson`]: `${header}{"a":1}\n`,
    [`requests.${writer}.00000002.ndjson`]: `${header}{"a":2}\n`,
    [`import-requests.abc.00000001.ndjson`]: `${header}{"a":3}\n`,
    [`refused/requests.${writer}.00000000.ndjson`]: 'broken',
  });
  expect(await readdir(spool)).toHaveLength(8);
});

test('finds nothing where there is no spool', async () => {
  expect(await copySpool(join(await tempDir(), 'none'), await tempDir())).toEqual([]);
});
