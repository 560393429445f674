/** `nameplate query` and `nameplate usage`: they ask the service that runs on the same configuration. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatTimestamp } from '../../src/core/clock.ts';
import { feedRequests, type MeasuredDomain } from '../conformance/analytics-resources.ts';
import { type FedView, webFixture } from '../conformance/web-analytics-resources.ts';
import { createAccount, type Finished, runCli } from '../support/command-line.ts';
import { freePort } from '../support/free-port.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const google = 'https://www.google.com/';
const views: readonly FedView[] = [
  { at: '2026-10-24T12:00:00Z', visitor: 'ada', path: '/', referrer: google, resolved: { country: 'DE' } },
  { at: '2026-10-24T22:30:00Z', visitor: 'ada', path: '/', referrer: google, resolved: { country: 'DE' } },
  { at: '2026-10-25T10:00:00Z', visitor: 'bob', path: '/a,b', resolved: { country: 'AT' } },
  { at: '2026-10-25T10:01:00Z', visitor: 'bob', path: '/', resolved: { country: 'AT' } },
];
const day = ['--range', '2026-10-25,2026-10-25'];

let service: TestService;
let site: MeasuredDomain;
let host = '';
let account = '';

beforeAll(async () => {
  const dataDir = await tempDir('file');
  service = await TestService.startWith(await serviceEnvironment({ dataDir, workers: 1 }));
  ({ site } = await webFixture(() => ({ site: views }))(service));
  host = site.host;
  account = /accounts\/([^/]+)/.exec(site.owner.upstreams)?.[1] ?? '';
  const zone = { method: 'PUT', token: site.owner.token, json: { time_zone: 'Europe/Berlin' } };
  expect((await service.api(site.path, zone)).status).toBe(200);
});
afterAll(() => service?.stop());

function query(...args: string[]): Promise<Finished> {
  const dataDir = service.env.NAMEPLATE_DATA_DIR ?? '';
  return runCli(['query', host, '--account', account, ...args], { dataDir, env: service.env });
}

test('prints a table, in the time zone of the domain by default', async () => {
  const args = ['--metrics', 'visits,pageviews', '--dimensions', 'visit:source', ...day];
  const { code, stdout, stderr } = await query(...args, '--order', 'visit:source');
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'From 2026-10-25T00:00:00+02:00 to 2026-10-25T23:59:59+01:00, Europe/Berlin.\n',
  });
  expect(stdout).toBe('VISIT:SOURCE  VISITS  PAGEVIEWS\nDirect        1       2\nGoogle        1       1\n');
  const utc = await query(...args, '--timezone', 'UTC');
  expect(utc.stdout).toBe('VISIT:SOURCE  VISITS  PAGEVIEWS\nDirect        1       2\n');
});

test('without a host it asks about all of the account, in UTC', async () => {
  const all = (...args: string[]): Promise<Finished> => {
    const dataDir = service.env.NAMEPLATE_DATA_DIR ?? '';
    return runCli(['query', '--account', account, ...args], { dataDir, env: service.env });
  };
  const visits = await all('--metrics', 'visits', '--dimensions', 'domain:host', ...day);
  expect(visits).toMatchObject({
    code: 0,
    stderr: 'From 2026-10-25T00:00:00+00:00 to 2026-10-25T23:59:59+00:00, UTC.\n',
    stdout: `DOMAIN:HOST${' '.repeat(Math.max(0, host.length - 11))}  VISITS\n${host}${' '.repeat(Math.max(0, 11 - host.length))}  1\n`,
  });
  const requests = await all('--requests', '--metrics', 'requests', ...day, '--format', 'csv');
  expect(requests.stdout).toBe('requests\n0\n');
  const clicks = await all('--clicks', '--metrics', 'requests');
  expect(clicks).toMatchObject({ code: 2, stdout: '' });
  expect(clicks.stderr).toContain('--clicks needs the redirect');
});

test('compares with the period before, as a table and as CSV', async () => {
  const args = [
    '--metrics',
    'pageviews',
    '--dimensions',
    'visit:source',
    ...day,
    '--compare',
    'previous_period',
  ];
  const table = await query(...args, '--order=-pageviews');
  expect(table.stdout).toBe(
    'VISIT:SOURCE  PAGEVIEWS  BEFORE  CHANGE %\nDirect        2          0       -\nGoogle        1          1       0\n',
  );
  expect(table.stderr).toContain('Compared with 2026-10-24T00:00:00+02:00 to 2026-10-24T23:59:59+02:00.\n');
  const { stdout } = await query(...args, '--limit', '1', '--format', 'csv');
  expect(stdout).toBe('visit:source,pageviews,comparison_pageviews,change_pageviews\nDirect,2,0,\n');
});

test('filters, as words and as JSON', async () => {
  const pages = ['--metrics', 'pageviews', '--dimensions', 'event:page', ...day, '--format', 'csv'];
  const words = await query(
    ...pages,
    '--filter',
    'is visit:country AT,FR',
    '--filter',
    'is_not event:page /',
  );
  expect(words.stdout).toBe('event:page,pageviews\n"/a,b",1\n');
  const json = await query(...pages, '--filter', '["or", [["is", "event:page", ["/a,b"]]]]');
  expect(json.stdout).toBe(words.stdout);
});

test('with --format json prints what the API answers; --requests is over requests', async () => {
  const { code, stdout } = await query('--requests', '--metrics', 'requests,error_rate', '--format', 'json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    results: [{ dimensions: [], metrics: [0, 0] }],
    query: { metrics: ['requests', 'error_rate'], timezone: 'Europe/Berlin' },
  });
});

test('a saved funnel: asked with a dimension, compared, and as JSON', async () => {
  const funnel = (...args: string[]) => {
    const dataDir = service.env.NAMEPLATE_DATA_DIR ?? '';
    return runCli(['funnel', ...args, '--domain', host, '--account', account], { dataDir, env: service.env });
  };
  const steps = '[{"page":"/*"},{"page":"/"}]';
  const created = await funnel('create', '--name', 'Home', '--steps', steps, '--json');
  expect(created).toMatchObject({ code: 0, stderr: '' });
  const { uuid } = JSON.parse(created.stdout);
  const asked = await funnel(
    'query',
    uuid,
    ...day,
    '--dimension',
    'visit:source',
    '--compare',
    'previous_period',
  );
  expect(asked).toMatchObject({ code: 0, stderr: '' });
  expect(asked.stdout).toBe(`\
STEP      VISITORS  RATE %  STEP RATE %  BEFORE  CHANGE %
Visit /*  2         100     100          1       100
Visit /   1         50      50           0       -

VISIT:SOURCE  STEP      VISITORS  RATE %  STEP RATE %  BEFORE  CHANGE %
Direct        Visit /*  1         100     100          0       -
Direct        Visit /   1         100     100          0       -
Google        Visit /*  1         100     100          1       0
Google        Visit /   0         0       0            0       -
`);
  const plain = await funnel('query', uuid, ...day, '--filter', 'is visit:country AT', '--json');
  expect(JSON.parse(plain.stdout)).toMatchObject({
    steps: [{ visitors: 1 }, { visitors: 1 }],
    breakdown: [],
  });
  const wrong = await funnel('query', uuid, '--dimension', 'time:day');
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toMatch(/^nameplate: dimension is "time:day"; allowed: event:page, /);
  const bad = await funnel('create', '--name', 'Home', '--steps', '[{"page":"/"}]');
  expect(bad.stderr).toBe(
    'nameplate: steps are invalid: steps has 1 elements; allowed: a list of 2 to 8 steps\n',
  );
  expect((await funnel('update', uuid, '--scope', 'month')).stderr).toMatch(/visit, range|visit or range/);
  expect(await funnel('delete', uuid, '--yes')).toMatchObject({ code: 0 });
});

test.each([
  [['--metrics', 'clicks'], 1, /^nameplate: metrics\[0\] is "clicks"; allowed: visitors, /],
  [['--metrics', 'visits', '--range', 'week'], 1, /^nameplate: date_range is "week"; allowed: day, /],
  [
    ['--metrics', 'visits', '--limit', 'x'],
    1,
    /^nameplate: pagination\.limit is "x"; allowed: a whole number/,
  ],
  [['--metrics', 'visits', '--filter', 'like event:page /'], 1, /filters\[0\]\[0\] is "like"/],
  [
    ['--metrics', 'visits', '--filter', 'visit:country'],
    2,
    /^nameplate: --filter "visit:country" is invalid/,
  ],
  [['--metrics', 'visits', '--filter', '["is"'], 2, /allowed: JSON/],
  [['--metrics', 'visits', '--format', 'xml'], 2, /Allowed choices are table, csv, json/],
  [[], 2, /required option '--metrics <list>'/],
])('%j is refused with a line that says why', async (args, exitCode, line) => {
  const { code, stdout, stderr } = await query(...args);
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  expect(stderr).toMatch(line);
});

function usage(...args: string[]): Promise<Finished> {
  const dataDir = service.env.NAMEPLATE_DATA_DIR ?? '';
  return runCli(['usage', '--account', account, ...args], { dataDir, env: service.env });
}

test('usage: a table, JSON as the API answers it, CSV, and the sums of external ids', async () => {
  const json = { external_id: '=c1', time_zone: 'Europe/Berlin' };
  await service.api(site.path, { method: 'PUT', token: site.owner.token, json });
  const today = formatTimestamp(Date.now()).slice(0, 10);
  await feedRequests(service, site, [{ at: today }, { at: today }]);
  const month = today.slice(0, 7);

  const table = await usage('--month', month, '--domain', host.toUpperCase());
  expect(table).toMatchObject({ code: 0, stderr: 'Page 1 of 1; 1 row in all.\n' });
  const lines = table.stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(lines).toEqual([
    ['HOST', 'EXTERNAL ID', 'REQUESTS', 'BYTES IN', 'BYTES OUT', 'VISITORS', 'CLOSED'],
    [host, '=c1', '2', '800', '8000', '0', 'no'],
    [''],
  ]);
  const { body } = await service.api(`/api/v1/accounts/${account}/usage?month=${month}`, {
    token: site.owner.token,
  });
  expect(JSON.parse((await usage('--json')).stdout)).toEqual(body);
  expect(JSON.parse((await usage('--all', '--sort=-host', '--json')).stdout).data).toEqual(
    body.data.toReversed(),
  );
  const csv = await usage('--csv', '--domain', site.uuid);
  expect(csv.stdout).toBe(
    `month,custom_domain_uuid,host,external_id,requests,bytes_in,bytes_out,visitors,closed\n${month},${site.uuid},${host},'=c1,2,800,8000,0,false\n`,
  );
  const sums = await usage('--by', 'external_id', '--external-id', '=c1', '--csv');
  expect(sums.stdout).toBe(
    `month,external_id,custom_domains,requests,bytes_in,bytes_out,visitors,closed\n${month},'=c1,1,2,800,8000,0,false\n`,
  );
});

test.each([
  [
    ['--month', '2026-13'],
    1,
    /^nameplate: month "2026-13" is invalid; allowed: a month YYYY-MM from 1970-01 to/,
  ],
  [['--month', '2999-01'], 1, /^nameplate: month "2999-01" is invalid/],
  [['--month='], 1, /^nameplate: month "" is invalid/],
  [['--by', 'host'], 2, /Allowed choices are custom_domain, external_id/],
  [['--by', 'external_id', '--sort', 'host'], 2, /--sort can't be given with --by external_id/],
  [['--by', 'external_id', '--domain', 'a.example'], 2, /--domain can't be given with --by external_id/],
  [['--domain', 'http://a'], 1, /^nameplate: host "http:\/\/a" is invalid/],
  [['--external-id='], 1, /^nameplate: external_id "" is invalid/],
  [['--sort', 'visitors'], 1, /^nameplate: sort "visitors" is invalid; allowed: host, external_id/],
  [['--csv', '--page', '2'], 2, /'--csv' cannot be used with option '--page/],
])('usage %j is refused with a line that says why', async (args, exitCode, line) => {
  const { code, stdout, stderr } = await usage(...args);
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  expect(stderr).toMatch(line);
});

test('leaves no access token behind, nor a trace of one, and finds domains of its account only', async () => {
  const other = await runCli(['query', host, '--account', service.accountUuid, '--metrics', 'visits'], {
    dataDir: service.env.NAMEPLATE_DATA_DIR ?? '',
    env: service.env,
  });
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining(`no custom domain "${host}"`) });
  await query('--metrics', 'visits');
  await query('--metrics', 'clicks');
  await usage();
  const dataDir = service.env.NAMEPLATE_DATA_DIR ?? '';
  const list = ['token', 'list', '--account', account, '--json'];
  const { stdout } = await runCli(list, { dataDir, env: service.env });
  const tokens: { name: string }[] = JSON.parse(stdout);
  expect(tokens.map(({ name }) => name)).toEqual(['test']);
  const audit = ['audit', 'list', '--account', account, '--resource', 'access_token', '--json'];
  const trail = await runCli(audit, { dataDir, env: service.env });
  expect(trail.code).toBe(0);
  expect(trail.stdout).not.toContain('nameplate query');
});

test('says so when no service runs', async () => {
  const dataDir = join(await tempDir(), 'data');
  const own = await createAccount(dataDir);
  const port = await freePort();
  const env = { NAMEPLATE_API_PORT: String(port) };
  const upstream = ['upstream', 'create', '--host', '93.184.216.34'];
  expect(await runCli(upstream, { dataDir, env })).toMatchObject({ code: 0 });
  expect(await runCli(['domain', 'create', '--host', 'a.example.com'], { dataDir, env })).toMatchObject({
    code: 0,
  });
  const asked = await runCli(['query', 'a.example.com', '--account', own, '--metrics', 'visits'], {
    dataDir,
    env,
  });
  expect(asked).toMatchObject({ code: 1, stdout: '' });
  expect(asked.stderr).toMatch(
    /^nameplate: only a running service can answer this; is ".*serve" running\?\n$/,
  );
});
