/** `nameplate backup` and `restore` with S3, and scheduled backups there. Source: docs/reference/backups.md ("In S3"). */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAccount } from '../support/command-line.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { refuse, S3Front } from '../support/s3-front.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a backup in S3 is verified there and restored from there', async () => {
  const front = await S3Front.start();
  const dataDir = await tempDir();
  await createAccount(dataDir, 'In the cloud');
  const run = (args: string[], directory = dataDir, env: Record<string, string> = {}) =>
    runProgram(args, { dataDir: directory, env: { ...front.env, ...env } });

  const made = await run(['backup', '--json', 's3://backups/nightly/']);
  expect(made).toMatchObject({ code: 0 });
  const { file, bytes } = JSON.parse(made.stdout);
  expect(file).toMatch(/^s3:\/\/backups\/nightly\/nameplate-\d{8}T\d{6}Z\.tar$/);
  const [key = ''] = front.objects.keys();
  expect([`s3://backups/${key}`, front.objects.get(key)?.body.length]).toEqual([file, bytes]);
  expect(front.requests.at(-2)).toBe(`GET /${key}`);

  const restored = join(await tempDir(), 'restored');
  expect(await run(['restore', file], restored)).toMatchObject({ code: 0 });
  expect((await run(['account', 'list'], restored)).stdout).toContain('In the cloud');

  const refused = async (args: string[], env = {}, directory = dataDir) => {
    const { code, stdout, stderr } = await run(args, directory, env);
    expect(stdout + stderr).not.toContain('hunter2');
    return [code, stderr.trim().split('\n').at(-1)];
  };
  expect(await refused(['backup', file])).toEqual([1, `nameplate: "${file}" exists; choose another name`]);
  expect(await refused(['backup', 's3://Bucket/x'])).toEqual([
    1,
    expect.stringContaining('allowed: s3://BUCKET/KEY'),
  ]);
  expect(await refused(['backup', 's3://backups/a/../b'])).toEqual([
    1,
    expect.stringContaining('allowed: s3://BUCKET/KEY'),
  ]);
  expect(await refused(['backup', 's3://other/x'])).toEqual([1, expect.stringContaining('no such bucket')]);
  expect(await refused(['backup', 's3://backups/x'], { AWS_ACCESS_KEY_ID: '' })).toEqual([
    1,
    expect.stringContaining('AWS_ACCESS_KEY_ID is not set'),
  ]);
  const empty = join(await tempDir(), 'empty');
  expect(await refused(['restore', 's3://backups/none.tar'], {}, empty)).toEqual([
    1,
    expect.stringContaining('no such object'),
  ]);

  // What arrives is not what was sent: nothing of it is kept.
  front.fault = (request, response) => {
    if (request.method !== 'GET' || !request.url?.endsWith('/broken.tar')) return false;
    response.end(Buffer.alloc(4_096, 'x'));
    return true;
  };
  expect(await refused(['backup', 's3://backups/broken.tar'])).toEqual([
    1,
    expect.stringContaining('cut short or altered'),
  ]);
  // There is no room.
  front.fault = (request, response) => {
    if (!request.url?.includes('partNumber')) return false;
    refuse(response, 507, 'XMinioStorageFull');
    return true;
  };
  expect(await refused(['backup', 's3://backups/full.tar'])).toEqual([
    1,
    expect.stringContaining('XMinioStorageFull'),
  ]);
  expect([[...front.objects.keys()], front.uploads.size]).toEqual([[key], 0]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-'))).toEqual([]);
  expect(existsSync('s3:')).toBe(false);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s during an upload aborts it', async (signal) => {
  const front = await S3Front.start();
  const dataDir = await tempDir();
  await createAccount(dataDir);
  // The part is never answered.
  front.fault = (request) => request.url?.includes('partNumber') ?? false;
  const child = startProgram(['backup', 's3://backups/x.tar'], { dataDir, env: front.env });
  await expect.poll(() => front.requests.some((line) => line.includes('partNumber'))).toBe(true);
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  expect([child.signalCode, front.uploads.size, front.objects.size]).toEqual([signal, 0, 0]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-'))).toEqual([]);
});

test('scheduled backups go to S3, and the oldest are deleted there', async () => {
  const front = await S3Front.start();
  const modified = new Date(Date.UTC(2026, 0, 2));
  const old = [
    'nightly/nameplate-20260101T000000Z.tar',
    'nightly/nameplate-20260102T000000Z.tar',
    'nightly/mine.tar',
  ];
  for (const key of old) front.objects.set(key, { body: Buffer.alloc(1), modified });
  const env = await serviceEnvironment({
    dataDir: await tempDir(),
    env: { ...front.env, NAMEPLATE_BACKUP_DIR: 's3://backups/nightly', NAMEPLATE_BACKUP_KEEP: '2' },
  });
  const service = await TestService.startWith(env);
  onTestFinished(async () => {
    await service.stop();
  });
  await expect.poll(() => service.output).toContain('backup made');
  await expect
    .poll(() => [...front.objects.keys()].toSorted())
    .toEqual([old[2], old[1], expect.stringMatching(/^nightly\/nameplate-\d{8}T\d{6}Z\.tar$/)]);
  const { body } = await service.api('/metrics');
  expect(body).toMatch(/^nameplate_backup_last_success_timestamp_seconds \d{10}$/m);
});
