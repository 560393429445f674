/** `nameplate redirect import` and `export`. */

import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import { customDomainResource } from '../../src/resources/custom-domain.ts';
import { redirectResource } from '../../src/resources/redirect.ts';
import { upstreamResource } from '../../src/resources/upstream.ts';
import { builtProgram } from '../support/built-program.ts';
import { createAccount, runCli } from '../support/command-line.ts';
import { loads } from '../support/hang.ts';
import { isStopped } from '../support/proc.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { tempDir } from '../support/temp-dir.ts';
import { testSecretKey } from '../support/test-secret-key.ts';

const header = 'source_host,destination_url';

async function importText(dataDir: string, stdin: string, ...args: string[]) {
  const result = await runCli(['redirect', 'import', '-', '--json', ...args], { dataDir, stdin });
  return { ...result, report: result.stdout === '' ? undefined : JSON.parse(result.stdout) };
}

async function countRedirects(dataDir: string): Promise<number> {
  const store = await ControlStore.open({ kind: 'sqlite', path: join(dataDir, 'control.db') }, systemClock);
  const [account] = await new Accounts(store).list();
  const sort = { field: 'source_host', direction: 'asc' } as const;
  const { count } = await new Redirects(store).list({
    accountUuid: account?.uuid ?? '',
    sort,
    limit: 1,
    offset: 0,
  });
  await store[Symbol.asyncDispose]();
  return count;
}

/** An export without the columns that import ignores: uuid, created_at, updated_at, account_uuid. */
function importable(csv: string): string {
  return csv.replace(/,[^,]{36},[^,]{29},[^,]{29},[^,]{36}$/gm, '');
}

/** Starts an import that stops itself when its first batch is in the store, and answers it then. */
async function startStopping(path: string, dataDir: string) {
  const library = createRequire(builtProgram).resolve('better-sqlite3');
  const env = await loads(`
    const { prototype } = require(${JSON.stringify(library)});
    const { prepare } = prototype;
    let hasStopped = false;
    prototype.prepare = function (sql) {
      const statement = prepare.call(this, sql);
      if (sql !== 'commit') return statement;
      const { run } = statement;
      statement.run = (...values) => {
        const result = run.apply(statement, values);
        if (hasStopped || !prepare.call(this, 'select 1 from redirects').get()) return result;
        hasStopped = true;
        process.kill(process.pid, 'SIGSTOP');
        return result;
      };
      return statement;
    };`);
  const child = startProgram(['redirect', 'import', path], { dataDir, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => child.exitCode === null && isStopped(child.pid ?? 0)).toBe(true);
  return child;
}

async function newInstallation(): Promise<string> {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  return dataDir;
}

test('writes nothing when a line is refused, and names every refused line', async () => {
  const dataDir = await newInstallation();
  const file = `\ufeff${header}\r\ngood.example.com,https://d.example\r\nbad_host,https://d.example\r\n\r\nGOOD.example.com,https://d.example\r\nx.example.com,"https://d.example\r\ny.example.com,ftp://d.example\r\n`;
  const { code, stderr, report } = await importText(dataDir, file);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(report).toMatchObject({ dry_run: false, written: false, valid: 1, created: 0, updated: 0 });
  expect(report.refused).toEqual([
    {
      line: 3,
      source_host: 'bad_host',
      reason: expect.stringContaining('source_host "bad_host" is invalid'),
    },
    {
      line: 5,
      source_host: 'good.example.com',
      reason: 'source_host "good.example.com" stands on line 2 already; a host has one redirect',
    },
    { line: 6, source_host: '', reason: 'cell 2 begins with a quote that is not closed on the same line' },
    {
      line: 7,
      source_host: 'y.example.com',
      reason: expect.stringContaining('destination_url "ftp://d.example" is invalid'),
    },
  ]);
  expect(await countRedirects(dataDir)).toBe(0);

  const people = await runCli(['redirect', 'import', '-'], { dataDir, stdin: file });
  expect(people.stdout).toContain('line 3 (bad_host): source_host "bad_host" is invalid');
  expect(people.stdout).toContain('0 created, 0 updated, 4 refused\n');
  expect(people.stderr).toContain('--skip-invalid writes the 1 valid line');

  expect(await importText(dataDir, file, '--skip-invalid')).toMatchObject({
    code: 0,
    report: { written: true, created: 1 },
  });
  expect(await countRedirects(dataDir)).toBe(1);
});

test('warns of redirects that lead in a circle, at the line that closes it', async () => {
  const dataDir = await newInstallation();
  const { code, report } = await importText(dataDir, `${header}\na.example.com,https://b.example.com\n`);
  expect({ code, warnings: report.warnings }).toEqual({ code: 0, warnings: undefined });
  const back = await importText(dataDir, `${header}\nb.example.com,https://a.example.com\n`);
  expect(back.report).toMatchObject({ created: 1, refused: [] });
  expect(back.report.warnings).toEqual([
    { line: 2, source_host: 'b.example.com', warning: expect.stringMatching(/^leads in a circle: /) },
  ]);
  const netlify =
    'https://c.example.com/* https://d.example.com/:splat\nhttps://d.example.com/* https://c.example.com/:splat\n';
  const text = await runCli(['redirect', 'import', '-', '--format', 'netlify'], { dataDir, stdin: netlify });
  expect(text.stdout).toMatch(/^line 1 \(c\.example\.com\): warning: it leads in a circle: /m);
});

test('a dry run warns of circles within the file, with redirects of the account, and of those that are updated', async () => {
  const dataDir = await newInstallation();
  await importText(
    dataDir,
    `${header}\nthere.example.com,https://new.example.com\nold.example.com,https://c.example\nback.example.com,https://old.example.com\n`,
  );
  const far = Array.from({ length: 600 }, (_, place) => `f${place}.example.com,https://c.example`);
  const file = [
    header,
    'first.example.com,https://last.example.com',
    'new.example.com,https://there.example.com',
    'old.example.com,https://back.example.com',
    'bad_host,https://c.example',
    ...far,
    'last.example.com,https://first.example.com',
    'into.example.com,https://last.example.com',
  ].join('\n');
  const { report } = await importText(dataDir, file, '--dry-run', '--update');
  const told = report.warnings.map(({ line }: { line: number }) => line);
  expect(told.toSorted((a: number, b: number) => a - b)).toEqual([2, 3, 4, 606, 607]);
  for (const { warning } of report.warnings) expect(warning).toMatch(/^leads in a circle: /);
  const text = await runCli(['redirect', 'import', '-', '--dry-run', '--update'], { dataDir, stdin: file });
  expect(text.stdout).toMatch(/^line 2 \(first\.example\.com\): warning: it leads in a circle: /m);
  expect(await countRedirects(dataDir)).toBe(3);
});

test('writes nothing in a dry run', async () => {
  const dataDir = await newInstallation();
  const { code, report } = await importText(
    dataDir,
    `${header}\na.example.com,https://d.example\n`,
    '--dry-run',
  );
  expect({ code, report }).toEqual({
    code: 0,
    report: { dry_run: true, written: false, valid: 1, created: 0, updated: 0, unchanged: 0, refused: [] },
  });
  expect(await countRedirects(dataDir)).toBe(0);
});

test.each([
  ['', 'standard input has no lines'],
  [`${header},nope\n`, 'column "nope" is not an attribute; allowed: source_host, '],
  ['source_host\n', 'column "destination_url" is missing'],
])('refuses the file %j as a whole, in one line', async (stdin, message) => {
  const dataDir = await newInstallation();
  const { code, stdout, stderr } = await importText(dataDir, stdin);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^nameplate: [^\n]*\n$/);
  expect(stderr).toContain(message);
});

test('updates what the account has with --update, keeps what the file does not name, and refuses the rest', async () => {
  const dataDir = await newInstallation();
  const other = await createAccount(dataDir, 'Other');
  const accounts = JSON.parse((await runCli(['account', 'list', '--json'], { dataDir })).stdout);
  const own = ['--account', accounts[0].uuid];
  await importText(
    dataDir,
    'source_host,destination_url,active,redirect_type\na.example.com,https://old.example,false,found\nb.example.com,https://b.example,true,\n',
    ...own,
  );
  await importText(dataDir, `${header}\ntheirs.example.com,https://t.example\n`, '--account', other);

  const file = `${header}\na.example.com,https://new.example\nb.example.com,https://b.example\nnew.example.com,https://n.example\ntheirs.example.com,https://t2.example\n`;
  const refused = await importText(dataDir, file, ...own);
  expect(refused.report.refused.map(({ line }: { line: number }) => line)).toEqual([2, 3, 5]);
  const { code, report } = await importText(dataDir, file, '--update', '--skip-invalid', ...own);
  expect(code).toBe(0);
  expect(report).toMatchObject({
    created: 1,
    updated: 1,
    unchanged: 1,
    refused: [{ line: 5, source_host: 'theirs.example.com' }],
  });
  const { data } = JSON.parse(
    (await runCli(['redirect', 'list', '--source-host', 'a.example.com', '--json', ...own], { dataDir }))
      .stdout,
  );
  expect(data).toMatchObject([
    { destination_url: 'https://new.example', active: false, redirect_type: 'found' },
  ]);
});

test('refuses lines on hosts of other accounts, whatever they have there', async () => {
  const dataDir = await newInstallation();
  const other = await createAccount(dataDir, 'Other');
  const store = await ControlStore.open(
    { kind: 'sqlite', path: join(dataDir, 'control.db') },
    systemClock,
    testSecretKey,
  );
  await store.secretKeys.prepare();
  const own = (await new Accounts(store).list()).find(({ uuid }) => uuid !== other);
  const upstream = await new Upstreams(store).create(other, {
    ...upstreamResource.defaults,
    host: 'up.example.net',
    authToken: undefined,
  });
  await new CustomDomains(store).create(other, upstream.uuid, {
    ...customDomainResource.defaults,
    host: 'shop.example.com',
    redirectToWww: true,
    webAnalytics: 'off',
  });
  await store[Symbol.asyncDispose]();
  const hosts = ['shop.example.com', 'www.shop.example.com'];
  const file = [header, ...hosts.map((host) => `${host},https://d.example`), ''].join('\n');
  for (const more of [[], ['--update']]) {
    const { code, report } = await importText(dataDir, file, '--account', own?.uuid ?? '', ...more);
    expect(code).toBe(1);
    expect(report.refused).toEqual(
      hosts.map((host, index) => ({
        line: index + 2,
        source_host: host,
        reason: expect.stringContaining(`source_host "${host}" belongs to another account`),
      })),
    );
  }
});

test('takes a _redirects file, by name and by content', async () => {
  const dataDir = await newInstallation();
  const file =
    '# moved\nhttps://a.example.com/* https://b.example/:splat 301!\nhttps://a.example.com/x https://b.example/y\n/p https://c.example/ 302\n/q https://c.example/q 200\n';
  const path = join(dataDir, '_redirects');
  writeFileSync(path, file);
  const result = await runCli(
    ['redirect', 'import', path, '--host', 'P.example.com', '--skip-invalid', '--json'],
    { dataDir },
  );
  expect(result.code).toBe(0);
  expect(JSON.parse(result.stdout)).toMatchObject({
    created: 2,
    refused: [
      { line: 3, source_host: 'a.example.com', reason: expect.stringContaining('stands on line 2 already') },
      { line: 5, source_host: 'p.example.com', reason: 'status 200 is a rewrite, not a redirect' },
    ],
  });
  expect((await importText(dataDir, file)).report.refused).toHaveLength(4);
});

test('exports what imports again to the same, awkward values too', async () => {
  const [from, to] = [await newInstallation(), await newInstallation()];
  const file = [
    'source_host,match_path,destination_url,redirect_type,preserve_path,preserve_query_string,active,note',
    'quotes.example.com,*,"https://d.example/?q=""a"",b",found,false,false,false,"say ""so"", twice"',
    'comma.example.com,/a*,"https://d.example/a,b,c#x,y",permanent,true,false,true,true',
    'bücher.example.com,/exact,https://münchen.example/ä?ö=ü#ß,,,,,Bücher 😀',
    '=formula.example.com,*,https://d.example,,,,,',
    'spaces.example.com,TRUE,"https://d.example/a b?c = d",,,,,',
    'emoji.example.com,-_/,https://d.example/😀%20%2F//x/,,,,,',
    `long.example.com,*,https://d.example/${'x'.repeat(2_000)},,,,,${'x'.repeat(500)}`,
  ];
  const { report } = await importText(from, `${file.join('\n')}\n`, '--skip-invalid');
  expect(report).toMatchObject({ created: 6, refused: [{ line: 5 }] });

  const path = join(from, 'export.csv');
  expect(await runCli(['redirect', 'export', path], { dataDir: from })).toMatchObject({
    code: 0,
    stdout: '',
  });
  const text = readFileSync(path, 'utf8');
  expect((await runCli(['redirect', 'export'], { dataDir: from })).stdout).toBe(text);
  expect(await runCli(['redirect', 'import', path], { dataDir: to })).toMatchObject({
    code: 0,
    stdout: '6 created, 0 updated, 0 refused\n',
  });
  const copy = (await runCli(['redirect', 'export'], { dataDir: to })).stdout;
  expect(importable(copy)).toBe(importable(text));
  expect(importable(copy)).not.toBe(copy);

  const again = await importText(from, text, '--update');
  expect(again).toMatchObject({ code: 0, report: { created: 0, updated: 0, unchanged: 6, refused: [] } });
  const json = JSON.parse((await runCli(['redirect', 'export', '--json'], { dataDir: from })).stdout);
  expect(json.map((one: { source_host: string }) => one.source_host)).toContain('xn--bcher-kva.example.com');
});

test('imports 100,000 lines in bounded memory, and exports them', async () => {
  const dataDir = await newInstallation();
  const path = join(dataDir, 'many.csv');
  const rows = Array.from({ length: 100_000 }, (_, n) => `h${n}.example.com,https://d.example/${n}`);
  writeFileSync(path, `${header}\n${rows.join('\n')}\n`);
  const result = await runProgram(['redirect', 'import', path], {
    dataDir,
    env: { NODE_OPTIONS: '--max-old-space-size=128' },
  });
  expect(result).toEqual({ code: 0, stdout: '100000 created, 0 updated, 0 refused\n', stderr: '' });
  const exported = await runCli(['redirect', 'export'], { dataDir });
  expect(exported.stdout.trimEnd().split('\n')).toHaveLength(100_001);
});

test('leaves whole batches when it is killed, and finishes with --update', async () => {
  const dataDir = await newInstallation();
  const path = join(dataDir, 'many.csv');
  const rows = Array.from({ length: 6_000 }, (_, n) => `h${n}.example.com,https://d.example/${n}`);
  writeFileSync(path, `${header}\n${rows.join('\n')}\n`);
  const child = await startStopping(path, dataDir);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  const left = await countRedirects(dataDir);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(6_000);
  expect(left % 500).toBe(0);

  const { code, report } = await importText(dataDir, readFileSync(path, 'utf8'), '--update');
  expect(code).toBe(0);
  expect(report).toMatchObject({ created: 6_000 - left, unchanged: left, refused: [] });
});

test('refuses a line whose host is taken between validation and write', async () => {
  const dataDir = await newInstallation();
  const path = join(dataDir, 'many.csv');
  const rows = Array.from({ length: 5_000 }, (_, n) => `h${n}.example.com,https://d.example/${n}`);
  writeFileSync(path, `${header}\n${rows.join('\n')}\n`);
  const child = await startStopping(path, dataDir);
  const finished = once(child, 'exit');
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  const store = await ControlStore.open({ kind: 'sqlite', path: join(dataDir, 'control.db') }, systemClock);
  const [account] = await new Accounts(store).list();
  await new Redirects(store).create(account?.uuid ?? '', {
    ...redirectResource.defaults,
    sourceHost: 'h4999.example.com',
    destinationUrl: 'https://first.example',
  });
  await store[Symbol.asyncDispose]();
  child.kill('SIGCONT');
  const [code] = await finished;
  expect(code).toBe(1);
  expect(stdout).toBe(
    'line 5001 (h4999.example.com): source_host "h4999.example.com" is already used by another redirect\n4999 created, 0 updated, 1 refused\n',
  );
});
