/** `nameplate domain import`. Source: docs/guides/moving-in.md, docs/reference/domains.md ("Many at once"). */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { accountKeyPem } from '../../src/certificates/account-key.ts';
import { newSecretKey } from '../../src/secrets/secret-key.ts';
import { AcmeNode } from '../support/acme-node.ts';
import { newRsaKey } from '../support/certificate-maker.ts';
import { type Finished, runCli } from '../support/command-line.ts';
import { FakeAuthority } from '../support/fake-authority.ts';
import { caddyFolderOf, fillCaddyStorage } from '../support/old-server.ts';
import { certificateOf, put, putCaddySite, traefikFile } from '../support/storages.ts';
import { tempDir } from '../support/temp-dir.ts';

const dayMs = 86_400_000;

async function openCli() {
  const dataDir = await tempDir();
  const secretKey = newSecretKey();
  const env = { NAMEPLATE_SECRET_KEY: secretKey };
  const run = (...args: string[]) => runCli(args, { dataDir, env });
  expect((await runCli(['account', 'create', 'Acme'], { dataDir, env })).code).toBe(0);
  expect((await run('upstream', 'create', '--host', '93.184.216.34')).code).toBe(0);
  const report = async (...args: string[]) => {
    const { stdout, ...rest } = await run('domain', 'import', ...args, '--json');
    return { ...rest, report: stdout === '' ? undefined : JSON.parse(stdout) };
  };
  return { dataDir, secretKey, run, report };
}

async function startAuthority(): Promise<FakeAuthority> {
  const authority = await FakeAuthority.start();
  onTestFinished(() => authority[Symbol.asyncDispose]());
  authority.renewal = { start: Date.now() + 50 * dayMs, end: Date.now() + 52 * dayMs };
  return authority;
}

async function caddyStorage(authority: FakeAuthority, hosts: readonly string[], keyPem?: string) {
  const root = await tempDir();
  return { root, server: await fillCaddyStorage(root, authority, hosts, keyPem) };
}

async function openNode(
  dataDir: string,
  secretKey: string,
  { directoryUrl }: FakeAuthority,
): Promise<AcmeNode> {
  const location = { kind: 'sqlite', path: join(dataDir, 'control.db') } as const;
  const node = await AcmeNode.open({ location, secretKey, directoryUrl });
  onTestFinished(() => node[Symbol.asyncDispose]());
  return node;
}

/** Has every host looked at now, as if nothing had been ordered lately. */
async function lookNow(node: AcmeNode): Promise<void> {
  await node.store.database.transaction((trx) =>
    trx.updateTable('automatic_certificates').set({ next_attempt_at: 1, last_attempt_at: null }).execute(),
  );
  await node.certificates.issuer.runDue();
}

test.each([
  ['P-256', undefined],
  ['RSA', () => accountKeyPem(newRsaKey())],
])('moves from Caddy without an order, and renews with its account (%s)', async (_, newKey) => {
  const authority = await startAuthority();
  const hosts = ['a.example.com', 'b.example.com', 'c.example.com'];
  const { root, server } = await caddyStorage(authority, hosts, newKey?.());
  const { dataDir, secretKey, report } = await openCli();
  const before = authority.orderedBy.length;

  const rehearsed = await report(root, '--from', 'caddy', '--dry-run');
  expect(rehearsed.report).toMatchObject({ dry_run: true, created: 3, certificates: 3, acme_accounts: 1 });
  const imported = await report(root, '--from', 'caddy');
  expect(imported).toMatchObject({
    code: 0,
    report: {
      dry_run: false,
      created: 3,
      existing: 0,
      certificates: 3,
      unchanged: 0,
      acme_accounts: 1,
      refused: [],
    },
  });
  const again = await report(root, '--from', 'caddy');
  expect(again).toMatchObject({
    code: 0,
    report: { created: 0, existing: 3, certificates: 0, unchanged: 3 },
  });

  const node = await openNode(dataDir, secretKey, authority);
  const [served] = await node.store.certificates.findForHost('a.example.com');
  const original = join(root, 'certificates', caddyFolderOf(authority), 'a.example.com', 'a.example.com.crt');
  expect(served?.certificatePem).toBe(await readFile(original, 'utf8'));
  await lookNow(node);
  expect(authority.orderedBy).toHaveLength(before);
  expect(authority.requests.filter((path) => path.startsWith('renewal/'))).toHaveLength(3);

  // It is time.
  authority.renewal = { start: Date.now() - 2 * dayMs, end: Date.now() - dayMs };
  await lookNow(node);
  expect(authority.orderedBy.slice(before)).toEqual(hosts.map(() => server.url));
  expect(authority.replaced.slice(before).every((id) => id !== undefined)).toBe(true);
  const [renewed] = await node.store.certificates.findForHost('a.example.com');
  expect(renewed?.fingerprint).not.toBe(served?.fingerprint);

  // The one after that, too, and an import of the old storage changes nothing any more.
  expect((await report(root, '--from', 'caddy')).report).toMatchObject({ certificates: 0, unchanged: 3 });
  await lookNow(node);
  expect(authority.orderedBy.slice(before)).toEqual([...hosts, ...hosts].map(() => server.url));

  // A dry run tells what is there already.
  await putCaddySite(root, { host: 'new.example.com', ...certificateOf('new.example.com') });
  expect((await report(root, '--from', 'caddy', '--dry-run')).report).toMatchObject({
    created: 1,
    existing: 3,
    certificates: 1,
    unchanged: 3,
  });
});

test('renews with its own account once the authority refuses the imported one', async () => {
  const authority = await startAuthority();
  const { root, server } = await caddyStorage(authority, ['a.example.com']);
  const { dataDir, secretKey, report } = await openCli();
  await report(root, '--from', 'caddy');
  const node = await openNode(dataDir, secretKey, authority);
  authority.renewal = { start: Date.now() - 2 * dayMs, end: Date.now() - dayMs };
  authority.deactivated.add(server.url);
  await lookNow(node);
  expect(authority.orderedBy.at(-1)).not.toBe(server.url);
  expect(authority.issued).toBe(2);
  expect(node.lines.join('')).toContain('refuses an imported account');
  await lookNow(node);
  expect(authority.orderedBy).toHaveLength(3);
});

test('imports the rest when something is refused, and keeps keys to itself', async () => {
  const { dataDir, report, run } = await openCli();
  await createOther(run);
  const root = await tempDir();
  const keys: string[] = [];
  for (const host of ['a.example.com', 'b.example.com', 'taken.example.com']) {
    const made = certificateOf(host);
    keys.push(made.keyPem);
    await putCaddySite(root, { host, ...made });
  }
  await put(
    `${await putCaddySite(root, { host: 'c.example.com', ...certificateOf('c.example.com') })}.key`,
    keys[0] ?? '',
  );
  await putCaddySite(root, { host: '*.example.org', ...certificateOf('*.example.org') });
  const account = ['--account', (await accounts(run))[0] ?? ''];
  const first = await report(root, '--from', 'caddy', ...account);
  expect(first.code).toBe(1);
  expect(first.report).toMatchObject({ created: 2, certificates: 2 });
  expect(first.report.refused).toEqual([
    {
      name: expect.stringContaining('c.example.com'),
      reason: 'its private key is refused: it does not belong to the certificate',
    },
    { name: 'taken.example.com', reason: expect.stringContaining('belongs to another account') },
    { name: '*.example.org', reason: expect.stringContaining('no zone for challenges is set up here') },
  ]);
  expect(first.stderr).toContain('refused: taken.example.com: ');
  const without = await report(root, '--from', 'caddy', '--hosts-without-certificates', ...account);
  expect(without.report).toMatchObject({ created: 1, existing: 2, certificates: 0, unchanged: 2 });
  const said = JSON.stringify([first, without]);
  for (const key of keys) expect(said).not.toContain(key.split('\n')[1]);
  // Nothing in the store is readable without the secret key.
  for (const name of (await readdir(dataDir)).filter((each) => each.startsWith('control.db'))) {
    const bytes = await readFile(join(dataDir, name), 'latin1');
    for (const key of keys) expect(bytes).not.toContain(key.split('\n')[1]);
  }
});

async function accounts(run: (...args: string[]) => Promise<{ stdout: string }>): Promise<string[]> {
  return JSON.parse((await run('account', 'list', '--json')).stdout).map(
    ({ uuid }: { uuid: string }) => uuid,
  );
}

async function createOther(run: (...args: string[]) => Promise<Finished>): Promise<void> {
  const other = (await run('account', 'create', 'Other')).stdout.trim();
  for (const command of [
    ['upstream', 'create', '--host', '93.184.216.34'],
    ['domain', 'create', '--host', 'taken.example.com'],
  ])
    expect((await run(...command, '--account', other)).code).toBe(0);
}

test('a certificate of several names serves each, and a second source changes what ends later only', async () => {
  const { dataDir, secretKey, report } = await openCli();
  const authority = await startAuthority();
  const file = join(await tempDir(), 'acme.json');
  const both = certificateOf('a.example.com', 'www.a.example.com');
  await put(file, JSON.stringify(traefikFile([{ names: ['a.example.com', 'www.a.example.com'], ...both }])));
  expect(await report(file, '--from', 'traefik')).toMatchObject({
    code: 0,
    report: { created: 2, certificates: 2, acme_accounts: 1 },
  });
  const node = await openNode(dataDir, secretKey, authority);
  for (const host of ['a.example.com', 'www.a.example.com']) {
    const [served] = await node.store.certificates.findForHost(host);
    expect(served).toMatchObject({ sans: [host] });
  }
});

test('certificates go over api.sock only', async () => {
  const { dataDir } = await openCli();
  const root = await tempDir();
  const env = { NAMEPLATE_URL: 'https://nameplate.example.com', NAMEPLATE_TOKEN: 'x' };
  const refused = await runCli(['domain', 'import', root, '--from', 'caddy'], { dataDir, env });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('hands private keys') });
});

test('a failure before anything is imported is only that', async () => {
  const { run } = await openCli();
  const root = await tempDir();
  await putCaddySite(root, { host: 'a.example.com', ...certificateOf('a.example.com') });
  const failed = await run('domain', 'import', root, '--from', 'caddy', '--upstream', 'x');
  expect(failed.code).toBe(1);
  expect(failed.stderr.split('\n')).toContain('nameplate: there is no upstream "x"');
});

test('imports CSV with the attributes of the API as columns', async () => {
  const { run, report, dataDir } = await openCli();
  const file = join(dataDir, 'domains.csv');
  await writeFile(
    file,
    'host,maintenance,hsts_max_age,metadata,external_id\r\na.example.com,TRUE,300,"{""plan"":""pro""}",c-1\r\n\r\nb.example.com,,,,\r\n',
  );
  const rehearsed = await report(file, '--from', 'csv', '--dry-run');
  expect(rehearsed.report.data).toMatchObject([
    { host: 'a.example.com', maintenance: true },
    { host: 'b.example.com' },
  ]);
  const made = await report(file, '--from', 'csv');
  expect(made.report.data).toMatchObject([
    {
      host: 'a.example.com',
      maintenance: true,
      hsts_max_age: 300,
      metadata: { plan: 'pro' },
      external_id: 'c-1',
    },
    { host: 'b.example.com', maintenance: false, hsts_max_age: 0, metadata: {}, external_id: '' },
  ]);
  await writeFile(
    file,
    'host,maintenance\nc.example.com,maybe\nd.example.com\ne.example.com,false\nb.example.com,\n',
  );
  const refused = await run('domain', 'import', file, '--from', 'csv');
  expect(refused.code).toBe(1);
  expect(refused.stderr.split('\n')).toEqual([
    'line 3: it has 1 cell, the header has 2',
    expect.stringMatching(/^line 2: maintenance_invalid: /),
    expect.stringMatching(/^line 5: host_taken: /),
    "nameplate: none was created, because 3 of 4 custom_domains can't be",
    '',
  ]);
  const skipped = await report(file, '--from', 'csv', '--skip-invalid');
  expect(skipped.report.data.map(({ host }: { host: string }) => host)).toEqual(['e.example.com']);
  const again = await report(file, '--from', 'csv', '--skip-invalid');
  expect(again).toMatchObject({ code: 0, report: { data: [] } });
  await writeFile(file, 'name\na.example.com\n');
  expect((await run('domain', 'import', file, '--from', 'csv')).stderr).toContain(
    'column "name" is not an attribute',
  );
});

test('checks all of more than 1,000 rows before it writes the first', async () => {
  const { run, report, dataDir } = await openCli();
  const file = join(dataDir, 'domains.json');
  const hosts = Array.from({ length: 1_200 }, (_, index) => ({ host: `h${index}.example.com` }));
  await writeFile(file, JSON.stringify([...hosts, { host: 'x' }, { host: 'h7.example.com' }]));
  const refused = await run('domain', 'import', file);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('custom_domains[1200] host_invalid: ');
  expect(refused.stderr).toContain(
    'custom_domains[1201] host_taken: host "h7.example.com" is already used by an earlier one',
  );
  expect(refused.stderr).toContain("none was created, because 2 of 1202 custom_domains can't be");
  expect(JSON.parse((await run('domain', 'list', '--json')).stdout).pagination.count).toBe(0);
  const made = await report(file, '--skip-invalid');
  expect(made.report.data).toHaveLength(1_200);
});
