/** `nameplate connect`. Source: docs/reference/connect-page.md ("Links"). */
import { expect, test } from 'vitest';
import { dayMs } from '../../src/core/time.ts';
import { createAccount, runCli } from '../support/command-line.ts';
import { mailServerHost, TestMailServer } from '../support/mail-server.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'shop.example.com';

test('links are created, listed and revoked in the shapes of the API', async () => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const run = (args: readonly string[], env = {}) => runCli(args, { dataDir, env });
  const json = async (...args: string[]) => JSON.parse((await run([...args, '--json'])).stdout);
  await json('upstream', 'create', '--host', '93.184.216.34');
  await json('domain', 'create', '--host', host);

  const before = Date.now();
  const { url, ...link } = await json('connect', 'create', host, '--expires', '2d');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/connect\/nc_[\w-]{43}$/);
  expect(Date.parse(link.expires_at)).toBeGreaterThanOrEqual(before + 2 * dayMs);
  expect(await json('connect', 'list', 'Shop.example.com.')).toEqual([link]);

  const printed = await run(['connect', 'create', host], {
    NAMEPLATE_API_ORIGIN: 'https://nameplate.example.com',
  });
  expect(printed.stdout).toMatch(/^https:\/\/nameplate\.example\.com\/connect\/nc_[\w-]{43}\n$/);
  expect(printed.stderr).toMatch(/^Created connect link [0-9a-f-]{36} of shop\.example\.com, valid until /);
  const listed = await run(['connect', 'list', host]);
  expect(listed.stdout).toMatch(/^UUID +KIND +CREATED +EXPIRES\n/);
  expect(listed.stdout.split('\n')).toHaveLength(4);
  expect(listed.stdout).not.toContain('nc_');

  const shared = await json(
    'connect',
    'create',
    host,
    '--kind',
    'statistics',
    '--embed-origin',
    'https://A.example/',
    '--embed-origin',
    'https://b.example',
  );
  expect(shared).toMatchObject({
    kind: 'statistics',
    embed_origins: ['https://a.example', 'https://b.example'],
    url: expect.stringMatching(/\/share\/ns_[\w-]{43}$/),
  });
  await run(['connect', 'revoke', host, shared.uuid, '--yes']);

  expect(await run(['connect', 'revoke', host, link.uuid, '--yes'])).toMatchObject({
    code: 0,
    stdout: `Connect link ${link.uuid} was revoked.\n`,
  });
  expect(await json('connect', 'list', host)).toHaveLength(1);
  for (const [args, code, message] of [
    [['revoke', host, link.uuid, '--yes'], 1, `there is no connect link "${link.uuid}" of ${host}`],
    [['revoke', host, 'x', '--yes'], 1, `there is no connect link "x" of ${host}`],
    [['list', 'other.example.com'], 1, 'there is no custom domain "other.example.com"'],
    [['create', host, '--expires', '367d'], 1, 'it is too far ahead'],
    [['create', host, '--embed-origin', 'https://a.example'], 1, 'a connect page can’t be framed'],
    [['create', host, '--expires', 'soon'], 2, '--expires "soon" is invalid'],
  ] as const) {
    expect(await run(['connect', ...args])).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  }
});

test('instructions are e-mailed; without a mail server, or when it refuses, there is no link', async () => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  await using mails = await TestMailServer.start({
    encryption: 'none',
    refusal: (to) => (to === 'nobody@example.org' ? { status: 550, text: 'No such user' } : undefined),
  });
  const env = {
    NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net',
    NAMEPLATE_EDGE_ADDRESSES: '203.0.113.7',
    NAMEPLATE_ACME: 'off',
    NAMEPLATE_API_ORIGIN: 'https://nameplate.example.com',
    NAMEPLATE_SMTP_URL: `smtp://${mailServerHost}:${mails.port}?starttls=off`,
    NAMEPLATE_SMTP_FROM: 'domains@example.com',
  };
  await runCli(['upstream', 'create', '--host', '93.184.216.34'], { dataDir });
  await runCli(['domain', 'create', '--host', host], { dataDir });
  const create = (email: string) => runCli(['connect', 'create', host, '--email', email], { dataDir, env });

  const { code, stdout } = await create('owner@example.org');
  expect(code).toBe(0);
  const [mail] = mails.mails;
  expect(mail).toMatchObject({ from: 'domains@example.com', to: ['owner@example.org'] });
  const text = (mail?.source ?? '').replace(/=\r\n/g, '');
  expect(text).toContain(stdout.trim());
  expect(text).toContain('edge.example.net');
  expect(await create('nobody@example.org')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('the mail server refuses it: 550 No such user'),
  });
  const { NAMEPLATE_SMTP_URL: _server, NAMEPLATE_SMTP_FROM: _from, ...without } = env;
  const notSetUp = await runCli(['connect', 'create', host, '--email', 'a@example.org'], {
    dataDir,
    env: without,
  });
  expect(notSetUp).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('NAMEPLATE_SMTP_URL is not set'),
  });
  const { stdout: listed } = await runCli(['connect', 'list', host, '--json'], { dataDir });
  expect(JSON.parse(listed)).toHaveLength(1);
});
