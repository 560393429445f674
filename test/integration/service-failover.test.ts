/**
 * A control store that loses the last revisions and has others under the same numbers: PostgreSQL fails over to a server
 * that was behind, a SQLite file is restored from a backup. Source: docs/guides/operations.md.
 */

import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { replicaPathIn } from '../../src/control/replica-file.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { redirectResource } from '../../src/resources/redirect.ts';
import { Passage } from '../support/passage.ts';
import { type CopyOf, findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const redirect = (source_host: string) => ({
  json: { source_host, destination_url: 'https://dest.example' },
});

async function createToken(service: TestService): Promise<{ uuid: string; secret: string }> {
  const path = `/api/v1/accounts/${service.accountUuid}/access_tokens`;
  const { body } = await service.api(path, { json: { name: 'second', scope: 'write', expires_at: null } });
  return { uuid: body.uuid, secret: body.token };
}

const statusesOf = async (service: TestService, hosts: readonly string[]) =>
  Promise.all(hosts.map(async (host) => (await service.edge(host)).status));

function addressOf(url: string): { host: string; port: number } {
  const { hostname: host, port } = new URL(url);
  return { host, port: Number(port) };
}

async function started(copyOf?: CopyOf): Promise<PostgresServer> {
  const server = await startPostgres(copyOf);
  onTestFinished(() => server.stop());
  return server;
}

if (findPostgres()) {
  describe('PostgreSQL fails over to', () => {
    test.each(['cold copy', 'standby'] as const)('a %s without the last revisions', async (as) => {
      const primary = await started();
      const url = await primary.createDatabase();
      const passage = new Passage(addressOf(url).host, addressOf(url).port);
      onTestFinished(() => passage.shut());
      const control = {
        kind: 'postgres',
        url: url.replace(/:\d+\//, `:${await passage.open()}/`),
      } as const;
      const service = await TestService.start({ dataDir: await tempDir(), control, workers: 2 });
      onTestFinished(async () => void (await service.stop()));
      const { body: deleted } = await service.api(service.redirects, redirect('deleted.example.com'));
      const token = await createToken(service);
      expect((await service.api(service.redirects, { token: token.secret })).status).toBe(200);

      const copy = await started({ server: primary, as });
      const copyUrl = copy.url(new URL(url).pathname.slice(1));
      if (as === 'standby') await copy.promote();

      // The copy does not get these two revisions …
      const path = `${service.redirects}/${deleted.uuid}`;
      expect((await service.api(path, { method: 'DELETE' })).status).toBe(200);
      expect((await service.api(service.redirects, redirect('lost.example.com'))).status).toBe(201);
      const hosts = ['deleted.example.com', 'lost.example.com', 'new.example.com'];
      expect(await statusesOf(service, hosts)).toEqual([404, 301, 404]);
      // The token is in the cache as of the newest revision.
      expect((await service.api(service.redirects, { token: token.secret })).status).toBe(200);

      // … but two others.
      const store = await ControlStore.open({ kind: 'postgres', url: copyUrl }, systemClock);
      await new Redirects(store).create(service.accountUuid, {
        ...redirectResource.defaults,
        sourceHost: 'new.example.com',
        destinationUrl: 'https://dest.example',
      });
      await new AccessTokens(store).revoke(token.uuid);
      await store[Symbol.asyncDispose]();

      await passage.shut();
      await primary.stop();
      passage.recover(addressOf(copyUrl));
      await passage.open();
      await expect.poll(() => service.isReady()).toBe(true);
      await expect.poll(() => statusesOf(service, hosts)).toEqual([301, 404, 301]);
      expect((await service.api(service.redirects, { token: token.secret })).status).toBe(401);
      expect((await service.api(service.redirects, redirect('later.example.com'))).status).toBe(201);
      expect(await statusesOf(service, ['later.example.com'])).toEqual([301]);
      expect(service.output).toContain('reloading all routes');
    });

    test('a standby that has everything, and nothing is read again', async () => {
      const primary = await started();
      const url = await primary.createDatabase();
      const passage = new Passage(addressOf(url).host, addressOf(url).port);
      onTestFinished(() => passage.shut());
      const control = {
        kind: 'postgres',
        url: url.replace(/:\d+\//, `:${await passage.open()}/`),
      } as const;
      const dataDir = await tempDir();
      const service = await TestService.start({ dataDir, control, workers: 2 });
      onTestFinished(async () => void (await service.stop()));
      await service.api(service.redirects, redirect('before.example.com'));

      const copy = await started({ server: primary, as: 'standby' });
      await copy.promote();
      await passage.shut();
      await primary.stop();
      passage.recover(addressOf(copy.url(new URL(url).pathname.slice(1))));
      await passage.open();
      await expect.poll(() => service.isReady()).toBe(true);
      expect((await service.api(service.redirects, redirect('later.example.com'))).status).toBe(201);
      expect(await statusesOf(service, ['before.example.com', 'later.example.com'])).toEqual([301, 301]);
      expect(service.output).not.toContain('reloading all routes');
      // A copy of everything would begin its log anew.
      const replica = new Database(replicaPathIn(dataDir), { readonly: true });
      onTestFinished(() => void replica.close());
      const logged = replica.prepare('select subject from revision_log').pluck().all();
      expect(logged).toEqual(expect.arrayContaining(['before.example.com', 'later.example.com']));
    });
  });
} else {
  skipLoudly('PostgreSQL fails over', 'no PostgreSQL binaries on this machine');
  describe.skip('PostgreSQL fails over', () => {
    test('to a server without the last revisions', () => {});
  });
}

test('a SQLite file restored from a backup is served as it is', async () => {
  const dataDir = await tempDir();
  const backup = join(await tempDir(), 'control.db');
  const path = join(dataDir, 'control.db');
  const first = await TestService.start({ dataDir });
  const { body: deleted } = await first.api(first.redirects, redirect('deleted.example.com'));
  await first.stop();
  await cp(path, backup);

  const second = await TestService.startWith(first.env);
  await second.api(`${second.redirects}/${deleted.uuid}`, { method: 'DELETE' });
  expect(await statusesOf(second, ['deleted.example.com'])).toEqual([404]);
  await second.stop();
  await cp(backup, path);

  const third = await TestService.startWith(first.env);
  onTestFinished(async () => void (await third.stop()));
  expect((await third.api(third.redirects, redirect('new.example.com'))).status).toBe(201);
  expect(await statusesOf(third, ['deleted.example.com', 'new.example.com'])).toEqual([301, 301]);
});
