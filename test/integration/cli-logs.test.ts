/** `nameplate logs import`. */

import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FileLock } from '../../src/analytics/ingest/file-lock.ts';
import { decodeRequestRecord } from '../../src/analytics/ingest/request-codec.ts';
import { parseSegmentFileName, segmentHeader } from '../../src/analytics/ingest/segment-name.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import { customDomainResource } from '../../src/resources/custom-domain.ts';
import { upstreamResource } from '../../src/resources/upstream.ts';
import { runCli } from '../support/command-line.ts';
import { startProgram } from '../support/program.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'shop.example.com';

type Installation = { readonly dataDir: string; readonly spool: string; readonly domainUuid: string };

async function newInstallation(): Promise<Installation> {
  const dataDir = await tempDir();
  await using store = await ControlStore.open(
    { kind: 'sqlite', path: join(dataDir, 'control.db') },
    systemClock,
    { kind: 'file', path: join(dataDir, 'secret.key') },
  );
  await store.secretKeys.prepare();
  const { uuid: accountUuid } = await new Accounts(store).create('Acme');
  const upstream = await new Upstreams(store).create(accountUuid, {
    ...upstreamResource.defaults,
    host: 'origin.example.com',
    authToken: undefined,
  });
  const domain = await new CustomDomains(store).create(accountUuid, upstream.uuid, {
    ...customDomainResource.defaults,
    host,
    webAnalytics: 'off',
  });
  return { dataDir, spool: join(dataDir, 'spool'), domainUuid: domain?.uuid ?? '' };
}

function line(path: string, time = '10/Oct/2024:13:55:36 +0000'): string {
  return `192.0.2.7 - - [${time}] "GET ${path}?q HTTP/1.1" 200 2326 "-" "curl/8.5.0"`;
}

const twoMonths = `${line('/a')}\n${line('/b', '01/Nov/2024:00:00:00 +0000')}\r\n${line('/c')}\n`;

/** Segments by name; everything else in the spool makes the test fail. */
function segments(spool: string): Record<string, string> {
  const files = (existsSync(spool) ? readdirSync(spool) : []).filter((name) => name !== 'spool.lock');
  expect(files.filter((name) => parseSegmentFileName(name)?.state !== 'closed')).toEqual([]);
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(spool, name), 'utf8')]));
}

function run({ dataDir }: Installation, args: readonly string[], stdin = '') {
  return runCli(['logs', 'import', '--domain', host, ...args], { dataDir, stdin });
}

test('writes closed segments of one month each, under the names that the content gives them', async () => {
  const installation = await newInstallation();
  const { dataDir, spool, domainUuid } = installation;
  const path = join(dataDir, 'access.log');
  writeFileSync(path, twoMonths);
  const first = await run(installation, [path]);
  expect(first).toMatchObject({
    code: 0,
    stdout: `${path}: combined, 3 lines, 3 requests from 2024-10-10 13:55 UTC to 2024-11-01 00:00 UTC\n3 requests imported for ${host}\n`,
  });
  expect(first.stderr).toContain('has no durations');
  expect(first.stderr).toContain('when the service starts');

  const written = segments(spool);
  expect(Object.keys(written).length).toBe(2);
  const paths = Object.values(written).map((content) => {
    const [header, ...records] = content.trimEnd().split('\n');
    expect(`${header}\n`).toBe(segmentHeader('import-requests'));
    return records.map((record) => {
      expect(decodeRequestRecord(record)).toMatchObject({
        domainUuid,
        bytesOut: 2326,
        clientAddress: '192.0.2.7',
      });
      return decodeRequestRecord(record)?.path;
    });
  });
  expect(paths).toEqual([['/a', '/c'], ['/b']]);
  for (const name of Object.keys(written)) {
    expect(name).toMatch(/^import-requests\.[0-9a-f]{32}\.\d+\.ndjson$/);
  }

  // The same again: under another name, compressed, and from standard input.
  const renamed = join(dataDir, 'renamed.gz');
  writeFileSync(renamed, gzipSync(twoMonths));
  for (const [args, stdin] of [
    [[path], ''],
    [[renamed], ''],
    [['-'], twoMonths],
  ] as const) {
    rmSync(spool, { recursive: true });
    expect((await run(installation, args, stdin)).code).toBe(0);
    expect(segments(spool)).toEqual(written);
  }
});

test("imports nothing of a file whose durations don't show their unit, until it is named", async () => {
  const installation = await newInstallation();
  const path = join(installation.dataDir, 'access.json');
  writeFileSync(
    path,
    '{"msec":"1728561336.000","request":"GET / HTTP/1.1","status":200,"host":"Shop.Example.com:443","duration":15012}\n',
  );
  const refused = await run(installation, [path]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("its durations don't say their unit: name it with --duration-unit");
  expect(segments(installation.spool)).toEqual({});

  expect((await run(installation, [path, '--duration-unit', 'us'])).code).toBe(0);
  const [, record = ''] = Object.values(segments(installation.spool))[0]?.split('\n') ?? [];
  expect(decodeRequestRecord(record)).toMatchObject({
    host: 'shop.example.com',
    durationUs: 15_012,
    startedAtMs: 1_728_561_335_985,
  });
});

test('says what it refused and why, and counts a file given twice once', async () => {
  const installation = await newInstallation();
  const log = `${line('/a')}\nnonsense\n${line('/b', '31/Feb/2024:00:00:00 +0000')}\n192.0.2.7 - - [10/Oct/2024:13:55:36 +0000] "-" 400 0\n${'x'.repeat(1024 * 1024)}\nmore nonsense\n`;
  const path = join(installation.dataDir, 'access.log');
  writeFileSync(path, log);
  const people = await run(installation, [path, path]);
  expect(people.code).toBe(0);
  expect(people.stdout).toContain(
    "  2 refused: not a line of the file's format (format_unknown, first on line 2)\n",
  );
  expect(people.stdout).toContain('(time_invalid, first on line 3)');
  expect(people.stdout).toContain('(request_missing, first on line 4)');
  expect(people.stdout).toContain('(line_too_long, first on line 5)');
  expect(people.stdout).toContain('left out, it is the same as a file before');
  expect(people.stdout).toContain(`\n1 request imported for ${host}\n`);

  const programs = await run(installation, ['--json', '--dry-run', path]);
  expect(JSON.parse(programs.stdout)).toEqual({
    domain: host,
    dry_run: true,
    requests: 1,
    files: [
      {
        file: path,
        digest: expect.stringMatching(/^[0-9a-f]{32}$/),
        format: 'combined',
        lines: 6,
        requests: 1,
        repeated: false,
        first_request_at: '2024-10-10T13:55:36.000+00:00',
        last_request_at: '2024-10-10T13:55:36.000+00:00',
        refused: [
          { reason: 'format_unknown', lines: 2, first_line: 2 },
          { reason: 'time_invalid', lines: 1, first_line: 3 },
          { reason: 'request_missing', lines: 1, first_line: 4 },
          { reason: 'line_too_long', lines: 1, first_line: 5 },
        ],
      },
    ],
  });
});

test('writes nothing in a dry run', async () => {
  const installation = await newInstallation();
  const { code, stdout } = await run(installation, ['--dry-run', '-'], twoMonths);
  expect({ code, stdout: stdout.split('\n').at(-2) }).toEqual({
    code: 0,
    stdout: `3 requests would be imported for ${host}`,
  });
  expect(segments(installation.spool)).toEqual({});
});

test('leaves out files that cannot be read, each with a line, and imports the others', async () => {
  const installation = await newInstallation();
  const file = (name: string, content: string | Buffer) => {
    const path = join(installation.dataDir, name);
    writeFileSync(path, content);
    return path;
  };
  const many = Array.from({ length: 5000 }, (_, at) => line(`/${(at * 7919) % 10_007}`)).join('\n');
  const bad = [
    [join(installation.dataDir, 'missing.log'), 'no such file'],
    [installation.dataDir, 'is a directory'],
    [
      file('garbage', Buffer.from(Array.from({ length: 9000 }, (_, at) => (at * 7919) % 251))),
      'is of a known format',
    ],
    [file('cut.gz', gzipSync(many).subarray(0, 5000)), 'its gzip data is damaged or cut off'],
    [file('log.zst', Buffer.from('28b52ffd00000000', 'hex')), 'it is compressed with zstd'],
    [file('utf16.log', Buffer.from(`\ufeff${many}`, 'utf16le')), 'it is UTF-16 text'],
  ] as const;
  const good = file('good.log', twoMonths);
  const empty = file('empty.log', '');
  const { code, stdout, stderr } = await run(installation, [...bad.map(([path]) => path), empty, good]);
  expect(code).toBe(1);
  for (const [path, problem] of bad) {
    const told = stderr.split('\n').find((one) => one.includes(JSON.stringify(path)));
    expect(told).toMatch(/^nameplate: (?:FILE|cannot import) /);
    expect(told).toContain(problem);
  }
  expect(stdout).toContain(`${empty}: no lines\n`);
  expect(stdout).toContain(`3 requests imported for ${host}\n`);
  expect(Object.keys(segments(installation.spool)).length).toBe(2);
});

test.each([
  [2, ['logs', 'import', 'x.log'], "required option '--domain <host>' not specified"],
  [2, ['logs', 'import', '--domain', host], "missing required argument 'files'"],
  [2, ['logs', 'import', '--domain', 'no host', '-'], '--domain "no host" is not a host name'],
  [2, ['logs', 'import', '--domain', host, '-', '-'], '"-" can be read only once'],
  [
    2,
    ['logs', 'import', '--domain', host, '--format', 'iis', '-'],
    'Allowed choices are combined, nginx-json',
  ],
  [
    1,
    ['logs', 'import', '--domain', 'other.example.com', '-'],
    'there is no custom domain "other.example.com"',
  ],
])('exits with %d for %j', async (code, args, message) => {
  const { dataDir } = await newInstallation();
  const result = await runCli(args, { dataDir, stdin: twoMonths });
  expect(result).toMatchObject({ code, stdout: '' });
  expect(result.stderr).toContain(message);
});

test('takes lines of other hosts when asked to', async () => {
  const installation = await newInstallation();
  const log = [host, 'other.example.com']
    .map(
      (name) =>
        `{"time_iso8601":"2024-10-10T13:55:36Z","request":"GET / HTTP/1.1","status":200,"host":"${name}"}`,
    )
    .join('\n');
  const one = await run(installation, ['--json', '--dry-run', '-'], log);
  expect(JSON.parse(one.stdout)).toMatchObject({
    requests: 1,
    files: [{ format: 'nginx-json', refused: [{ reason: 'other_host', lines: 1, first_line: 2 }] }],
  });
  const both = await run(installation, ['--json', '--dry-run', '--any-host', '-'], log);
  expect(JSON.parse(both.stdout)).toMatchObject({ requests: 2 });
});

test('leaves the half of the disk budget to visitors: waits for the service, or says that none makes room', async () => {
  const installation = await newInstallation();
  const { dataDir, spool } = installation;
  mkdirSync(spool);
  const filler = join(spool, 'requests.0192f1c0-0000-7000-8000-000000000001.00000001.ndjson');
  writeFileSync(filler, Buffer.alloc(9 * 1024 * 1024));
  const env = { NAMEPLATE_SPOOL_BUDGET: '16' };
  const args = ['logs', 'import', '--domain', host, '-'];

  const alone = await runCli(args, { dataDir, stdin: twoMonths, env });
  expect(alone.code).toBe(1);
  expect(alone.stderr).toContain(
    'the spool has no room for it: imports may fill half of NAMEPLATE_SPOOL_BUDGET, 8 MiB',
  );
  expect(Object.keys(segments(spool)).length).toBe(1);

  // As a service would: it holds the lock, and ships after a while.
  const lock = FileLock.tryAcquire(join(spool, 'spool.lock'));
  const child = startProgram(args, { dataDir, env });
  child.stdin.end(twoMonths);
  const exited = once(child, 'exit');
  let told = '';
  for await (const chunk of child.stderr) {
    told += String(chunk);
    if (!told.endsWith('the service stores what is in it\n')) continue;
    expect(Object.keys(segments(spool)).length).toBe(1);
    rmSync(filler);
  }
  await exited;
  lock?.release('and keep the file');
  expect(child.exitCode).toBe(0);
  expect(told).toContain('The running service stores them within seconds');
  expect(Object.keys(segments(spool)).length).toBe(2);
});

test('leaves nothing behind when it is killed half-way', async () => {
  const { dataDir, spool } = await newInstallation();
  const child = startProgram(['logs', 'import', '--domain', host, '-'], { dataDir });
  child.stdin.on('error', () => {});
  const lines = Array.from({ length: 50_000 }, (_, at) => line(`/${at}`)).join('\n');
  await new Promise((resolve) => child.stdin.write(lines, resolve));
  await delay(500);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
  expect(segments(spool)).toEqual({});
});
