/** `nameplate upstream` and `nameplate domain`. Source: docs/reference/domains.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newUuid } from '../../src/core/ids.ts';
import { makeAuthority, makeCertificate } from '../support/certificate-maker.ts';
import { createAccount, runCli } from '../support/command-line.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { startUpstream } from '../support/domains.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
const publicAddress = '93.184.216.34';
const edgeHostname = 'edge.nameplate.test';

async function openCli(env: Readonly<Record<string, string>> = {}) {
  const dataDir = await tempDir();
  const accountUuid = await createAccount(dataDir);
  const run = (...args: string[]) => runCli(args, { dataDir, env });
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json');
    if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  return { dataDir, accountUuid, run, json };
}

test('creates, lists, shows, updates and deletes upstreams in the shapes of the API', async () => {
  const { run, json } = await openCli();
  const created = await json('upstream', 'create', '--host', publicAddress, '--no-tls', '--port', '8080');
  expect(created).toEqual({
    uuid: expect.any(String),
    host: publicAddress,
    port: 8080,
    tls: false,
    auth_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    maintenance: false,
    host_header: 'upstream',
    tls_server_name: '',
    tls_ca: '',
    tls_client_certificate: '',
    tls_client_certificate_expires_at: null,
    compression: false,
    geo_fields: false,
    metadata_fields: false,
    targets: [],
    health_check: null,
    created_at: expect.stringMatching(timestamp),
    updated_at: created.created_at,
  });
  const updated = await json('upstream', 'update', created.uuid, '--tls', '--auth-token', 'sesame-open');
  expect(updated).toEqual({
    ...created,
    tls: true,
    auth_token: 'sesame-open',
    updated_at: updated.updated_at,
  });
  expect(await json('upstream', 'show', created.uuid)).toEqual(updated);
  const { pem } = makeAuthority('Root');
  const file = join(await tempDir(), 'ca.pem');
  await writeFile(file, pem);
  const trusting = await json('upstream', 'update', created.uuid, '--tls-ca-file', file);
  expect(trusting).toEqual({ ...updated, tls_ca: pem, updated_at: trusting.updated_at });
  const client = makeCertificate({ notAfter: new Date(Date.UTC(2100, 0)) });
  await writeFile(`${file}.cert`, client.pem);
  await writeFile(`${file}.key`, client.keyPem);
  const files = ['--tls-client-certificate-file', `${file}.cert`, '--tls-client-key-file', `${file}.key`];
  const shown = await run('upstream', 'update', created.uuid, ...files);
  expect(shown).toMatchObject({ code: 0, stderr: expect.stringContaining('expires at 2100-01-01T00:00:00') });
  expect(shown.stderr).toMatch(
    /\ntls_ca: 1 certificate \(CN=Root\)\ntls_client_certificate: 1 certificate \(/,
  );
  expect(shown.stderr + shown.stdout).not.toContain('-----');
  expect((await run('upstream', 'update', created.uuid, '--no-tls-client-certificate-file')).code).toBe(0);
  updated.updated_at = (await json('upstream', 'update', created.uuid, '--no-tls-ca-file')).updated_at;
  expect(await json('upstream', 'list')).toEqual({
    records: [updated],
    pagination: { page: 1, count: 1 },
  });
  const table = await run('upstream', 'list');
  expect(table.stdout).toMatch(
    /^UUID +HOST +PORT +TLS +CREATED\n[0-9a-f-]{36} +93\.184\.216\.34 +8080 +yes /,
  );
  expect(table.stdout).not.toContain('sesame-open');
  expect((await run('upstream', 'show', created.uuid)).stdout).toContain('sesame-open');

  const domain = await json('domain', 'create', '--host', 'shop.example.com');
  expect(await run('upstream', 'delete', created.uuid, '--yes')).toMatchObject({
    code: 0,
    stdout: `Upstream ${created.uuid} of ${publicAddress} was deleted, and 1 custom domain with it.\n`,
  });
  for (const [kind, uuid, name] of [
    ['upstream', created.uuid, 'upstream'],
    ['domain', domain.uuid, 'custom domain'],
  ]) {
    expect(await run(kind, 'delete', uuid)).toMatchObject({
      code: 1,
      stderr: `nameplate: there is no ${name} "${uuid}"\n`,
    });
  }
});

test('creates, lists, shows, updates and deletes custom domains in the shapes of the API', async () => {
  const { accountUuid, run, json } = await openCli({
    NAMEPLATE_EDGE_HOSTNAME: edgeHostname,
    NAMEPLATE_EDGE_ADDRESSES: '203.0.113.7',
  });
  const upstream = await json('upstream', 'create', '--host', publicAddress);
  const created = await json('domain', 'create', '--host', 'Shop.Example.com.', '--web-analytics', 'manual');
  expect(created).toEqual({
    uuid: expect.any(String),
    upstream_uuid: upstream.uuid,
    host: 'shop.example.com',
    status: 'pending_check',
    ownership: { status: 'verified', record: null },
    ready: false,
    ready_at: null,
    challenge_type: 'http01',
    redirect_to_www: false,
    web_analytics: 'manual',
    engagement: false,
    web_vitals: false,
    referrer_paths: false,
    hsts_max_age: 0,
    tls_min_version: null,
    tls_client_ca: '',
    time_zone: 'UTC',
    ai_crawlers: 'allow',
    ai_crawlers_robots_txt: false,
    maintenance: false,
    external_id: '',
    metadata: {},
    tls_certificate_issued: false,
    certificate: null,
    dns_records: [{ type: 'CNAME', name: 'shop.example.com', value: edgeHostname }],
    last_dns_check_at: null,
    dns_check: null,
    created_at: expect.stringMatching(timestamp),
    updated_at: created.created_at,
    verdict: { state: 'setting_up', finding_uuid: null, cause: null },
    reachable: null,
    renewal: null,
  });
  const moved = await json(
    'domain',
    'update',
    'shop.example.com',
    '--host',
    'example.org',
    '--redirect-to-www',
    '--engagement',
    '--web-vitals',
    '--referrer-paths',
    '--hsts-max-age',
    '31536000',
    '--tls-min-version',
    '1.3',
    '--time-zone',
    'Europe/Berlin',
    '--ai-crawlers',
    'block',
    '--ai-crawlers-robots-txt',
    '--external-id',
    'customer-7',
    '--metadata',
    '{"plan":"pro"}',
  );
  expect(moved).toMatchObject({
    redirect_to_www: true,
    web_analytics: 'manual',
    engagement: true,
    web_vitals: true,
    referrer_paths: true,
    hsts_max_age: 31_536_000,
    tls_min_version: '1.3',
    time_zone: 'Europe/Berlin',
    ai_crawlers: 'block',
    ai_crawlers_robots_txt: true,
    external_id: 'customer-7',
    metadata: { plan: 'pro' },
  });
  expect(moved.dns_records).toEqual([
    { type: 'A', name: 'example.org', value: '203.0.113.7' },
    { type: 'CNAME', name: 'www.example.org', value: edgeHostname },
  ]);
  expect(await json('domain', 'show', created.uuid)).toEqual(moved);
  expect(await json('domain', 'list', '--upstream', upstream.uuid, '--host', 'EXAMPLE.org')).toEqual({
    data: [moved],
    pagination: { page: 1, count: 1 },
  });
  expect((await run('domain', 'show', 'example.org')).stderr).toMatch(
    /\nHSTS: .* for 31536000 s\.\n(?:.*\n)*AI crawlers: 403; robots\.txt asks them to stay away\n/,
  );
  const shown = await run('domain', 'show', 'example.org');
  expect(shown.stderr).toContain('\nExternal id: customer-7\nMetadata: plan=pro\n');
  expect(shown.stderr).toContain('\nengagement: true\n');
  expect(shown.stderr).toContain('\nreferrer_paths: true\ntls_min_version: 1.3\n');
  expect(shown.stderr).toMatch(
    new RegExp(`\nUpstream: ${upstream.uuid}\nCreated: .* UTC, last changed: .* UTC\nVerdict: `),
  );
  const authorities = join(await tempDir(), 'ca.pem');
  await writeFile(authorities, `${makeAuthority('Partner').pem}${makeAuthority('Other').pem}`);
  const asking = await run('domain', 'update', 'example.org', '--tls-client-ca-file', authorities);
  expect(asking.stderr).toContain('\ntls_client_ca: 2 certificates (CN=Partner; CN=Other)\n');
  await run('domain', 'update', 'example.org', '--no-tls-client-ca-file');
  for (const [filter, count] of [
    [['--external-id', 'customer-7'], 1],
    [['--metadata', '{"plan":"free"}'], 0],
    [['--ready'], 0],
    [['--no-ready'], 1],
  ] as const) {
    expect(await json('domain', 'list', ...filter)).toMatchObject({ pagination: { count } });
  }
  const second = await json('upstream', 'create', '--host', publicAddress, '--port', '8443');
  expect(await json('domain', 'move', 'example.org', '--to', second.uuid)).toEqual({
    ...moved,
    upstream_uuid: second.uuid,
    updated_at: expect.stringMatching(timestamp),
  });
  expect(await run('domain', 'move', 'example.org', '--to', accountUuid)).toMatchObject({
    code: 1,
    stderr: `nameplate: there is no upstream "${accountUuid}"\n`,
  });
  await json('domain', 'move', 'example.org', '--to', upstream.uuid);
  await run('upstream', 'delete', second.uuid, '--yes');
  const table = await run('domain', 'list', '--account', accountUuid);
  expect(table.stdout).toMatch(/^HOST +RECORDS +READY +CHECKED\nexample\.org +\S.*\n/);
  // An ordinary host is shown whole on a terminal of 80 columns.
  expect(Math.max(...table.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(50);
  const wide = await run('domain', 'list', '--account', accountUuid, '--wide');
  expect(wide.stdout).toMatch(
    /^HOST +RECORDS +READY +CHECKED +WWW +ANALYTICS +UUID\nexample\.org .* redirect +manual +[0-9a-f-]{36}\n/,
  );

  const text = await run('domain', 'create', '--host', 'blog.example.com');
  expect(text.stdout).toMatch(/\nTYPE +NAME +VALUE\nCNAME +blog\.example\.com +edge\.nameplate\.test\n$/);
  expect(text.stderr).toContain('DNS records to set:');
  expect(await run('domain', 'delete', 'example.org', '--yes')).toMatchObject({
    code: 0,
    stdout: `Custom domain ${created.uuid} of example.org was deleted.\n`,
  });
});

test('sets error pages from files, and deletes them', async () => {
  const { run, json } = await openCli();
  const directory = await tempDir();
  const [small, large] = [join(directory, 'small.html'), join(directory, 'large.html')];
  await writeFile(small, '<p>soon</p>');
  await writeFile(large, 'x'.repeat(65_537));
  const upstream = await json('upstream', 'create', '--host', publicAddress);
  const domain = await json('domain', 'create', '--host', 'shop.example.com');
  const set = ['--error-page-503', small, '--error-page-404', small];
  // Pages alone are no change of the domain itself.
  expect(await json('domain', 'update', 'shop.example.com', ...set)).toEqual(domain);
  const changed = await run('domain', 'update', 'shop.example.com', '--maintenance', '--no-error-page-404');
  expect(changed.stderr).toContain('Maintenance: requests are answered with 503.\nError pages: 503\n');
  await json('upstream', 'update', upstream.uuid, '--error-page-502', small);
  expect((await run('upstream', 'show', upstream.uuid)).stderr).toContain('Error pages: 502\n');
  expect(await run('upstream', 'update', upstream.uuid, '--error-page-502', large)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it has 65537 bytes; allowed: an HTML page of at most 65536 bytes'),
  });
  expect(
    await run('domain', 'update', 'shop.example.com', '--error-page-404', `${small}.missing`),
  ).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('small.html.missing'),
  });
});

test('imports custom domains from a file, all or none', async () => {
  const { dataDir, run, json } = await openCli();
  await json('upstream', 'create', '--host', publicAddress);
  const file = join(dataDir, 'domains.json');
  await writeFile(
    file,
    JSON.stringify([{ host: 'a.example.com' }, { host: 'x' }, { host: 'a.example.com' }]),
  );
  const refused = await run('domain', 'import', file);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr.split('\n')).toEqual([
    expect.stringMatching(/^custom_domains\[1\] host_invalid: host "x" /),
    'custom_domains[2] host_taken: host "a.example.com" is already used by an earlier one',
    "nameplate: none was created, because 2 of 3 custom_domains can't be",
    '',
  ]);
  await writeFile(file, JSON.stringify([{ host: 'a.example.com' }, { host: 'b.example.com' }]));
  const made = await json('domain', 'import', file);
  expect(made.data).toMatchObject([{ host: 'a.example.com' }, { host: 'b.example.com' }]);
  const listed = await json('domain', 'list', '--sort', 'host');
  expect(listed.data).toEqual(made.data);
  // What "domain list" prints can be imported again once its hosts are free.
  await writeFile(file, JSON.stringify(listed));
  expect((await run('domain', 'import', file)).stderr).toContain('2 of 2');
  await writeFile(file, 'hosts');
  expect(await run('domain', 'import', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not well-formed JSON'),
  });
});

test('asks which upstream is meant when there is none or are several', async () => {
  const { run, json } = await openCli();
  const create = (...args: string[]) => run('domain', 'create', '--host', 'shop.example.com', ...args);
  expect(await create()).toMatchObject({
    code: 1,
    stderr: 'nameplate: there is no upstream yet; make one with "./nameplate upstream create"\n',
  });
  const first = await json('upstream', 'create', '--host', publicAddress);
  await json('upstream', 'create', '--host', publicAddress);
  const ambiguous = await create();
  expect(ambiguous.code).toBe(1);
  expect(ambiguous.stderr).toContain(
    `there are 2 upstreams; choose one with --upstream: ${first.uuid} (${publicAddress}:443)`,
  );
  expect(await create('--upstream', first.uuid)).toMatchObject({ code: 0 });
  expect(await create('--upstream', 'x')).toMatchObject({
    code: 1,
    stderr: 'nameplate: there is no upstream "x"\n',
  });
});

test('verifies DNS records and tells by the exit code whether they lead to the edge', async () => {
  await using server = await TestDnsServer.start([
    `${edgeHostname} A ${publicAddress}`,
    'example.com NS ns1.example.com',
  ]);
  const { run, json } = await openCli({
    NAMEPLATE_EDGE_HOSTNAME: edgeHostname,
    NAMEPLATE_DNS_SERVERS: server.address,
  });
  await json('upstream', 'create', '--host', publicAddress);
  await json('domain', 'create', '--host', 'shop.example.com');
  const missing = await run('domain', 'verify', 'shop.example.com');
  expect(missing).toMatchObject({ code: 1, stdout: expect.stringContaining('not found') });
  expect(missing.stdout).toMatch(/\n- .*shop\.example\.com.*\n$/);
  expect(missing.stderr).toContain('The DNS records do not lead to the edge:');
  server.addRecords(`shop.example.com CNAME ${edgeHostname}`);
  const found = await json('domain', 'verify', 'shop.example.com');
  expect(found).toMatchObject({ status: 'dns_records_found', dns_check: { problems: [] } });
  expect(await json('domain', 'show', 'shop.example.com')).toEqual(found);
  // An apex gets the addresses that the edge's name resolves to, as in the API.
  expect((await json('domain', 'create', '--host', 'example.com')).dns_records).toEqual([
    { type: 'A', name: 'example.com', value: publicAddress },
  ]);
});

test('checks an upstream now and tells by the exit code whether all targets are healthy', async () => {
  const server = await startUpstream((_, answer) => void answer.writeHead(401).end());
  onTestFinished(() => server.close());
  const port = String(server.port);
  const { run, json } = await openCli({ NAMEPLATE_UPSTREAM_ALLOW: '127.0.0.1/32' });
  const { uuid } = await json('upstream', 'create', '--host', '127.0.0.1', '--no-tls', '--port', port);
  const well = { host: '127.0.0.1', port: Number(port), healthy: true, status: 401, failure: null };
  expect(await json('upstream', 'health', uuid)).toMatchObject({ targets: [well] });
  const healthy = await run('upstream', 'health', uuid);
  expect(healthy.stdout).toMatch(
    /^HOST +PORT +HEALTHY +STATUS +TIME +FAILURE\n127\.0\.0\.1 +[0-9]+ +yes +401 +/,
  );
  await json('upstream', 'update', uuid, '--health-check', '{"path":"/"}');
  const sick = await run('upstream', 'health', uuid);
  expect(sick).toMatchObject({ code: 1, stderr: expect.stringContaining('Not all targets are healthy:') });
  expect(sick.stdout).toContain('status_refused: status 401 is not one from 200 to 399');
  await json('upstream', 'update', uuid, '--health-check', 'null');
  expect((await run('upstream', 'health', newUuid())).stderr).toContain('there is no upstream');
});

test('keeps accounts apart', async () => {
  const { dataDir, accountUuid, run, json } = await openCli();
  const other = await createAccount(dataDir, 'Bcme');
  const upstream = await json('upstream', 'create', '--host', publicAddress, '--account', accountUuid);
  await json('domain', 'create', '--host', 'shop.example.com', '--account', accountUuid);
  const foreign = [
    ['upstream', 'show', upstream.uuid],
    ['upstream', 'update', upstream.uuid, '--port', '80'],
    ['upstream', 'delete', upstream.uuid],
    ['domain', 'create', '--host', 'blog.example.com', '--upstream', upstream.uuid],
    ['domain', 'list', '--upstream', upstream.uuid],
    ['domain', 'show', 'shop.example.com'],
    ['domain', 'update', 'shop.example.com', '--web-analytics', 'off'],
    ['domain', 'verify', 'shop.example.com'],
    ['domain', 'delete', 'shop.example.com'],
  ];
  for (const refused of await Promise.all(foreign.map((args) => run(...args, '--account', other)))) {
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('there is no ') });
  }
  expect((await json('domain', 'list', '--account', other)).data).toEqual([]);
});

test.each([
  [
    ['upstream', 'create', '--host', '10.0.0.1'],
    'host "10.0.0.1" is invalid: 10.0.0.1 is a private address, refused unless NAMEPLATE_UPSTREAM_ALLOW covers it',
  ],
  [['upstream', 'create', '--host', 'localhost'], 'host "localhost" is invalid: it resolves to '],
  [['upstream', 'create', '--host', 'https://a.example'], 'host "https://a.example" is invalid'],
  [
    ['upstream', 'create', '--host', publicAddress, '--port', '0'],
    'port "0" is invalid; allowed: an integer',
  ],
  [['upstream', 'create', '--host', publicAddress, '--auth-token', 'short'], 'auth_token "short" is invalid'],
  [['domain', 'create', '--host', 'localhost'], 'host "localhost" is invalid: it has a single label'],
  [['domain', 'create', '--host', 'edge.nameplate.test'], "it is this service's own name"],
  [['domain', 'create', '--host', 'www.a.example', '--redirect-to-www'], 'redirect_to_www true is invalid'],
  [['domain', 'create', '--host', 'a.example', '--web-analytics', 'on'], 'web_analytics "on" is invalid'],
  [
    ['domain', 'create', '--host', 'a.example', '--hsts-max-age', '63072001'],
    'hsts_max_age "63072001" is invalid; allowed: an integer from 0 to 63072000',
  ],
  [['domain', 'show', '10.0.0.1'], 'host "10.0.0.1" is invalid'],
])('refuses what the API refuses, in its words: %j', async (args, message) => {
  const { run } = await openCli({ NAMEPLATE_EDGE_HOSTNAME: edgeHostname });
  if (args[0] === 'domain') await run('upstream', 'create', '--host', publicAddress);
  const result = await run(...args);
  expect(result).toMatchObject({ code: 1, stdout: '' });
  expect(result.stderr.startsWith('nameplate: ')).toBe(true);
  expect(result.stderr).toContain(message);
});

test.each([
  [['upstream'], 'Usage: nameplate upstream'],
  [['domain'], 'Usage: nameplate domain'],
  [['upstream', 'create'], "required option '--host <host>'"],
  [['upstream', 'update', 'x'], 'nothing to change is given'],
  [['domain', 'update', 'a.example.com'], 'nothing to change is given'],
  [['domain', 'list', '--all', '--page', '2'], 'cannot be used with option'],
  [['domain', 'verify'], "missing required argument 'uuid_or_host'"],
])('answers the wrong use %j with exit code 2', async (args, message) => {
  const result = await runCli(args, { dataDir: await tempDir() });
  expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
});

test('lists all pages', async () => {
  const { run, json } = await openCli();
  await json('upstream', 'create', '--host', publicAddress);
  for (const host of ['a', 'b', 'c']) await json('domain', 'create', '--host', `${host}.example.com`);
  const all = await json('domain', 'list', '--all', '--sort', 'host');
  expect(all.data.map(({ host }: { host: string }) => host)).toEqual([
    'a.example.com',
    'b.example.com',
    'c.example.com',
  ]);
  expect(all.pagination).toEqual({ page: 1, count: 3 });
  const page = await run('domain', 'list', '--per-page', '2', '--page', '2', '--sort', '-host');
  expect(page.stdout).toMatch(/\na\.example\.com /);
  expect(page.stderr).toBe('Page 2 of 2; 3 custom domains in all.\n');
});

test('writes what a running service answers from', async () => {
  const dataDir = await tempDir();
  const service = await TestService.start({ dataDir });
  onTestFinished(async () => {
    await service.stop();
  });
  const run = async (...args: string[]) =>
    JSON.parse((await runCli([...args, '--json'], { dataDir })).stdout);
  const upstream = await run('upstream', 'create', '--host', publicAddress);
  const domain = await run('domain', 'create', '--host', 'shop.example.com');
  const path = `/api/v1/accounts/${service.accountUuid}/upstreams/${upstream.uuid}`;
  expect((await service.api(path)).body).toEqual(upstream);
  expect((await service.api(`${path}/custom_domains/${domain.uuid}`)).body).toMatchObject({
    uuid: domain.uuid,
    host: 'shop.example.com',
  });
});
