/** `nameplate rules`. Source: docs/reference/rule-formats.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownershipRecord } from '../../src/core/ownership-record.ts';
import { createAccount, runCli } from '../support/command-line.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'go.example.com';

async function newInstallation() {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const run = (args: readonly string[], stdin = '') => runCli(['rules', ...args], { dataDir, stdin });
  const importText = async (stdin: string, ...args: string[]) => {
    const result = await run(['import', '-', '--host', host, '--json', ...args], stdin);
    return { ...result, report: result.stdout === '' ? undefined : JSON.parse(result.stdout) };
  };
  const rulesOf = async (name = host, ...args: string[]) =>
    JSON.parse((await run(['show', name, '--json', ...args])).stdout).rules;
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(dataDir, name), text);
    return join(dataDir, name);
  };
  return { dataDir, run, importText, rulesOf, write };
}

const redirect = (path: string, to: string, status = 301) => ({
  active: true,
  if: { path },
  then: { redirect: { to, status, query: true } },
});

test('imports a file whole or not at all, and names every line that cannot be carried over', async () => {
  const { importText, rulesOf } = await newInstallation();
  const file = '# moved\n/a /b 302\n/* /index.html 200\n/c /d Country=XX\n/e https://x.example/:rest\n';
  const refused = await importText(file, '--format', 'netlify');
  expect(refused).toMatchObject({ code: 1, stderr: '' });
  expect(refused.report).toEqual({
    dry_run: false,
    written: false,
    hosts: [{ host, rules: 1, rules_before: 0, warnings: [] }],
    normalised: [],
    problem_count: 3,
    problems: [
      { file: 'standard input', line: 3, reason: expect.stringContaining('status 200 shows "/index.html"') },
      {
        file: 'standard input',
        line: 4,
        reason: expect.stringMatching(/^if\.countries\[0\] is "XX"; allowed: /),
      },
      { file: 'standard input', line: 5, reason: expect.stringContaining('has the placeholder :rest') },
    ],
  });
  expect(await rulesOf()).toEqual([]);

  const skipped = await importText(file, '--format', 'netlify', '--skip-invalid');
  expect(skipped).toMatchObject({ code: 0, report: { written: true, problem_count: 3 } });
  expect(await rulesOf()).toEqual([redirect('/a', '/b', 302)]);
});

test('a dry run writes nothing', async () => {
  const { importText, rulesOf } = await newInstallation();
  expect(await importText('path,to\n/a,/b\n', '--dry-run')).toMatchObject({
    code: 0,
    report: { dry_run: true, written: false, hosts: [{ host, rules: 1 }] },
  });
  expect(await rulesOf()).toEqual([]);
});

test('replaces the rules of a host only when it may, or adds to them', async () => {
  const { importText, rulesOf } = await newInstallation();
  expect(await importText('path,to\n/a,/b\n')).toMatchObject({ code: 0 });
  expect(await importText('path,to\n/c,/d\n')).toEqual({
    code: 2,
    stdout: '',
    report: undefined,
    stderr: `nameplate: Replace the 1 rule of ${host}? There is no terminal to answer on: add --yes to do it\n`,
  });
  expect(await rulesOf()).toEqual([redirect('/a', '/b')]);
  expect(await importText('path,to\n/c,/d\n', '--append')).toMatchObject({
    code: 0,
    report: { hosts: [{ rules: 2, rules_before: 1 }] },
  });
  expect(await rulesOf()).toEqual([redirect('/a', '/b'), redirect('/c', '/d')]);
  expect(await importText('path,to\n/e,/f\n', '--yes')).toMatchObject({ code: 0 });
  expect(await rulesOf()).toEqual([redirect('/e', '/f')]);
});

test('reads several files by their names, fields before what answers', async () => {
  const { dataDir, run, rulesOf, write } = await newInstallation();
  await runCli(['upstream', 'create', '--host', 'api.example.net'], { dataDir });
  const files = [
    await write(
      '_redirects',
      '/a /b\n/api/* https://api.example.net/:splat 200\nhttps://other.example.com/* /x\n',
    ),
    await write('_headers', '/*\n  X-Frame-Options: DENY\n'),
    await write('list.csv', `${host}/c,https://d.example/,,,,TRUE\nthird.example.com/,https://d.example/\n`),
    await write('old.conf', 'location = /e { return 301 /f; }\n'),
  ];
  const { code, stdout } = await run(['import', ...files, '--host', host]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${host} has 5 rules\nother.example.com has 1 rule\nthird.example.com has 1 rule\n`,
  });
  expect(await rulesOf()).toMatchObject([
    { then: { set_headers: { response: { 'X-Frame-Options': 'DENY' } } } },
    redirect('/a', '/b'),
    { then: { proxy: { strip_prefix: '/api', host_header: 'upstream' } } },
    { if: { path: '/c/*' }, then: { redirect: { query: false } } },
    { if: { path: '/e' }, then: { redirect: { to: '/f' } } },
  ]);
  const shown = await run(['show', host]);
  expect(shown.stdout).toContain('2  -     /a      301 /b');
  expect(shown.stderr).toBe(`${host} has 5 rules.\n`);

  const broken = await run(['import', await write('_redirects', 'x\n'), files[1] ?? '', '--host', host]);
  expect(broken).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('_redirects, line 1: it has no destination'),
  });
});

test('exports what can be imported again, in each format', async () => {
  const { dataDir, run, importText, rulesOf } = await newInstallation();
  const rules = [
    { name: 'Sale', active: false, if: { countries: ['DE', 'AT'] }, then: { block: {} } },
    redirect('/a/*', 'https://x.example/:splat?y=1', 308),
    {
      active: true,
      if: { path: '/staff/*' },
      then: { basic_auth: { realm: 'Staff', users: [{ name: 'ann', password: 'pass word' }] } },
    },
  ];
  expect(await importText(JSON.stringify({ rules }))).toMatchObject({ code: 0 });
  const stored = await rulesOf();
  expect(JSON.stringify(stored)).not.toContain('pass');

  for (const format of ['csv', 'json']) {
    const exported = await run(['export', host, '--format', format]);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    expect(exported.stdout).not.toContain('pass');
    expect(await importText(exported.stdout, '--format', format, '--yes')).toMatchObject({ code: 0 });
    expect(await rulesOf()).toEqual(stored);
  }
  const path = join(dataDir, 'out');
  expect(await run(['export', host, path, '--format', 'netlify'])).toEqual({
    code: 1,
    stdout: '',
    stderr: `rule 1 is left out: it is not active\nrule 2 is left out: it passes the query on beside parameters of its own\nrule 3 is left out: its action is basic_auth\nExported to ${path}.\n`,
  });
  expect(await readFile(path, 'utf8')).toBe('');
  // There is no password to keep once the rules are gone.
  const { stdout } = await run(['export', host]);
  expect(await run(['clear', host, '--yes'])).toMatchObject({
    code: 0,
    stdout: `The 3 rules of ${host} were deleted.\n`,
  });
  expect((await importText(stdout)).report.problems).toEqual([
    { file: 'standard input', line: 4, reason: expect.stringContaining('password is missing') },
  ]);
});

test('refuses hosts of other accounts, and files that are none', async () => {
  const { dataDir, run, importText, rulesOf } = await newInstallation();
  const other = await createAccount(dataDir, 'Other');
  const [own] = JSON.parse((await runCli(['account', 'list', '--json'], { dataDir })).stdout);
  const record = ownershipRecord(own.uuid, host);
  await importText('path,to\n/a,/b\n', '--account', other);
  await using server = await TestDnsServer.start();
  const importOwn = () =>
    runCli(['rules', 'import', '-', '--host', host, '--account', own.uuid, '--json'], {
      dataDir,
      stdin: 'path,to\n/c,/d\n',
      env: { NAMEPLATE_DNS_SERVERS: server.address },
    });
  const taken = await importOwn();
  const reason = `host "${host}" belongs to another account; to prove that it is yours, create the TXT record ${record.name} with the value ${record.value} and try again`;
  expect(taken).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(taken.stdout)).toMatchObject({ hosts: [], problems: [{ line: 2, reason }] });
  expect(await run(['show', host, '--account', own.uuid])).toMatchObject({ code: 1, stdout: '' });
  expect(await run(['clear', host, '--yes', '--account', own.uuid])).toMatchObject({ code: 1 });
  expect(await rulesOf().catch(() => 'none')).toBe('none');
  server.setRecords([`${record.name} TXT ${record.value}`]);
  expect(await importOwn()).toMatchObject({ code: 0, stderr: '' });
  expect(await rulesOf(host, '--account', own.uuid)).toEqual([redirect('/c', '/d')]);
  await run(['clear', host, '--yes', '--account', own.uuid]);

  expect(await importText('hello\n')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--format takes csv, netlify'),
  });
  expect(await run(['import', join(dataDir, 'nothing')])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(': no such file'),
  });
  expect(await run(['import', '-', '--host', 'a_b.example'], 'path,to\n/a,/b\n')).toMatchObject({ code: 1 });
  expect(await run(['clear', 'free.example.com', '--yes', '--account', own.uuid])).toMatchObject({
    code: 1,
    stderr: 'nameplate: free.example.com has no rules\n',
  });
});

test('a list that is too long is refused as a whole', async () => {
  const { importText } = await newInstallation();
  const lines = Array.from({ length: 100_001 }, (_, index) => `/${index} /x\n`).join('');
  const { code, report } = await importText(lines, '--format', 'netlify', '--dry-run');
  expect({ code, problems: report.problems }).toEqual({
    code: 1,
    problems: [
      {
        file: 'standard input',
        line: 1,
        reason: expect.stringContaining('has 100001 rules; allowed: at most 100000'),
      },
    ],
  });
});

test('host list shows every host with what it has, and those with or without rules', async () => {
  const { dataDir, importText } = await newInstallation();
  await importText('/a /b\n/c /d\n', '--format', 'netlify');
  const redirects = ['redirect', 'create', '--source-host', 'a.example.com'];
  expect(
    await runCli([...redirects, '--destination-url', 'https://dest.example'], { dataDir }),
  ).toMatchObject({
    code: 0,
  });
  const list = (...args: string[]) => runCli(['host', 'list', ...args], { dataDir });
  const hosts = async (...args: string[]) =>
    JSON.parse((await list('--json', ...args)).stdout).data.map((one: { host: string }) => one.host);
  expect(await hosts()).toEqual(['a.example.com', host]);
  expect(await hosts('--sort', '-host')).toEqual([host, 'a.example.com']);
  expect(await hosts('--has-rules')).toEqual([host]);
  expect(await hosts('--no-rules')).toEqual(['a.example.com']);
  expect(await hosts('--query', 'GO.')).toEqual([host]);
  const { stdout, stderr } = await list();
  expect(stdout.split('\n').map((line) => line.split(/\s+/).slice(0, 4))).toEqual([
    ['HOST', 'DOMAIN', 'REDIRECT', 'RULES'],
    ['a.example.com', '-', 'yes', '-'],
    [host, '-', '-', '2'],
    [''],
  ]);
  expect(stderr).toContain('2 hosts in all.');
  expect(await list('--has-rules', '--no-rules')).toMatchObject({ code: 2 });
  expect(await list('--sort', 'rules')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"rules"'),
  });
});
