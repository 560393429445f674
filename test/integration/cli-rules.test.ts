/** `nameplate rules convert`. Source: docs/reference/rule-formats.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../support/command-line.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'go.example.com';
const upstream = '0197f7a0-0000-7000-8000-000000000001';

async function convert(stdin: string, ...args: string[]) {
  return runCli(['rules', 'convert', '-', '--host', host, ...args], { dataDir: await tempDir(), stdin });
}

const redirect = (path: string, to: string, status = 301) => ({
  active: true,
  if: { path },
  then: { redirect: { to, status, query: true } },
});

test('prints a file whole or not at all, and names every line that cannot be carried over', async () => {
  const file = '# moved\n/a /b 302\n/* /index.html 200\n/c /d Country=XX\n/e https://x.example/:rest\n';
  const refused = await convert(file, '--format', 'netlify');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr.split('\n')).toEqual([
    expect.stringContaining('line 3: status 200 shows "/index.html" in place of the path'),
    expect.stringMatching(/^line 4: if\.countries\[0\] is "XX"; allowed: /),
    expect.stringContaining('line 5: then.redirect.to has the placeholder :rest'),
    'Nothing was printed. --skip-invalid leaves such lines out.',
    '',
  ]);
  const skipped = await convert(file, '--format', 'netlify', '--skip-invalid', '--to', 'json');
  expect({ code: skipped.code, body: JSON.parse(skipped.stdout) }).toEqual({
    code: 0,
    body: { rules: [redirect('/a', '/b', 302)] },
  });
});

test('says which paths it compares in another spelling, and which of two then never acts', async () => {
  const read = await convert(
    '/caf%c3%a9 /a\n/caf%C3%A9 /b\n/plain /c\n',
    '--format',
    'netlify',
    '--to',
    'json',
  );
  expect(read.code).toBe(0);
  expect(read.stderr.split('\n')).toEqual([
    `${host}, rule 2: never acts: rules[0] answers all its requests; their paths are two spellings of one`,
    'line 1: /caf%c3%a9 is compared as /caf%C3%A9',
    '',
  ]);
});

test('a file of which nothing can be carried over is a failure, whatever is left out', async () => {
  const lost = await convert('{"rules": [', '--format', 'json', '--skip-invalid');
  expect(lost.code).toBe(1);
  const [one, other] = ['/a /b\n', '/* /index.html 200\n'];
  expect((await convert(one + other, '--format', 'netlify', '--skip-invalid')).code).toBe(0);
  expect((await convert(other, '--format', 'netlify', '--skip-invalid')).code).toBe(1);
});

test('reads several files by their names, fields before what answers', async () => {
  const dataDir = await tempDir();
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(dataDir, name), text);
    return join(dataDir, name);
  };
  const files = [
    await write('_redirects', '/a /b\n/api/* https://api.example.net/:splat 200\n'),
    await write('_headers', '/*\n  X-Frame-Options: DENY\n'),
    await write('list.csv', `${host}/c,https://d.example/,,,,TRUE\n`),
    await write('old.conf', 'location = /e { return 301 /f; }\n'),
  ];
  const run = (...args: string[]) => runCli(['rules', 'convert', ...args, '--host', host], { dataDir });
  const known = ['--upstream', `https://api.example.net=${upstream}`];
  const json = await run(...files, ...known, '--to', 'json');
  expect({ code: json.code, stderr: json.stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(json.stdout).rules).toMatchObject([
    { then: { set_headers: { response: { 'X-Frame-Options': 'DENY' } } } },
    redirect('/a', '/b'),
    { then: { proxy: { upstream_uuid: upstream, strip_prefix: '/api', host_header: 'upstream' } } },
    { if: { path: '/c/*' }, then: { redirect: { query: false } } },
    { if: { path: '/e' }, then: { redirect: { to: '/f' } } },
  ]);
  const unknown = await run(...files);
  expect(unknown.stderr).toContain(
    '_redirects, line 2: it proxies to https://api.example.net, and no upstream',
  );
  const written = await run(...files, ...known, '--to', 'netlify');
  expect(written).toMatchObject({
    code: 1,
    stdout: '/a /b 301\n/api/* https://api.example.net/:splat 200\n',
  });
  expect(written.stderr).toContain('rule 1 is left out: its action is set_headers\n');

  // What was printed can be read again.
  const csv = await run(...files, ...known);
  const again = await convert(csv.stdout, '--to', 'json', '--format', 'csv');
  expect(JSON.parse(again.stdout)).toEqual(JSON.parse(json.stdout));
  const fromJson = await convert(json.stdout, '--to', 'csv');
  expect(fromJson.stdout).toBe(csv.stdout);
});

test('prints the rules of several hosts as CSV', async () => {
  const file = 'a.example/x,https://d.example/\nb.example/,https://d.example/\n';
  expect(await convert(file, '--format', 'cloudflare')).toEqual({
    code: 0,
    stderr: '',
    stdout:
      'host,path,to,status,pass_query\na.example,/x,https://d.example/,301,false\nb.example,/,https://d.example/,301,false\n',
  });
  expect(await convert(file, '--format', 'cloudflare', '--to', 'json')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('rules of 2 hosts'),
  });
});

test('warns of what leads in circles', async () => {
  const { code, stderr } = await convert('/a /b\n/b /a\n', '--format', 'netlify');
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`${host}, rule 1: `) });
});

test('refuses what is no file of rules', async () => {
  expect(await convert('hello\n')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--format takes csv, netlify'),
  });
  expect(await convert('{', '--format', 'json')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('rule 1: the file is not JSON'),
  });
  expect(await convert('/a /b', '--upstream', 'x')).toMatchObject({ code: 2 });
  const nothing = await runCli(['rules', 'convert', '/nothing', '--host', 'a_b'], {
    dataDir: await tempDir(),
  });
  expect(nothing.code).toBe(1);
});

test('a list that is too long is refused as a whole', async () => {
  const lines = Array.from({ length: 100_001 }, (_, index) => `/${index} /x\n`).join('');
  const { code, stderr } = await convert(lines, '--format', 'netlify');
  expect({ code, lines: stderr.split('\n') }).toEqual({
    code: 1,
    lines: [expect.stringContaining('has 100001 rules; allowed: at most 100000'), expect.any(String), ''],
  });
});
