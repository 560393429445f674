/** `nameplate user`. Source: docs/reference/people.md ("Rescue"). */
import { expect, test } from 'vitest';
import { createAccount, runCli } from '../support/command-line.ts';
import { tempDir } from '../support/temp-dir.ts';

test('users are created, listed, rescued and deleted', async () => {
  const dataDir = await tempDir();
  const accountUuid = await createAccount(dataDir);
  const run = (args: readonly string[], stdin?: string) =>
    runCli(['user', ...args], { dataDir, ...(stdin === undefined ? {} : { stdin }) });

  expect(await run(['create', 'a@b.c', '--role', 'viewer'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has to be an owner'),
  });
  const created = await run(['create', 'Ada@Example.com', '--name', 'Ada']);
  expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining('ada@example.com (owner)') });
  expect(created.stdout).toMatch(/^[\w-]{20}\n$/);
  expect(await run(['create', 'nobody'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('email "nobody" is invalid'),
  });
  expect(await run(['create', 'bob@example.com', '--password-stdin'], 'password1234\n')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.not.stringContaining('password1234'),
  });
  expect(
    await run(
      ['create', 'bob@example.com', '--role', 'viewer', '--password-stdin'],
      'an otter in a lagoon\n',
    ),
  ).toMatchObject({ code: 0, stdout: '' });

  const second = await createAccount(dataDir, 'Second');
  const join = ['create', 'ada@example.com', '--account', second];
  // Another account may have taken the address.
  expect(await run(join)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      `There is a user ada@example.com already, owner of account ${accountUuid}. Make this user owner of account ${second}?`,
    ),
  });
  expect(await run([...join, '--yes'])).toMatchObject({ code: 0, stdout: '' });
  expect(await run([...join, '--yes'])).toMatchObject({ code: 1 });
  const listed = JSON.parse((await run(['list', '--json'])).stdout);
  expect(listed).toMatchObject([
    {
      email: 'ada@example.com',
      name: 'Ada',
      memberships: [
        { account_uuid: accountUuid, role: 'owner' },
        { account_uuid: second, role: 'owner' },
      ],
    },
    { email: 'bob@example.com', memberships: [{ role: 'viewer' }] },
  ]);
  expect((await run(['list'])).stdout).toMatch(/ada@example.com +Ada +owner of Acme, owner of Second +no/);

  const twin = JSON.parse(
    (await run(['create', 'ada@example.com', '--account', accountUuid, '--new', '--json'])).stdout,
  );
  expect(await run(['set-password', 'ada@example.com'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${twin.uuid}  owner of account ${accountUuid}`),
  });
  expect(await run(['set-password', twin.uuid])).toMatchObject({ code: 0 });
  expect(await run(['remove', twin.uuid, '--yes'])).toMatchObject({ code: 0 });

  const changed = await run(['set-password', 'bob@example.com', '--remove-second-factor', '--json']);
  expect(JSON.parse(changed.stdout)).toMatchObject({ password: expect.stringMatching(/^[\w-]{20}$/) });
  expect(await run(['set-password', 'eve@example.com'])).toMatchObject({ code: 1 });

  expect(await run(['remove', 'ada@example.com', '--yes'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no owner'),
  });
  expect(await run(['remove', 'bob@example.com'])).toMatchObject({ code: 2 });
  expect(await run(['remove', 'bob@example.com', '--yes'])).toMatchObject({ code: 0 });
  expect(await run(['remove', 'bob@example.com', '--yes'])).toMatchObject({ code: 1 });
});
