/** Backups that somebody made to do harm are refused in one line, soon, and leave nothing. Source: docs/reference/backups.md ("Restoring"). */
import { createWriteStream, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BackupWriter } from '../../src/features/backup/backup-file.ts';
import { manifestName, manifestSum, manifestSumName } from '../../src/features/backup/manifest.ts';
import { runCli } from '../support/command-line.ts';
import { tempDir } from '../support/temp-dir.ts';

type Content = {
  readonly tables?: readonly { readonly table: string; readonly text: string }[];
  readonly segment?: Buffer;
};

/** A file in which everything agrees with its manifest. */
async function forge({ tables = [], segment }: Content): Promise<string> {
  const folder = await tempDir('file');
  const path = join(folder, 'forged.tar');
  const writer = new BackupWriter(createWriteStream(path));
  const add = async (entry: string, content: Buffer) => {
    const file = join(folder, 'content');
    writeFileSync(file, content);
    await writer.addFile(entry, file);
  };
  for (const { table, text } of tables) await add(`control/${table}`, gzipSync(text));
  if (segment) await add('spool/1', segment);
  const manifest = JSON.stringify({
    nameplate_backup: 2,
    version: '0.1.0',
    created_at: '2026-11-24T00:00:00.000Z',
    control: {
      engine: 'sqlite',
      schema_version: 42,
      revision: 1,
      tables: tables.map(({ table }) => ({ entry: `control/${table}`, table, rows: 1 })),
    },
    analytics: { engine: 'chdb', schema_version: 9, parts: [] },
    spool: { segments: segment ? [{ entry: 'spool/1', file: '1-2-3.ndjson' }] : [] },
    sealed: false,
    entries: writer.entries,
  });
  await writer.addText(manifestName, manifest);
  await writer.addText(manifestSumName, manifestSum(manifest));
  await writer.finish();
  return path;
}

it.each<[string, Content, string]>([
  [
    'columns that are none',
    { tables: [{ table: 'accounts', text: '["nope"]\n["x"]\n' }] },
    'no Nameplate wrote',
  ],
  [
    'columns with SQL in them',
    { tables: [{ table: 'accounts', text: '["a) --"]\n["x"]\n' }] },
    'no Nameplate wrote',
  ],
  [
    'rows that break a constraint',
    { tables: [{ table: 'accounts', text: '["uuid"]\n[null]\n' }] },
    'no Nameplate wrote',
  ],
  [
    'a table of another program',
    { tables: [{ table: 'customers', text: '["uuid"]\n["x"]\n' }] },
    'no Nameplate wrote',
  ],
  ['a segment that is no gzip', { segment: Buffer.from('not gzip') }, 'altered'],
  [
    'a segment that unpacks to a hundred times what it may',
    { segment: gzipSync(Buffer.alloc(64 * 1024 * 1024)) },
    'far more than its size',
  ],
])('%s', async (_what, content, reason) => {
  const path = await forge(content);
  const dataDir = await tempDir('file');
  const { code, stderr } = await runCli(['restore', path], { dataDir });
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain(reason);
  expect(await readdir(dataDir)).toEqual([]);
});
