/** `nameplate plan`, `apply` and `export-config`. Source: docs/guides/plans.md. */
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAccount, runCli } from '../support/command-line.ts';
import { tempDir } from '../support/temp-dir.ts';

const upstreams = `
upstreams:
  - name: app
    host: 203.0.113.7
    auth_token: env:APP_TOKEN
    compression: true
domains:
  - { host: shop.example.com, upstream: app }
error_pages:
  - { upstream: app, status: 502, html: "file:502.html" }
`;
const redirects = JSON.stringify({
  redirects: [
    { source_host: 'go.example.com', destination_url: 'https://www.example.com/' },
    { source_host: 'old.example.com', destination_url: 'https://www.example.com/old' },
  ],
});

async function open() {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const dir = await tempDir();
  const files = { yaml: join(dir, 'app.yaml'), json: join(dir, 'redirects.json') };
  await writeFile(files.yaml, upstreams);
  await writeFile(files.json, redirects);
  await writeFile(join(dir, '502.html'), '<p>Back soon</p>');
  const run = (args: string[], stdin = '', env = { APP_TOKEN: 'kept-somewhere-safe' }) =>
    runCli(args, { dataDir, stdin, env: { NAMEPLATE_UPSTREAM_ALLOW: '203.0.113.0/24', ...env } });
  return { dir, files, run };
}

test('files are planned, applied and exported, and then there is nothing to do', async () => {
  const { dir, files, run } = await open();
  const both = [files.yaml, files.json];
  const planned = await run(['plan', ...both]);
  expect(planned.stderr).toContain('5 to create, 0 to change, 0 to delete, 0 unchanged.');
  expect(planned).toMatchObject({ code: 3 });
  expect(planned.stdout.split('\n')).toEqual([
    '+ upstreams 203.0.113.7:443',
    '+ domains shop.example.com',
    '+ redirects go.example.com',
    '+ redirects old.example.com',
    '+ error_pages 203.0.113.7:443 502',
    '',
  ]);
  expect(await run(['apply', ...both])).toMatchObject({ code: 2 });
  expect(await run(['apply', ...both, '--yes'])).toMatchObject({ code: 0 });
  expect(await run(['plan', ...both])).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing to do.\n' });
  expect((await run(['upstream', 'list', '--json'])).stdout).toContain('kept-somewhere-safe');
  const exported = join(dir, 'all.yaml');
  expect(await run(['export-config', exported])).toMatchObject({ code: 0 });
  expect(await run(['plan', exported, '--prune'])).toMatchObject({ code: 0, stdout: '' });
  const text = await readFile(exported, 'utf8');
  expect(text).not.toContain('kept-somewhere-safe');
  const { stdout } = await run(['export-config', '--format', 'json']);
  expect(Object.keys(JSON.parse(stdout))).toHaveLength(9);
  const changed = text.replace('compression: true', 'compression: false');
  expect(await run(['plan', '-'], changed)).toMatchObject({
    code: 3,
    stdout: '~ upstreams 203.0.113.7:443\n    compression: true -> false\n',
  });
  expect((await run(['plan', '-', '--prune'], 'redirects: []')).stdout).toBe(
    '- redirects go.example.com\n- redirects old.example.com\n',
  );
});

test('a plan comes with the address of its page, from the command and from the tool for assistants', async () => {
  const { files, run } = await open();
  const uuidOf = (text: string) => /Plan ([0-9a-f-]{36})/.exec(text)?.[1];
  const { stderr } = await run(['plan', files.json]);
  expect(stderr).toContain(`\nReview and approve it at http://127.0.0.1:3000/plans/${uuidOf(stderr)}\n`);
  expect((await run(['plan', files.json, '--json'])).stderr).toBe('');
  const env = { APP_TOKEN: '', NAMEPLATE_API_ORIGIN: 'https://nameplate.example.com' };
  const named = await run(['plan', files.json], '', env);
  expect(named.stderr).toContain(`https://nameplate.example.com/plans/${uuidOf(named.stderr)}\n`);
  const params = { name: 'plan', arguments: { document: JSON.parse(redirects) } };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { stdout } = await run(['mcp'], `${JSON.stringify(message)}\n`, env);
  const { uuid, url } = JSON.parse(stdout).result.structuredContent;
  expect(url).toBe(`https://nameplate.example.com/plans/${uuid}`);
});

test('a stored plan is applied by its uuid, and secrets only where they are asked for', async () => {
  const { files, run } = await open();
  const { uuid } = JSON.parse((await run(['plan', files.yaml, '--json'])).stdout);
  expect(await run(['apply', '--plan', uuid, '--yes'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('secrets lacks "APP_TOKEN", which the plan needs'),
  });
  expect(await run(['apply', '--plan', uuid, files.yaml, '--yes'])).toMatchObject({ code: 0 });
  expect(await run(['apply', '--plan', uuid, '--yes'])).toMatchObject({ code: 1 });
  const env = { APP_TOKEN: 'another-token' };
  expect((await run(['apply', files.yaml, '--yes'], '', env)).stderr).toBe('Nothing to do.\n');
  expect((await run(['upstream', 'list', '--json'])).stdout).toContain('kept-somewhere-safe');
  expect(await run(['apply', files.yaml, '--yes', '--set-secrets'], '', env)).toMatchObject({ code: 0 });
  expect((await run(['upstream', 'list', '--json'])).stdout).toContain('another-token');
});

test('rules change without a running service, whose analytics a replay would read', async () => {
  const { files, run } = await open();
  for (const body of ['one', 'two']) {
    const rules = [{ host: 'go.example.com', rules: [{ then: { respond: { body } } }] }];
    await writeFile(files.json, JSON.stringify({ rules }));
    expect(await run(['apply', files.json, '--yes'])).toMatchObject({ code: 0 });
  }
});

test('what a terminal would act on is not printed', async () => {
  const { files, run } = await open();
  const write = async (body: string) => {
    const rules = [{ host: 'go.example.com', rules: [{ then: { respond: { body } } }] }];
    await writeFile(files.json, JSON.stringify({ rules }));
  };
  await write('\u009b2J\u202e');
  expect(await run(['apply', files.json, '--yes'])).toMatchObject({ code: 0 });
  await write('two');
  expect((await run(['plan', files.json])).stdout).toContain('"body":"\ufffd2J\ufffd"');
  await writeFile(files.json, JSON.stringify({ segments: [{ name: 'x', filters: '\u2066x' }] }));
  const refused = await run(['plan', files.json]);
  expect(refused.stderr).toContain('\ufffdx');
  expect(refused.stderr).not.toContain('\u2066');
});

test('texts of the account that a file would have read from this machine are not exported', async () => {
  const { dir, files, run } = await open();
  await run(['apply', files.json, '--yes']);
  const { stdout } = await run(['redirect', 'list', '--json']);
  const { uuid } = JSON.parse(stdout).data[0];
  expect(await run(['redirect', 'update', uuid, '--note', 'file:/etc/passwd'])).toMatchObject({ code: 0 });
  const exported = join(dir, 'all.yaml');
  expect(await run(['export-config', exported])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^redirects\[\d\]\.note is "file:\/etc\/passwd"\nnameplate: "plan" would read /,
    ),
  });
  await expect(readFile(exported)).rejects.toThrow('ENOENT');
});

test('what is wrong is said with its place, with exit code 1, and wrong usage is 2', async () => {
  const { files, run } = await open();
  expect(
    await run(['plan', '-'], 'redirects: [{ source_host: a.example.com, destination_url: x }, 1]'),
  ).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^redirects\[0\]\.destination_url: .*\nredirects\[1\]: .*\nnameplate: the document has 2 problems\n$/,
    ),
  });
  expect(await run(['plan', files.yaml], '', { APP_TOKEN: '' })).toMatchObject({ code: 3 });
  expect(await run(['plan', '-'], 'brand: { name: "env:NOBODY_SETS_THIS" }')).toMatchObject({
    code: 1,
    stderr: 'nameplate: -: brand.name is "env:NOBODY_SETS_THIS", but NOBODY_SETS_THIS is not set\n',
  });
  expect(await run(['plan', '-'], 'brand: { name: "file:nowhere.txt" }')).toMatchObject({ code: 1 });
  expect(await run(['plan', files.json, files.json])).toMatchObject({ code: 1 });
  await writeFile(files.json, '{"redirects": [{}], "redirects": []}');
  expect(await run(['plan', files.json])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"redirects" more than once in one object'),
  });
  await truncate(files.json, 64 * 1024 * 1024 + 1);
  expect(await run(['plan', files.json])).toMatchObject({
    code: 1,
    stderr: `nameplate: FILE "${files.json}": is larger than 67108864 bytes; plan parts of it one by one\n`,
  });
  expect((await run(['plan', '-'], 'constructor: []')).stderr).toContain('is not a part of a document');
  expect(await run(['plan', '-'], '')).toMatchObject({ code: 1 });
  expect(await run(['plan'])).toMatchObject({ code: 2 });
  expect(await run(['apply', '--yes'])).toMatchObject({ code: 2 });
  expect(await run(['apply', '--plan', 'x', '--prune', '--yes'])).toMatchObject({ code: 2 });
});
