/** `dist/cli.cjs`, the command line as one file. Source: docs/reference/operator-api.md ("From a laptop or a pipeline"). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { ComposedService } from '../support/composed-service.ts';
import { tempDir } from '../support/temp-dir.ts';

const laptop = await tempDir('file');
const program = join(laptop, 'cli.cjs');
let service: ComposedService;
beforeAll(async () => {
  await copyFile(join(dirname(builtProgram), 'cli.cjs'), program);
  service = await ComposedService.start({ dataDir: await tempDir('file') });
});
afterAll(() => service.stop());

type Run = {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  readonly file?: string;
};

/** Without node_modules, a data directory or anything else beside it. */
async function run(args: readonly string[], { env = {}, stdin = '', file = 'cli.cjs' }: Run = {}) {
  const child = spawn(process.execPath, [file, ...args], { cwd: laptop, env });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const exited = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await exited;
  return { code: child.exitCode, stdout, stderr };
}

test('works with a URL and a token, and nothing else of an installation', async () => {
  const env = { NAMEPLATE_URL: service.apiOrigin, NAMEPLATE_TOKEN: service.token };
  const stdin = 'source_host,destination_url\nlaptop.example.com,https://d.example\n';
  expect(await run(['redirect', 'import', '-'], { env, stdin })).toEqual({
    code: 0,
    stdout: '1 created, 0 updated, 0 refused\n',
    stderr: '',
  });
  expect((await service.edge('laptop.example.com')).status).toBe(301);
  await writeFile(join(laptop, 'token'), service.token);
  const far = ['--url', service.apiOrigin, '--token-file', 'token'];
  for (const args of [
    [...far, 'redirect', 'list', '--json'],
    ['redirect', 'list', '--json', ...far],
  ]) {
    const listed = await run(args);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(listed.stdout).data).toMatchObject([{ source_host: 'laptop.example.com' }]);
  }
});

test('says what needs an installation', async () => {
  const only = 'this file is a client only';
  expect(await run(['redirect', 'list'])).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`${only}: say with --url or NAMEPLATE_URL where the service is`),
  });
  for (const args of [
    ['serve', '--migrate'],
    ['backup', 'file'],
    ['logs', 'import', '--domain', 'a.example', 'file'],
  ])
    expect(await run(args)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`needs an installation: ${only}`),
    });
  expect(await run(['user', 'set-password', 'a@example.com', '--url', 'http://localhost'])).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('works on this machine and can\'t ask "http://localhost": run it there'),
  });
  expect((await run(['help', 'rules', 'import'])).stdout).toContain('Usage: nameplate rules import');
});

test('has no native parts, and takes nothing from where it lies', async () => {
  const source = await readFile(program, 'utf8');
  const required = [...source.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name);
  expect(required.filter((name) => !isBuiltin(name))).toEqual([]);
  expect(source).not.toMatch(/__filename|__dirname/);
});

test('takes paths as Windows writes them', async () => {
  const windows = [
    "const source = require('node:fs').readFileSync('cli.cjs', 'utf8').replace(/^#!.*/, '');",
    "Object.defineProperty(process, 'platform', { value: 'win32' });",
    "Object.assign(require('node:path'), require('node:path').win32);",
    "new (require('node:module'))('cli.cjs')._compile(source, 'cli.cjs');",
  ];
  await writeFile(join(laptop, 'windows.cjs'), windows.join('\n'));
  const path = String.raw`C:\site\_redirects`;
  await writeFile(`${laptop}/${path}`, '/a /b\n');
  expect(
    await run(['rules', 'convert', path, '--host', 'go.example.com'], { file: 'windows.cjs' }),
  ).toMatchObject({
    code: 0,
    stdout: 'host,path,to,status\ngo.example.com,/a,/b,301\n',
    stderr: '',
  });
});
