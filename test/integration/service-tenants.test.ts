/**
 * A hostile neighbor on the same installation gets none of another account's visitors, challenges or handshakes.
 * Source: docs/reference/domains.md ("A host belongs to one account").
 */

import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { type Certificate, TestAuthority } from '../support/certificates.ts';
import { createAccount, runCli } from '../support/command-line.ts';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { freePort } from '../support/free-port.ts';
import { forgetClaims, makeOlder } from '../support/older-store.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import type { ApiAnswer } from '../support/service-client.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'shop.example.com';
const www = `www.${host}`;
const authority = new TestAuthority();
const released: (() => Promise<unknown>)[] = [];
let service: TestService;
let store: ControlStore;
let tlsPort = 0;
let fingerprint = '';
/** The neighbor's account, with a token and an upstream of its own. */
const bob = { account: '', token: '', domains: '' };

beforeAll(async () => {
  tlsPort = await freePort();
  const dataDir = await tempDir('file');
  service = await TestService.startWith(
    await serviceEnvironment({
      dataDir,
      workers: 2,
      env: {
        ...loopbackUpstreams,
        NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
        NAMEPLATE_EDGE_HOSTNAME: 'edge.example.com',
        // Challenges are answered, and nothing is ordered: there is no authority at that address.
        NAMEPLATE_ACME: 'on',
        NAMEPLATE_ACME_DIRECTORY: `https://127.0.0.1:${await freePort()}/dir`,
        NAMEPLATE_HTTPS_REDIRECT: 'false',
      },
    }),
  );
  released.push(() => service.stop());
  store = await ControlStore.open(service.control, systemClock);
  released.push(() => store[Symbol.asyncDispose]());

  const upstream = await startUpstream((_, answer) => void answer.end('Ann'));
  released.push(() => upstream.close());
  await createDomain(service, host, upstream.port, { redirect_to_www: true });
  fingerprint = (await upload(service.accountUuid, service.token, authority.issue(`DNS:${host},DNS:${www}`)))
    .body.fingerprint;

  const { uuid } = await new Accounts(store).create('Bob');
  const { secret } = await new AccessTokens(store).create({
    accountUuid: uuid,
    name: 'test',
    scope: 'write',
    expiresAt: null,
  });
  const theirs = await startUpstream((_, answer) => void answer.end('Bob'));
  released.push(() => theirs.close());
  const upstreams = `/api/v1/accounts/${uuid}/upstreams`;
  const json = { host: '127.0.0.1', port: theirs.port, tls: false };
  const { body } = await service.api(upstreams, { token: secret, json });
  Object.assign(bob, { account: uuid, token: secret, domains: `${upstreams}/${body.uuid}/custom_domains` });
});

afterAll(async () => {
  authority[Symbol.dispose]();
  for (const release of released.toReversed()) await release();
});

function upload(account: string, token: string, { cert, key }: Certificate): Promise<ApiAnswer> {
  const json = { certificate: cert, private_key: key };
  return service.api(`/api/v1/accounts/${account}/custom_certificates`, { token, json });
}

/** All that the edge says to a request in clear text, from each of its workers. */
async function ask(path: string, named: string): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const socket = net.connect(Number(service.env.NAMEPLATE_EDGE_HTTP_PORT), '127.0.0.1');
      let received = '';
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${named}\r\nConnection: close\r\n\r\n`);
      await once(socket, 'close');
      return received;
    }),
  );
  return answers;
}

/** The certificates that handshakes for a host are shown. */
async function shown(servername: string): Promise<Set<string>> {
  const fingerprints = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const socket = tls.connect({ port: tlsPort, host: '127.0.0.1', servername, rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const found = socket.getPeerX509Certificate()?.fingerprint256 ?? '';
      socket.destroy();
      return found;
    }),
  );
  return new Set(fingerprints);
}

/** Whatever the neighbor can do to be served on a host. */
async function attack(target: string): Promise<ApiAnswer[]> {
  const { token } = bob;
  const redirects = `/api/v1/accounts/${bob.account}/redirects`;
  const destination_url = 'https://bob.example';
  const own = await service.api(redirects, {
    token,
    json: { source_host: 'bob.example.net', destination_url },
  });
  const domain = await service.api(bob.domains, { token, json: { host: 'bob.example.org' } });
  const put = { token, method: 'PUT' } as const;
  const answers = [
    await service.api(redirects, { token, json: { source_host: target, destination_url } }),
    await service.api(redirects, {
      token,
      json: { source_host: target, destination_url, active: false, match_path: '/never' },
    }),
    await service.api(`${redirects}/${own.body.uuid}`, { ...put, json: { source_host: target } }),
    await service.api(bob.domains, { token, json: { host: target } }),
    await service.api(`${bob.domains}/${domain.body.uuid}`, { ...put, json: { host: target } }),
  ];
  await service.api(`${redirects}/${own.body.uuid}`, { token, method: 'DELETE' });
  await service.api(`${bob.domains}/${domain.body.uuid}`, { token, method: 'DELETE' });
  return answers;
}

it.each([host, www])('a neighbor gets no visitor of %s', async (target) => {
  for (const { status, body } of await attack(target)) {
    expect(status).toBe(400);
    expect(body.error_code).toMatch(/^(?:source_)?host_taken$/);
  }
  for (const answer of await ask('/', www)) expect(answer).toMatch(/^HTTP\/1.1 200 [^]*Ann/);
  for (const answer of await ask('/', host))
    expect(answer).toMatch(/^HTTP\/1.1 301 [^]*Location: http:\/\/www\.shop/);
});

it.each([host, www])('a neighbor answers no challenge for %s', async (target) => {
  await attack(target);
  const token = `token-of-${target.replaceAll('.', '-')}`;
  const keyAuthorization = `${token}.ours`;
  const challenge = { host: target, token, method: 'http-01', keyAuthorization, dnsLabel: null } as const;
  await store.acmeChallenges.put(challenge, Date.now() + 60_000);
  for (const answer of await ask(`/.well-known/acme-challenge/${token}`, target))
    expect(answer).toMatch(/^HTTP\/1.1 200 [^]*\.ours$/);
  for (const answer of await ask('/.well-known/acme-challenge/unknown-unknown-unknown', target))
    expect(answer).not.toContain('bob.example');
});

it.each([host, www])('a neighbor shows no certificate of its own for %s', async (target) => {
  await attack(target);
  const theirs = await upload(
    bob.account,
    bob.token,
    authority.issue(`DNS:${host},DNS:${www},DNS:*.${host}`),
  );
  expect(theirs.status).toBe(201);
  expect(await shown(target)).toEqual(new Set([fingerprint]));
  await service.api(`/api/v1/accounts/${bob.account}/custom_certificates/${theirs.body.uuid}`, {
    token: bob.token,
    method: 'DELETE',
  });
});

it('a host that two accounts already share is left to the older one, by name in the log and for doctor', async () => {
  const dataDir = await tempDir('file');
  const control = { kind: 'sqlite', path: join(dataDir, 'control.db') } as const;
  const owner = await createAccount(dataDir, 'Ann');
  const neighbor = await createAccount(dataDir, 'Bob');
  const create = async (account: string, destination: string, ...args: string[]) => {
    const given = ['--source-host', host, '--destination-url', destination, '--account', account, '--json'];
    return await runCli(['redirect', 'create', ...given, ...args], { dataDir });
  };
  await runCli(['upstream', 'create', '--host', 'a.example.net', '--account', owner], { dataDir });
  const domain = await runCli(
    ['domain', 'create', '--host', host, '--redirect-to-www', '--account', owner, '--json'],
    { dataDir },
  );
  expect(domain.code).toBe(0);
  expect((await create(neighbor, 'https://bob.example')).stderr).toContain('belongs to another account');
  await forgetClaims(control);
  const { uuid } = JSON.parse((await create(neighbor, 'https://bob.example')).stdout);
  const token = await runCli(['token', 'create', '--name', 'test', '--account', owner], { dataDir });
  await makeOlder(control);

  const env = await serviceEnvironment({ dataDir, workers: 1 });
  const shared = await TestService.startWith(env, { token: token.stdout.trim() });
  released.push(() => shared.stop());
  const sentence = `The redirect ${uuid} of account ${neighbor} is not served on ${host}: that host belongs to account ${owner}; move or delete it, or update it once the host is free.`;
  await expect.poll(() => shared.stdout).toContain(sentence);
  const answer = await shared.edge(host);
  expect([answer.status, answer.location]).toEqual([301, `http://www.${host}/`]);
  const doctor = await runCli(['doctor', '--json'], { dataDir, env: { NAMEPLATE_ACME: 'off' } });
  const { findings } = JSON.parse(doctor.stdout);
  expect(findings).toContainEqual({ level: 'warning', check: 'hosts', message: sentence });

  await runCli(['redirect', 'delete', uuid, '--account', neighbor, '--yes'], { dataDir });
  const after = await runCli(['doctor', '--json'], { dataDir, env: { NAMEPLATE_ACME: 'off' } });
  expect(JSON.parse(after.stdout).findings).toContainEqual(
    expect.objectContaining({ level: 'ok', check: 'hosts' }),
  );
});
