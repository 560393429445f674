/** `nameplate pageviews import`. */

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { decodePageviewRecord } from '../../src/analytics/ingest/pageview-codec.ts';
import { segmentHeader } from '../../src/analytics/ingest/segment-name.ts';
import { importedVisitor } from '../../src/analytics/pageview-import/visitor-id.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import { customDomainResource } from '../../src/resources/custom-domain.ts';
import { upstreamResource } from '../../src/resources/upstream.ts';
import { runCli } from '../support/command-line.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'shop.example.com';

async function newInstallation() {
  const dataDir = await tempDir();
  await using store = await ControlStore.open(
    { kind: 'sqlite', path: join(dataDir, 'control.db') },
    systemClock,
    { kind: 'file', path: join(dataDir, 'secret.key') },
  );
  await store.secretKeys.prepare();
  const { uuid: accountUuid } = await new Accounts(store).create('Acme');
  const access = { accountUuid, name: 'test', scope: 'read', expiresAt: null } as const;
  const { secret: token } = await new AccessTokens(store).create(access);
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
  const domainUuid = domain?.uuid ?? '';
  const run = (args: readonly string[], stdin = '') =>
    runCli(['pageviews', 'import', '--domain', host, ...args], { dataDir, stdin });
  return { dataDir, spool: join(dataDir, 'spool'), domainUuid, token, run };
}

function segments(spool: string): Record<string, string> {
  const files = existsSync(spool) ? readdirSync(spool).filter((name) => name !== 'spool.lock') : [];
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(spool, name), 'utf8')]));
}

const csv = [
  'time,visitor,url,title',
  `2026-05-04T10:00:00Z,ada,https://${host}/a?utm_source=mail,A`,
  `2026-06-04T10:00:00Z,ada,https://${host}/b,B`,
  '2026-05-04T10:00:00Z,bob,https://other.example/,C',
  'yesterday,bob,/,D',
  '',
].join('\n');

test('hands over closed segments of one month each, whose names follow from the content', async () => {
  const { dataDir, spool, domainUuid, run } = await newInstallation();
  const path = join(dataDir, 'history.csv');
  writeFileSync(path, csv);
  const first = await run([path]);
  expect(first).toMatchObject({
    code: 0,
    stdout: [
      `${path}: csv, 4 lines, 2 pageviews from 2026-05-04 10:00 UTC to 2026-06-04 10:00 UTC`,
      '  columns without a meaning here: title',
      '  1 refused: the line names another host (other_host, first on line 4)',
      '  1 refused: the time is missing, has no zone, or is none from 1970 to 2099 (time_invalid, first on line 5)',
      `2 pageviews imported for ${host}\n`,
    ].join('\n'),
  });
  expect(first.stderr).toBe('They are stored when the service starts, each file once.\n');
  const written = segments(spool);
  const records = Object.entries(written).map(([name, content]) => {
    expect(name).toMatch(/^import-pageviews\.[0-9a-f]{32}\.\d+\.ndjson$/);
    const [header, ...lines] = content.trimEnd().split('\n');
    expect(`${header}\n`).toBe(segmentHeader('import-pageviews'));
    return lines.map(decodePageviewRecord);
  });
  const visitor = String(importedVisitor(domainUuid, 'ada'));
  expect(records).toMatchObject([
    [{ domainUuid, visitor, path: '/a', query: '?utm_source=mail' }],
    [{ domainUuid, visitor, path: '/b', query: '' }],
  ]);

  // The same again: compressed, and from standard input.
  const compressed = join(dataDir, 'history.csv.gz');
  writeFileSync(compressed, gzipSync(csv));
  for (const [args, stdin] of [
    [[compressed], ''],
    [['-'], csv],
  ] as const) {
    rmSync(spool, { recursive: true });
    expect((await run(args, stdin)).code).toBe(0);
    expect(segments(spool)).toEqual(written);
  }
});

test('reports as JSON, and writes nothing in a dry run', async () => {
  const { spool, run } = await newInstallation();
  const { code, stdout } = await run(['--dry-run', '--json', '-'], csv);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    domain: host,
    dry_run: true,
    pageviews: 2,
    files: [
      {
        file: '-',
        digest: expect.stringMatching(/^[0-9a-f]{32}$/),
        format: 'csv',
        lines: 4,
        pageviews: 2,
        repeated: false,
        first_pageview_at: '2026-05-04T10:00:00.000+00:00',
        last_pageview_at: '2026-06-04T10:00:00.000+00:00',
        refused: [
          { reason: 'other_host', lines: 1, first_line: 4 },
          { reason: 'time_invalid', lines: 1, first_line: 5 },
        ],
        ignored_columns: ['title'],
      },
    ],
  });
  expect(segments(spool)).toEqual({});
});

test('takes what it is told to take', async () => {
  const { run } = await newInstallation();
  const line = '{"time":"2026-05-04 10:00:00","visitor":1,"url":"https://other.example/"}';
  const count = async (...args: string[]) =>
    JSON.parse((await run(['--dry-run', '--json', ...args, '-'], line)).stdout);
  expect(await count()).toMatchObject({ pageviews: 0 });
  expect(await count('--utc')).toMatchObject({ pageviews: 0 });
  expect(await count('--utc', '--any-host')).toMatchObject({ pageviews: 1 });
});

test('a running service counts a file once, however often it is imported', async () => {
  const { dataDir, domainUuid, token, run } = await newInstallation();
  const service = await TestService.startWith(await serviceEnvironment({ dataDir }), { token });
  onTestFinished(async () => {
    await service.stop();
  });
  const ask = async (report: string) =>
    (
      await service.api(
        `/api/v1/analytics/custom_domains/${domainUuid}/${report}?from=2026-05-01&to=2026-06-30`,
      )
    ).body;
  const wait = (count: number) => expect.poll(() => ask('total_pageviews_count')).toEqual({ count });
  for (let i = 0; i < 2; i++) {
    const { stderr } = await run(['-'], csv);
    expect(stderr).toBe('The running service stores them within seconds, each file once.\n');
    await wait(2);
  }
  // Of the same segment once more nothing is seen; of what comes after it, there is.
  expect((await run(['-'], 'time,visitor,path\n2026-05-05T10:00:00Z,bob,/\n')).code).toBe(0);
  await wait(3);
  expect(await ask('unique_visitors_count')).toEqual({ count: 2 });
  expect(await ask('total_visits_count')).toEqual({ count: 3 });
});

test('names each line that is left out, and why', async () => {
  const { run } = await newInstallation();
  const { code, stderr } = await run(['--dry-run', '--list-refused', '-'], csv);
  expect(code).toBe(0);
  expect(stderr).toContain(
    '-:4: other_host: the line names another host\n-:5: time_invalid: the time is missing',
  );
});

test('hands over custom events', async () => {
  const { spool, run } = await newInstallation();
  const line = {
    time: '2026-05-04T10:00:00Z',
    visitor: 'ada',
    path: '/',
    event: 'Signup',
    props: { plan: 'pro' },
  };
  expect(await run(['-'], JSON.stringify(line))).toMatchObject({ code: 0 });
  const details = { name: 'Signup', props: { plan: 'pro' }, revenue_amount: '0', revenue_currency: '' };
  expect(Object.values(segments(spool)).join('')).toContain(`"e":${JSON.stringify(details)}`);
});

test('pageviews of one second follow each other as their lines do, over blocks and segments', async () => {
  const { dataDir, domainUuid, token, run } = await newInstallation();
  const service = await TestService.startWith(await serviceEnvironment({ dataDir }), { token });
  onTestFinished(async () => {
    await service.stop();
  });
  const visits = 11_000;
  // The first line makes one visit fall on both sides of line 20,000, where a segment ends.
  const lines = ['time,visitor,path,source', '2026-05-01T00:00:00Z,first,/alone,Direct'];
  for (let visit = 0; visit < visits; visit++) {
    const time = `2026-05-04T10:00:${String(visit % 60).padStart(2, '0')}Z`;
    // Many paths, so that no order of paths is right for all visits.
    const page = visit % 100;
    lines.push(`${time},v${visit},/entry/${page},Google`, `${time},v${visit},/exit/${page},Direct`);
  }
  expect((await run(['-'], lines.join('\n'))).code).toBe(0);
  const ask = async (report: string) =>
    (
      await service.api(
        `/api/v1/analytics/custom_domains/${domainUuid}/${report}?from=2026-05-02&to=2026-05-30`,
      )
    ).body;
  await expect.poll(() => ask('total_pageviews_count'), { interval: 200 }).toEqual({ count: 2 * visits });
  const pages = (name: string) => {
    const paths = Array.from({ length: 100 }, (_, page) => `/${name}/${page}`).toSorted();
    return { data: paths.map((path) => ({ path, visits: visits / 100, percentage: 1 })) };
  };
  expect(await ask('entry_pages')).toEqual(pages('entry'));
  expect(await ask('exit_pages')).toEqual(pages('exit'));
  expect(await ask('sources')).toEqual({ data: [{ name: 'Google', count: visits, percentage: 100 }] });
});

test.each([
  [2, ['pageviews', 'import', 'x.csv'], "required option '--domain <host>' not specified"],
  [1, ['pageviews', 'import', '--domain', 'other.example.com', '-'], 'there is no custom domain'],
  [1, ['pageviews', 'import', '--domain', host, 'missing.csv'], 'no such file'],
  [1, ['pageviews', 'import', '--domain', host, '-'], 'as CSV its first line names no column time'],
])('exits with %d for %j', async (code, args, message) => {
  const { dataDir } = await newInstallation();
  const result = await runCli(args, { dataDir, stdin: 'It was a dark and stormy night.\n' });
  expect(result.code).toBe(code);
  expect(result.stderr).toContain(message);
});
