/**
 * Backups that the service makes by itself, and its route for the command's. Source: docs/reference/backups.md ("Scheduled ones",
 * "Analytics").
 */
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../support/program.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

async function serve(env: Readonly<Record<string, string>>): Promise<TestService> {
  const service = await TestService.startWith(env);
  onTestFinished(async () => {
    await service.stop();
  });
  return service;
}

test('makes one when it is due, keeps as many as it should, and tells when', async () => {
  const directory = await tempDir();
  const longAgo = new Date(Date.UTC(2026, 0, 2));
  const old = ['nameplate-20260101T000000Z.tar', 'nameplate-20260102T000000Z.tar'];
  const abandoned = `${old[0]}.01a20764-0be4-723c-bcf7-7b3b8688e4ec.tmp`;
  for (const name of [...old, abandoned, 'mine.tar']) {
    await writeFile(join(directory, name), '');
    await utimes(join(directory, name), longAgo, longAgo);
  }
  const env = await serviceEnvironment({
    dataDir: await tempDir(),
    env: {
      NAMEPLATE_BACKUP_DIR: directory,
      NAMEPLATE_BACKUP_KEEP: '2',
      NAMEPLATE_BACKUP_PASSPHRASE: 'correct horse battery',
    },
  });
  const service = await serve(env);
  const metric = async (name: string): Promise<number> => {
    const { body } = await service.api('/metrics');
    return Number(new RegExp(`^nameplate_backup_${name} (\\d+)$`, 'm').exec(body)?.[1]);
  };
  const recent = () => expect.poll(() => metric('last_success_timestamp_seconds'));
  await recent().toBeGreaterThan(Date.UTC(2026, 5, 1) / 1000);
  expect(await metric('failures_total')).toBe(0);
  await expect.poll(() => service.output).toContain('backup made');

  // The oldest are deleted after that.
  let names: string[] = [];
  await expect
    .poll(async () => (names = (await readdir(directory)).toSorted()))
    .toEqual(['mine.tar', old[1], expect.stringMatching(/^nameplate-\d{8}T\d{6}Z\.tar$/)]);
  const target = join(await tempDir(), 'restored');
  const made = join(directory, names.at(-1) ?? '');
  const restored = await runProgram(['restore', made], {
    dataDir: target,
    env: { NAMEPLATE_BACKUP_PASSPHRASE: 'correct horse battery' },
  });
  expect(restored).toMatchObject({ code: 0, stderr: '' });
});

test('writes parts only to a directory that the caller was able to make', async () => {
  const dataDir = await tempDir();
  const service = await serve(await serviceEnvironment({ dataDir }));
  const ask = async (json: unknown) => (await service.api('/backup/parts', { token: null, json })).status;
  const name = 'backup-01a20764-0be4-423c-bcf7-7b3b8688e4ec.tmp';
  for (const directory of [undefined, '', '.', '..', 'spool', name, `../${name}`, `${name}/../spool`, 7])
    expect(await ask({ directory })).toBe(404);
  await mkdir(join(dataDir, name));
  expect(await ask({ directory: name })).toBe(200);
  expect(await ask({ directory: name, table: 'system.users', month: 202_611 })).toBe(404);
  expect(await readdir(join(dataDir, name))).toEqual([]);
});
