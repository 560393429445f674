/** An installation without embedded analytics and without places, as the image "slim" is. Source: docs/guides/install.md ("A container"). */
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

let program: string;

beforeAll(async () => {
  const root = dirname(dirname(builtProgram));
  const directory = await tempDir('file');
  await mkdir(join(directory, 'node_modules'));
  for (const name of ['dist', 'package.json', 'node-versions.txt'])
    await cp(join(root, name), join(directory, name), { recursive: true });
  for (const name of ['better-sqlite3', 'crawler-user-agents'])
    await symlink(join(root, 'node_modules', name), join(directory, 'node_modules', name));
  program = join(directory, 'dist/bin.cjs');
});

test('serves with a ClickHouse server, though that is away', async () => {
  const env = {
    ...(await serviceEnvironment({ dataDir: await tempDir() })),
    NAMEPLATE_CLICKHOUSE_URL: 'http://me:secret@127.0.0.1:1/analytics',
  };
  const service = await TestService.startWith(env, { program, until: '/livez' });
  onTestFinished(async () => {
    await service.stop();
  });
  const form = { source_host: 'go.example.com', destination_url: 'https://www.example.org' };
  expect((await service.api(service.redirects, { form })).status).toBe(201);
  const { status, location } = await service.edge('go.example.com', '/a?b=1');
  expect({ status, location }).toEqual({ status: 301, location: 'https://www.example.org/a?b=1' });
});

test('says in one line that embedded analytics are not installed', async () => {
  const env = await serviceEnvironment({ dataDir: await tempDir() });
  const ended = await TestService.runToEnd(env, { program });
  expect(ended).toMatchObject({
    code: 1,
    stderr:
      'nameplate: embedded analytics (chdb) is not installed: set NAMEPLATE_CLICKHOUSE_URL to use a ClickHouse server\n',
  });
});
