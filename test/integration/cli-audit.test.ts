/** `nameplate audit list`. Source: docs/reference/audit-trail.md. */
import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { createAccount, runCli } from '../support/command-line.ts';
import { tempDir } from '../support/temp-dir.ts';

test('changes on the command line are recorded with the system user, and listed', async () => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const run = (...args: string[]) => runCli(args, { dataDir });
  const create = [
    'redirect',
    'create',
    '--source-host',
    'a.example',
    '--destination-url',
    'https://b.example',
  ];
  const created: { uuid: string } = JSON.parse((await run(...create, '--json')).stdout);
  await run('redirect', 'update', created.uuid, '--destination-url', 'https://c.example');

  const listed = await run('audit', 'list');
  expect(listed).toMatchObject({ code: 0 });
  const [, updated, first, account] = listed.stdout.split('\n');
  expect(updated).toMatch(/ \(command line\) +- +updated +redirect +a\.example +destination_url/);
  expect(first).toMatch(/created +redirect +a\.example/);
  expect(account).toMatch(/created +account +Acme/);

  const json = JSON.parse((await run('audit', 'list', '--action', 'updated', '--json')).stdout);
  expect(json).toMatchObject({
    data: [
      {
        actor: { kind: 'command_line', uuid: null, name: userInfo().username },
        address: null,
        before: { destination_url: 'https://b.example' },
        after: { destination_url: 'https://c.example' },
      },
    ],
    pagination: { page: 1, count: 1 },
  });
  const none = await run('audit', 'list', '--all', '--from', '2100-01-01', '--json');
  expect(JSON.parse(none.stdout)).toMatchObject({ data: [], pagination: { count: 0 } });
  const bad = await run('audit', 'list', '--resource', 'session');
  expect(bad.code).not.toBe(0);
  expect(bad.stderr).toContain('resource "session" is invalid; allowed: redirect,');
});
