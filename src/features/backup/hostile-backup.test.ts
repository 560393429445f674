/** Backups that somebody made to do harm: refused in one plain line, before anything is written. */
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker, type TarHeader } from 'modern-tar';
import { expect, test } from 'vitest';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { BackupError } from './backup-error.ts';
import { verifyBackup } from './backup-file.ts';
import { manifestSum } from './manifest.ts';
import { readTable } from './table-lines.ts';

const sound = {
  nameplate_backup: 1,
  version: '0.1.0',
  created_at: '2026-11-24T00:00:00.000Z',
  control: { engine: 'sqlite', schema_version: 1, revision: 1, tables: [] },
  analytics: { engine: 'chdb', schema_version: 1, parts: [] },
  spool: { segments: [] },
  sealed: false,
  entries: {},
};
const part = { entry: 'a', table: 'requests', month: 202_611, columns: ['host'], rows: 1 };
const escape = '\u001b]0;owned\u0007';

type Entry = readonly [header: Partial<TarHeader> & { readonly name: string }, text: string];

function reasonOf(error: unknown): string {
  if (error instanceof BackupError) return error.message;
  throw error;
}

async function refusalOf(entries: readonly Entry[]): Promise<string | undefined> {
  const path = join(await tempDir(), 'b.tar');
  const { readable, controller } = createTarPacker();
  const written = pipeline(Readable.fromWeb(readable), createWriteStream(path));
  for (const [header, text] of entries) {
    const writer = controller.add({ size: Buffer.byteLength(text), type: 'file', ...header }).getWriter();
    if (text !== '') await writer.write(Buffer.from(text));
    await writer.close();
  }
  controller.finalize();
  await written;
  return await verifyBackup(createReadStream(path)).then(() => undefined, reasonOf);
}

const manifest = (changes: object): Entry => [
  { name: 'manifest.json' },
  JSON.stringify({ ...sound, ...changes }),
];
const segment = (file: string) => manifest({ spool: { segments: [{ entry: 'a', file }] } });

const [, newForm] = manifest({ nameplate_backup: 2 });

test('the one that the others are made from is taken', async () => {
  expect(await refusalOf([manifest({})])).toBeUndefined();
  expect(
    await refusalOf([
      [{ name: 'manifest.json' }, newForm],
      [{ name: 'manifest.json.sha256' }, manifestSum(newForm)],
    ]),
  ).toBeUndefined();
});

test.each<[string, readonly Entry[], string]>([
  ['no checksum of the manifest', [manifest({ nameplate_backup: 2 })], 'cut short'],
  [
    'a checksum of another manifest',
    [manifest({ nameplate_backup: 2 }), [{ name: 'manifest.json.sha256' }, manifestSum('{}')]],
    'altered',
  ],
  [
    'the checksum before the manifest',
    [
      [{ name: 'manifest.json.sha256' }, manifestSum(newForm)],
      [{ name: 'manifest.json' }, newForm],
    ],
    'cut short',
  ],
  ['no list of entries', [manifest({ entries: null })], 'cannot be read'],
  ['an entry that is none', [manifest({ entries: { a: null } })], 'cannot be read'],
  ['an entry of no size', [manifest({ entries: { a: { bytes: -1, sha256: '' } } })], 'cannot be read'],
  ['a version that moves the cursor', [manifest({ version: escape })], 'cannot be read'],
  ['a newer one of such a version', [manifest({ nameplate_backup: 9, version: escape })], 'cannot read'],
  ['a time that is no text', [manifest({ created_at: { a: 1 } })], 'cannot be read'],
  ['a path upwards', [segment('../control.db')], 'cannot be read'],
  ['an absolute path', [segment('/etc/x.ndjson')], 'cannot be read'],
  [
    'a table that can’t be one',
    [manifest({ control: { ...sound.control, tables: [{ entry: 'a', table: '../x' }] } })],
    'cannot be read',
  ],
  [
    'a column that is none',
    [manifest({ analytics: { ...sound.analytics, parts: [{ ...part, columns: ['a`) x'] }] } })],
    'cannot be read',
  ],
  ['a link', [[{ name: 'a', type: 'symlink', linkname: '/etc/passwd' }, ''], manifest({})], 'type symlink'],
  [
    'one name twice',
    [[{ name: `a${escape}` }, '1'], [{ name: `a${escape}` }, '2'], manifest({})],
    'does not belong',
  ],
  ['what the manifest does not list', [[{ name: `../${escape}` }, '1'], manifest({})], 'altered'],
])('%s', async (_what, entries, reason) => {
  const refusal = await refusalOf(entries);
  expect(refusal).toContain(reason);
  expect(refusal).not.toMatch(/\p{Cc}/u);
});

test.each([
  ['a line without an end', () => Array.from({ length: 70 }, () => 'x'.repeat(1024 * 1024)), 'too long'],
  ['lines that are no rows', () => [`["a"]\n`, `${escape}\n`], 'no row'],
])('a table with %s', async (_what, lines, reason) => {
  const path = join(await tempDir(), 'table.gz');
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(path));
  const read = async (): Promise<void> => {
    for await (const row of (await readTable(path)).rows) void row;
  };
  expect(await read().catch(reasonOf)).toContain(reason);
});
