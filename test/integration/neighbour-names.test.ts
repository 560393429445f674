/**
 * What a neighbour can't take: another account's names, and the secrets of the service from a worker that it broke.
 * Source: docs/reference/domains.md ("Proof of ownership"), docs/reference/edge.md ("Workers").
 */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { ownershipRecord } from '../../src/core/ownership-record.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const secret = 'not-for-workers-0123456789';
let dns: TestDnsServer;
let service: TestService;
let store: ControlStore;

beforeAll(async () => {
  dns = await TestDnsServer.start(['example.com NS ns1.example.com']);
  service = await TestService.startWith(
    await serviceEnvironment({
      dataDir: await tempDir('file'),
      workers: 2,
      env: {
        NAMEPLATE_DNS_SERVERS: dns.address,
        NAMEPLATE_BACKUP_PASSPHRASE: secret,
        NAMEPLATE_SMTP_URL: `smtps://ann:${secret}@mail.example.com`,
        NAMEPLATE_SMTP_FROM: 'nameplate@example.com',
        NAMEPLATE_API_ORIGIN: 'https://nameplate.example.com',
        AWS_SECRET_ACCESS_KEY: secret,
        PGPASSWORD: secret,
      },
    }),
  );
  store = await ControlStore.open(service.control, systemClock);
});

afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await service.stop();
  await dns[Symbol.asyncDispose]();
});

async function newNeighbour(name: string) {
  const { uuid } = await new Accounts(store).create(name);
  const { secret: token } = await new AccessTokens(store).create({
    accountUuid: uuid,
    name: 'test',
    scope: 'write',
    expiresAt: null,
  });
  await expect.poll(async () => (await service.api('/api/v1/me', { token })).status).toBe(200);
  const redirect = (host: string, more: Readonly<Record<string, unknown>> = {}) =>
    service.api(`/api/v1/accounts/${uuid}/redirects`, {
      token,
      json: { source_host: host, destination_url: `https://${name}.example`, ...more },
    });
  return { uuid, redirect };
}

it('a host that a neighbour holds by a paused redirect is had by its TXT record, also by a redirect', async () => {
  const [squatter, owner] = [await newNeighbour('squatter'), await newNeighbour('owner')];
  const hosts = Array.from({ length: 20 }, (_, index) => `h${index}.example.com`);
  for (const host of hosts) expect((await squatter.redirect(host, { active: false })).status).toBe(201);
  const [host = ''] = hosts;
  const refused = await owner.redirect(host);
  const { name, value } = ownershipRecord(owner.uuid, host);
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'source_host_taken' } });
  expect(refused.body.error).toContain(`${name} with the value ${value}`);
  dns.addRecords(`${name} TXT ${value}`);
  expect((await owner.redirect(host)).status).toBe(201);
  expect((await service.edge(host)).location).toBe('https://owner.example/');
  expect((await squatter.redirect(host)).status).toBe(400);
});

it('a worker has no secret in its environment', () => {
  const pids = service.workerPids();
  expect(pids).toHaveLength(2);
  for (const pid of pids) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    expect(environment).not.toContain(secret);
    expect(environment).not.toMatch(/\0NAMEPLATE_/);
    expect(environment).toContain('PATH=');
  }
});
