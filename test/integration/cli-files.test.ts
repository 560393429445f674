/** What commands answer about files that can't be read or written. Source: docs/reference/cli.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { createAccount, runCli } from '../support/command-line.ts';
import { tempDir } from '../support/temp-dir.ts';

const uuid = '01890000-0000-7000-8000-000000000000';
const days = ['--from', '2026-10-01', '--to', '2026-10-31'];

/** Each command with the option or argument that names a file, and how it is called with it. */
const reading: Readonly<Record<string, (path: string) => string[]>> = {
  'plan FILE': (path) => ['plan', path],
  'apply FILE': (path) => ['apply', path, '--yes'],
  'domain import PATH': (path) => ['domain', 'import', path],
  'redirect import FILE': (path) => ['redirect', 'import', path],
  'rules import FILE': (path) => ['rules', 'import', path],
  'rules convert FILE': (path) => ['rules', 'convert', path],
  'rules replay FILE': (path) => ['rules', 'replay', 'a.example.com', path],
  'search-console import FILE': (path) => ['search-console', 'import', path, '--domain', 'a', ...days],
  'logs import FILE': (path) => ['logs', 'import', path, '--domain', 'shop.example.com'],
  'pageviews import FILE': (path) => ['pageviews', 'import', path, '--domain', 'shop.example.com'],
  'restore FILE': (path) => ['restore', path],
  'backup --passphrase-file': (path) => ['backup', `${path}.tar`, '--passphrase-file', path],
  'restore --passphrase-file': (path) => ['restore', process.execPath, '--passphrase-file', path],
  'certificate add --certificate': (path) => ['certificate', 'add', '--certificate', path, '--key', '-'],
  'certificate add --key': (path) => ['certificate', 'add', '--certificate', '-', '--key', path],
  'domain create --tls-client-ca-file': (path) => [
    ...'domain create --host a.example.com --tls-client-ca-file'.split(' '),
    path,
  ],
  'domain update --tls-client-ca-file': (path) => ['domain', 'update', uuid, '--tls-client-ca-file', path],
  'export-destination create --credentials-file': (path) => [
    ...'export-destination create --bucket bucket --credentials-file'.split(' '),
    path,
  ],
  'export-destination update --credentials-file': (path) => [
    ...`export-destination update ${uuid} --credentials-file`.split(' '),
    path,
  ],
  ...Object.fromEntries(
    ['tls-ca-file', 'tls-client-certificate-file', 'tls-client-key-file'].flatMap((option) => [
      [
        `upstream create --${option}`,
        (path: string) => ['upstream', 'create', '--host', 'a.example.com', `--${option}`, path],
      ],
      [`upstream update --${option}`, (path: string) => ['upstream', 'update', uuid, `--${option}`, path]],
    ]),
  ),
  ...Object.fromEntries(
    ['404', '502', '503'].flatMap((status) =>
      ['upstream', 'domain'].map((group) => [
        `${group} update --error-page-${status}`,
        (path: string) => [group, 'update', uuid, `--error-page-${status}`, path],
      ]),
    ),
  ),
};

/** One of each way to read: these are tried with a directory. */
const read: ReadonlySet<string> = new Set(['apply FILE', 'rules convert FILE', 'restore FILE']);

const writing: Readonly<Record<string, (path: string) => string[]>> = {
  'export-config FILE': (path) => ['export-config', path],
  'redirect export FILE': (path) => ['redirect', 'export', path],
  'rules export FILE': (path) => ['rules', 'export', 'go.example.com', path],
  'backup FILE': (path) => ['backup', path],
};
/** They write what a running service has. */
const elsewhere = ['export create --output', 'export download --output'];

let dataDir: string;
const run = (args: string[], stdin = '') =>
  runCli(args, { dataDir, stdin, env: { NAMEPLATE_UPSTREAM_ALLOW: '203.0.113.0/24' } });

beforeAll(async () => {
  dataDir = await tempDir('file');
  await createAccount(dataDir);
  const document = {
    upstreams: [{ name: 'app', host: '203.0.113.7' }],
    domains: [{ host: 'shop.example.com', upstream: 'app' }],
    rules: [{ host: 'go.example.com', rules: [{ then: { respond: { body: 'one' } } }] }],
  };
  expect(await run(['apply', '-', '--yes'], JSON.stringify(document))).toMatchObject({ code: 0 });
});

test('a file that is not there or is a directory is named with its option or argument', async () => {
  const missing = join(dataDir, 'missing');
  for (const [command, argsOf] of Object.entries(reading)) {
    const name = command.split(' ').at(-1);
    const [path, problem] = read.has(command) ? [dataDir, 'is a directory'] : [missing, 'no such file'];
    expect(await run(argsOf(path)), command).toMatchObject({
      code: 1,
      stdout: command.startsWith('logs') || command.startsWith('pageviews') ? expect.any(String) : '',
      stderr: expect.stringContaining(`nameplate: ${name} ${JSON.stringify(path)}: ${problem}\n`),
    });
  }
});

test('so is a file that can’t be written', async () => {
  const path = join(dataDir, 'missing', 'file');
  for (const [command, argsOf] of Object.entries(writing))
    expect(await run(argsOf(path)), command).toMatchObject({
      code: 1,
      stderr: `nameplate: FILE ${JSON.stringify(path)}: no such directory\n`,
    });
  expect((await run(['redirect', 'export', dataDir])).stderr).toBe(
    `nameplate: FILE ${JSON.stringify(dataDir)}: is a directory\n`,
  );
});

test('so are the files that a document names, and the one with the token', async () => {
  const [document, missing] = [join(dataDir, 'app.yaml'), join(dataDir, 'none')];
  await writeFile(document, 'brand: { name: "file:none" }');
  expect((await run(['plan', document])).stderr).toBe(
    `nameplate: ${document}: brand.name ${JSON.stringify(missing)}: no such file\n`,
  );
  const url = ['--url', 'http://127.0.0.1:1', '--token-file', missing];
  expect((await run([...url, 'redirect', 'list'])).stderr).toBe(
    `nameplate: token file ${JSON.stringify(missing)}: no such file\n`,
  );
});

test('another program’s folder that is not there, or is a file', async () => {
  const [missing, file] = [join(dataDir, 'missing'), join(dataDir, 'file')];
  await writeFile(file, '');
  for (const source of ['caddy', 'traefik', 'certbot', 'acme-sh', 'cloudflare']) {
    const at = (path: string) => run(['domain', 'import', path, '--from', source]);
    expect((await at(missing)).stderr, source).toBe(`nameplate: PATH "${missing}": no such file\n`);
    if (source !== 'traefik' && source !== 'cloudflare')
      expect((await at(file)).stderr, source).toBe(`nameplate: PATH "${file}": is not a directory\n`);
  }
});

test('no command that takes a file is left out here', async () => {
  const found = (command: Command, path: readonly string[]): string[] => {
    const here = [...path, command.name()];
    const options = command.options.filter(({ flags }) => /<(?:file|path)>/.test(flags));
    const args = command.registeredArguments
      .map((argument) => argument.name().replace(/^files$/, 'file'))
      .filter((name) => /^(?:file|path)$/.test(name));
    return [
      ...options.map(({ long }) => [...here, long].join(' ')),
      ...args.map((name) => [...here, name.toUpperCase()].join(' ')),
      ...command.commands.flatMap((child) => found(child, here)),
    ];
  };
  const { commands } = await createProgram();
  // The service looks for the program; "help" names a command.
  const others = ['upgrade --program'];
  expect(commands.flatMap((command) => found(command, [])).toSorted()).toEqual(
    [...Object.keys(reading), ...Object.keys(writing), ...elsewhere, ...others].toSorted(),
  );
});
