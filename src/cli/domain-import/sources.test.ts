/** What readers of other programs' folders take and refuse. Source: docs/guides/moving-in.md ("What is refused"). */
import { spawnSync } from 'node:child_process';
import { chown, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeAuthority, makeCertificate } from '../../../test/support/certificate-maker.ts';
import {
  certificateOf,
  letsEncrypt,
  letsEncryptAccount,
  put,
  putAcmeShAccount,
  putAcmeShHost,
  putCaddyAccount,
  putCaddySite,
  putCertbotAccount,
  putCertbotLineage,
  testIssuer,
  traefikFile,
} from '../../../test/support/storages.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { readAcmeSh } from './acme-sh.ts';
import { readCaddy } from './caddy.ts';
import { readCertbot } from './certbot.ts';
import { readCloudflare } from './cloudflare.ts';
import { directoryAt, directoryOfFolder } from './directories.ts';
import type { Reader } from './found.ts';
import { type ImportPlan, planImport } from './plan.ts';
import { readTraefik } from './traefik.ts';

const dayMs = 86_400_000;

function plan(
  reader: Reader,
  path: string,
  directory?: string,
  withoutCertificates = false,
): Promise<ImportPlan> {
  return planImport(reader(path, directory), Date.now(), withoutCertificates);
}

function hostsOf({ hosts }: ImportPlan): (string | null)[][] {
  return hosts.map(({ attributes: { host }, certificate }) => [
    host,
    certificate?.directoryUrl ?? null,
    certificate?.accountUrl ?? null,
  ]);
}

const fromLetsEncrypt = (host: string) => [host, letsEncrypt, letsEncryptAccount];
const reasons = ({ refused }: ImportPlan) => refused.map(({ name, reason }) => `${name}: ${reason}`);

test('reads Caddy’s storage', async () => {
  const root = await tempDir();
  await putCaddyAccount(root);
  await putCaddySite(root, { host: 'a.example.com', ...certificateOf('a.example.com') });
  await putCaddySite(root, { host: '*.example.org', ...certificateOf('*.example.org') });
  const found = await plan(readCaddy, root);
  expect(hostsOf(found)).toEqual(['a.example.com', '*.example.org'].map(fromLetsEncrypt));
  expect(found.accounts).toMatchObject([{ directoryUrl: letsEncrypt, url: letsEncryptAccount }]);
  expect(found.refused).toEqual([]);
  expect(found.hosts.map(({ attributes }) => attributes)).toContainEqual({
    host: '*.example.org',
    challenge_type: 'dns01',
  });
});

test('reads Traefik’s acme.json', async () => {
  const path = join(await tempDir(), 'acme.json');
  const both = certificateOf('a.example.com', 'www.a.example.com');
  await put(path, JSON.stringify(traefikFile([{ names: ['a.example.com', 'www.a.example.com'], ...both }])));
  const found = await plan(readTraefik, path);
  expect(hostsOf(found)).toEqual([fromLetsEncrypt('a.example.com'), fromLetsEncrypt('www.a.example.com')]);
  expect(found.accounts).toMatchObject([{ directoryUrl: letsEncrypt, url: letsEncryptAccount }]);
  expect(found.refused).toEqual([]);
});

test('reads certbot’s folder, whose links lead into its archive', async () => {
  const root = await tempDir();
  await putCertbotAccount(root);
  await putCertbotLineage(root, 'a.example.com-0001', certificateOf('a.example.com', 'b.example.com'));
  await put(join(root, 'live', 'README'), 'This directory contains your keys.');
  const found = await plan(readCertbot, root);
  expect(hostsOf(found)).toEqual([fromLetsEncrypt('a.example.com'), fromLetsEncrypt('b.example.com')]);
  expect(found.accounts).toHaveLength(1);
  expect(found.refused).toEqual([]);
});

test('reads acme.sh’s folder', async () => {
  const root = await tempDir();
  await putAcmeShAccount(root);
  await putAcmeShHost(root, 'a.example.com', certificateOf('a.example.com', 'b.example.com'), {
    others: 'b.example.com',
  });
  await put(join(root, 'dnsapi', 'dns_cf.sh'), '');
  const found = await plan(readAcmeSh, root);
  expect(hostsOf(found)).toEqual([fromLetsEncrypt('a.example.com'), fromLetsEncrypt('b.example.com')]);
  expect(found.accounts).toHaveLength(1);
  expect(found.refused).toEqual([]);
});

test('finds acme.sh’s account at an authority with a port', async () => {
  const root = await tempDir();
  const server = 'https://ca.example.net:8443/acme/directory';
  await putAcmeShAccount(root, 'https://ca.example.net:8443/acme/account/1', server);
  await putAcmeShHost(root, 'a.example.com', certificateOf('a.example.com'), { server });
  const { accounts } = await plan(readAcmeSh, root);
  expect(accounts).toMatchObject([{ directoryUrl: server }]);
});

test('reads Cloudflare’s answers, which have no keys', async () => {
  const root = await tempDir();
  const page = (...result: object[]) => JSON.stringify({ success: true, errors: [], result });
  await put(
    join(root, '1.json'),
    page(
      { id: 'cf-1', hostname: 'A.example.com', status: 'active', custom_metadata: { plan: 'pro', seats: 3 } },
      { id: 'cf-2', hostname: 'b.example.com', status: 'pending_deletion' },
      { id: 'cf-3', hostname: 'c.example.com', custom_origin_server: 'origin.example.net' },
      { id: 'cf-4', hostname: 'not a host' },
    ),
  );
  await put(join(root, '2.json'), page({ id: 'cf-5', hostname: 'd.example.com' }));
  const found = await plan(readCloudflare, root);
  expect(found.hosts).toEqual([
    { attributes: { host: 'a.example.com', external_id: 'cf-1', metadata: { plan: 'pro', seats: '3' } } },
    { attributes: { host: 'd.example.com', external_id: 'cf-5' } },
  ]);
  expect(reasons(found)).toEqual([
    'b.example.com: Cloudflare says that it is pending_deletion',
    expect.stringMatching(/^c\.example\.com: it has an origin of its own, "origin\.example\.net"/),
    'not a host: it is not a host name that can be used here',
  ]);
  await put(
    join(root, '2.json'),
    JSON.stringify({
      success: true,
      result: [{ id: 'cf-5', hostname: 'd.example.com', ssl: { wildcard: true } }],
      result_info: { page: 2, total_count: 120 },
    }),
  );
  expect(reasons(await plan(readCloudflare, root)).slice(3)).toEqual([
    '*.d.example.com: Cloudflare serves it with the host: create it as a custom domain of its own',
    `${root}: Cloudflare has 120 custom hostnames, and 5 of them are here: download every page`,
  ]);
  await put(join(root, '3.json'), '{"success":false,"errors":[{"code":10000}]}');
  await expect(plan(readCloudflare, root)).rejects.toThrow('"3.json" is not an answer of Cloudflare');
});

test.each([
  [
    'an expired certificate',
    { notAfter: new Date(Date.now() - dayMs), notBefore: new Date(Date.now() - 90 * dayMs) },
    'it expired at',
  ],
  ['one that is not valid yet', { notBefore: new Date(Date.now() + dayMs) }, 'it is not valid before'],
  ['one of another host', { sans: ['other.example.com'] }, 'its certificate is not for a.example.com'],
  ['one of an address', { sans: [] }, 'its subject alternative names have no DNS name'],
  [
    'one of a staging authority',
    { issuer: makeAuthority('(STAGING) Riddling Rhubarb R12', { key: testIssuer.key }) },
    'its authority is for tests',
  ],
  [
    'one of Caddy’s own authority',
    { issuer: makeAuthority('Caddy Local Authority - ECC Intermediate', { key: testIssuer.key }) },
    'internal authority',
  ],
  ['one that is signed by itself', { issuer: undefined }, 'it is signed by itself'],
])('refuses %s', async (_, request, reason) => {
  const root = await tempDir();
  const { issuer, ...rest } = { sans: ['a.example.com'], issuer: testIssuer, ...request };
  await putCaddySite(root, {
    host: 'a.example.com',
    ...makeCertificate({ ...rest, ...(issuer && { issuer }) }),
  });
  await putCaddySite(root, { host: 'b.example.com', ...certificateOf('b.example.com') });
  const found = await plan(readCaddy, root);
  expect(reasons(found)).toEqual([expect.stringMatching(new RegExp(`^a\\.example\\.com .*${reason}`))]);
  expect(found.hosts.map(({ attributes }) => attributes.host)).toEqual(['b.example.com']);
  const all = await plan(readCaddy, root, undefined, true);
  expect(all.hosts).toContainEqual({ attributes: { host: 'a.example.com' } });
});

test('refuses what was copied by half, and keys that don’t match, without a word of them', async () => {
  const root = await tempDir();
  const made = certificateOf('x.example.com');
  const site = async (host: string) => await putCaddySite(root, { host, ...certificateOf(host) });
  await rm(`${await site('nokey.example.com')}.key`);
  await rm(`${await site('nocrt.example.com')}.crt`);
  await put(`${await site('halfcrt.example.com')}.crt`, made.pem.slice(0, 300));
  await put(`${await site('halfkey.example.com')}.key`, made.keyPem.slice(0, 100));
  await put(`${await site('halfjson.example.com')}.json`, '{"sans": ["halfj');
  await put(`${await site('otherkey.example.com')}.key`, made.keyPem);
  await put(`${await site('empty.example.com')}.key`, '');
  const found = await plan(readCaddy, root);
  expect(found.hosts).toEqual([]);
  expect(Object.fromEntries(found.refused.map(({ name, reason }) => [name.split('.')[0], reason]))).toEqual({
    nokey: 'nokey.example.com.key is missing',
    nocrt: 'nocrt.example.com.crt is missing',
    halfcrt: expect.stringContaining('has no end or is not base64'),
    halfkey: expect.stringContaining('has no end or is not base64'),
    halfjson: 'halfjson.example.com.json is not whole',
    otherkey: 'its private key is refused: it does not belong to the certificate',
    empty: expect.stringContaining('its private key is refused: it is not PEM'),
  });
  expect(JSON.stringify(found.refused)).not.toContain(made.keyPem.slice(40, 80));
});

test('refuses links out of the folder, pipes, devices, and what others can write', async () => {
  const [root, outside] = [await tempDir(), await tempDir()];
  const site = async (host: string) => await putCaddySite(root, { host, ...certificateOf(host) });
  const link = async (host: string, target: string) => {
    const file = `${await site(host)}.key`;
    await rm(file);
    await symlink(target, file);
  };
  await put(join(outside, 'secret.key'), certificateOf('link.example.com').keyPem);
  await link('link.example.com', join(outside, 'secret.key'));
  await link('device.example.com', '/dev/zero');
  await link('circle.example.com', 'circle.example.com.key');
  const pipe = `${await site('pipe.example.com')}.key`;
  await rm(pipe);
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const large = `${await site('large.example.com')}.key`;
  await put(large, 'x'.repeat(1024 * 1024 + 1));
  const open = await site('open.example.com');
  await put(`${open}.key`, certificateOf('open.example.com').keyPem, 0o666);
  const folder = `${await site('folder.example.com')}.crt`;
  await rm(folder);
  await mkdir(folder);
  const found = await plan(readCaddy, root);
  expect(found.hosts).toEqual([]);
  const byHost = Object.fromEntries(found.refused.map(({ name, reason }) => [name.split('.')[0], reason]));
  expect(byHost).toEqual({
    link: expect.stringContaining('is a link out of the folder'),
    device: expect.stringContaining('is a link out of the folder'),
    circle: expect.stringContaining('circle'),
    pipe: expect.stringContaining('is not a regular file'),
    large: expect.stringContaining('has more than 1048576 bytes'),
    open: expect.stringContaining('can be written by everybody'),
    folder: expect.stringContaining('is not a regular file'),
  });
});

test('names links out of the folder, and lost ones, in the place of a folder', async () => {
  const [root, certbot, acmeSh, outside] = [
    await tempDir(),
    await tempDir(),
    await tempDir(),
    await tempDir(),
  ];
  const authority = 'acme-v02.api.letsencrypt.org-directory';
  const users = join(root, 'acme', authority, 'users');
  const site = await putCaddySite(outside, { host: 'a.example.com', ...certificateOf('a.example.com') });
  await putCaddySite(root, { host: 'b.example.com', ...certificateOf('b.example.com') });
  await mkdir(users, { recursive: true });
  await symlink(dirname(site), join(root, 'certificates', authority, 'a.example.com'));
  await symlink('nowhere', join(root, 'certificates', authority, 'lost.example.com'));
  await symlink(outside, join(root, 'certificates', 'other'));
  await symlink('circle', join(root, 'certificates', 'circle'));
  await symlink('nowhere', join(root, 'certificates', 'lost'));
  await symlink(outside, join(users, 'ops@example.com'));
  const found = await plan(readCaddy, root);
  expect(reasons(found)).toEqual([
    expect.stringMatching(/^account ops@example\.com .*: it is a link out of the folder/),
    expect.stringMatching(/^a\.example\.com .*: a\.example\.com\.crt is a link out of the folder/),
    expect.stringMatching(/^lost\.example\.com .*: lost\.example\.com\.crt is missing/),
    'circle: it is a link in a circle',
    'lost: it is a link to nothing',
    'other: it is a link out of the folder',
  ]);
  expect(hostsOf(found)).toMatchObject([['b.example.com', letsEncrypt, null]]);

  await putCertbotLineage(outside, 'c.example.com', certificateOf('c.example.com'));
  await mkdir(join(certbot, 'live'));
  await symlink(join(outside, 'live', 'c.example.com'), join(certbot, 'live', 'c.example.com'));
  expect(reasons(await plan(readCertbot, certbot))).toEqual([
    'c.example.com: fullchain.pem is a link out of the folder',
  ]);

  await symlink(outside, join(acmeSh, 'd.example.com'));
  expect(reasons(await plan(readAcmeSh, acmeSh))).toEqual(['d.example.com: d.example.com.conf is missing']);
});

test('makes the hosts of certbot’s certificates that are refused, if they are wanted', async () => {
  const root = await tempDir();
  await putCertbotAccount(root);
  const [ends, begins] = [Date.now() - dayMs, Date.now() - 90 * dayMs];
  const old = { issuer: testIssuer, notAfter: new Date(ends), notBefore: new Date(begins) };
  const sans = ['a.example.com', 'b.example.com'];
  await putCertbotLineage(root, 'a.example.com-0001', makeCertificate({ sans, ...old }));
  await putCertbotLineage(root, 'c.example.com-0001', certificateOf('c.example.com'));
  await rm(join(root, 'live', 'c.example.com-0001', 'fullchain.pem'));
  await putCertbotLineage(root, 'd.example.com', certificateOf('d.example.com', 'e.example.com'));
  await rm(join(root, 'live', 'd.example.com', 'privkey.pem'));
  const found = await plan(readCertbot, root, undefined, true);
  expect(found.hosts).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((label) => ({ attributes: { host: `${label}.example.com` } })),
  );
  expect(found.refused).toHaveLength(3);
});

test.skipIf(process.getuid?.() !== 0)('refuses files of other users', async () => {
  const root = await tempDir();
  const file = await putCaddySite(root, { host: 'a.example.com', ...certificateOf('a.example.com') });
  await chown(`${file}.key`, 12_345, 12_345);
  expect(reasons(await plan(readCaddy, root))).toEqual([
    expect.stringContaining('a.example.com.key belongs to another user (uid 12345)'),
  ]);
});

test('says which folder can’t be listed', async () => {
  const root = await tempDir();
  await symlink('renewal', join(root, 'renewal'));
  await expect(plan(readCertbot, root)).rejects.toThrow(
    `PATH "${join(root, 'renewal')}": is a link in a circle`,
  );
});

test('a key that everybody can read is taken, with a warning', async () => {
  const root = await tempDir();
  const made = certificateOf('a.example.com');
  await put(`${await putCaddySite(root, { host: 'a.example.com', ...made })}.key`, made.keyPem, 0o644);
  const found = await plan(readCaddy, root);
  expect(found.hosts).toHaveLength(1);
  expect(found.warnings.map(({ reason }) => reason)).toContain('everybody on this machine can read its key');
});

test('refuses names that are no hosts, and folders of Caddy’s own authority', async () => {
  const root = await tempDir();
  await putCaddySite(root, { host: 'localhost', ...certificateOf('localhost') });
  await putCaddySite(root, { host: '*.com', ...certificateOf('*.com') });
  await putCaddySite(root, { host: 'a.example.com', authority: 'local', ...certificateOf('a.example.com') });
  await putCaddySite(root, {
    host: 'b.example.com',
    authority: 'acme-staging-v02.api.letsencrypt.org-directory',
    ...certificateOf('b.example.com'),
  });
  const found = await plan(readCaddy, root);
  expect(found.hosts).toEqual([]);
  expect(reasons(found).toSorted()).toEqual([
    expect.stringMatching(/^\*\.com .*: none of its subject alternative names/),
    expect.stringMatching(/^a\.example\.com \(local\): Caddy made it with its internal authority/),
    expect.stringMatching(/^b\.example\.com .*: its authority is for tests/),
    expect.stringMatching(/^localhost: it is not a host name that can be used here/),
  ]);
});

test('of several certificates for a host, the one that ends last is taken', async () => {
  const root = await tempDir();
  const until = (days: number) =>
    makeCertificate({
      sans: ['a.example.com'],
      issuer: testIssuer,
      notAfter: new Date(Date.now() + days * dayMs),
    });
  const [short, long] = [until(30), until(60)];
  await putAcmeShHost(root, 'a.example.com', short, { ending: '' });
  await putAcmeShHost(root, 'a.example.com', long);
  const found = await plan(readAcmeSh, root);
  expect(found.hosts).toMatchObject([{ certificate: { from: 'a.example.com_ecc' } }]);
  expect(found.refused).toEqual([]);
  expect(found.warnings).toContainEqual({
    name: 'a.example.com',
    reason: expect.stringContaining('its certificate for a.example.com is left out: a.example.com_ecc'),
  });
});

test('refuses layouts of other versions, and what is no such folder', async () => {
  const [empty, old] = [await tempDir(), await tempDir()];
  const file = join(empty, 'acme.json');
  await put(
    join(old, 'acme', 'acme-v02.api.letsencrypt.org', 'sites', 'a.example.com', 'a.example.com.crt'),
    'x',
  );
  await expect(plan(readCaddy, old)).rejects.toThrow('the layout of Caddy 1');
  await expect(plan(readCaddy, join(empty, 'none'))).rejects.toThrow(': no such file');
  await put(file, JSON.stringify({ Account: {}, Certificates: [], ChallengeCerts: {} }));
  for (const reader of [readCaddy, readCertbot, readAcmeSh])
    await expect(plan(reader, empty)).rejects.toThrow(/is not (?:Caddy|certbot|acme\.sh)’?'?s/);
  await expect(plan(readTraefik, file)).rejects.toThrow('the layout of Traefik 1');
  await put(file, '{"letsencrypt": {"Account"');
  await expect(plan(readTraefik, file)).rejects.toThrow('is not whole');
  await put(file, '{}');
  await expect(plan(readTraefik, file)).rejects.toThrow('no resolver with certificates');
  await expect(plan(readTraefik, empty)).rejects.toThrow('not a regular file');
});

test('refuses parts of acme.json that are not whole', async () => {
  const path = join(await tempDir(), 'acme.json');
  const made = certificateOf('a.example.com');
  const { letsencrypt } = JSON.parse(JSON.stringify(traefikFile([{ names: ['a.example.com'], ...made }])));
  letsencrypt.Certificates.push(
    { domain: { main: 'b.example.com' }, certificate: letsencrypt.Certificates[0].certificate },
    { domain: { main: 'c.example.com' }, ...letsencrypt.Certificates[0], Store: 'default' },
    { certificate: 'x', key: 'y' },
  );
  letsencrypt.Certificates[2].domain = { main: 'c.example.com' };
  letsencrypt.Account.PrivateKey = letsencrypt.Account.PrivateKey.slice(0, 200);
  await put(path, JSON.stringify({ letsencrypt, old: { Account: null } }));
  const found = await plan(readTraefik, path);
  expect(hostsOf(found)).toEqual([fromLetsEncrypt('a.example.com')]);
  expect(reasons(found)).toEqual([
    'account of resolver letsencrypt: its PrivateKey is not a key, or not whole',
    'b.example.com (letsencrypt): its key is missing',
    'c.example.com (letsencrypt): its certificate is not for c.example.com',
    'certificate 3 (letsencrypt): it has no domain: the file is of another version or not whole',
    'resolver old: it has no Certificates, so it is of another version or not whole',
  ]);
});

test('a renewal file leads nowhere outside the folder', async () => {
  const root = await tempDir();
  await putCertbotLineage(root, 'a.example.com', certificateOf('a.example.com'));
  await put(
    join(root, 'renewal', 'a.example.com.conf'),
    'account = ../../../../etc\nserver = https://acme-v02.api.letsencrypt.org/directory\n',
  );
  const found = await plan(readCertbot, root);
  expect(reasons(found)).toEqual(['account ../../../../etc: its renewal file is damaged']);
  expect(hostsOf(found)).toEqual([['a.example.com', letsEncrypt, null]]);
});

test('damaged accounts and addresses are refused, and leave the certificates', async () => {
  const root = await tempDir();
  await putCaddyAccount(root);
  await put(
    join(root, 'acme', 'acme-v02.api.letsencrypt.org-directory', 'users', 'ops@example.com', 'ops.key'),
    'x',
  );
  const file = await putCaddySite(root, { host: 'a.example.com', ...certificateOf('a.example.com') });
  await put(`${file}.json`, JSON.stringify({ issuer_data: { ca: 'no address', account: 7 } }));
  const found = await plan(readCaddy, root);
  expect(reasons(found)).toEqual([expect.stringContaining('its key or its address is damaged')]);
  expect(hostsOf(found)).toEqual([['a.example.com', null, letsEncryptAccount]]);
  expect(found.accounts).toEqual([]);
});

test('finds the directory of an authority', () => {
  expect(directoryOfFolder('acme.zerossl.com-v2-dv90', undefined)).toBe('https://acme.zerossl.com/v2/DV90');
  expect(directoryOfFolder('localhost-14000-dir', 'https://localhost:14000/my-account/1')).toBe(
    'https://localhost:14000/dir',
  );
  expect(directoryOfFolder('ca.example-acme-acme-directory', 'https://ca.example/acme/acme/acct/1')).toBe(
    'https://ca.example/acme/acme/directory',
  );
  expect(directoryOfFolder('ca.example-directory', 'https://elsewhere.example/acct/1')).toBeUndefined();
  expect(directoryAt(letsEncryptAccount)).toBe(letsEncrypt);
  expect(directoryAt('https://ca.example/acct/1')).toBeUndefined();
});
