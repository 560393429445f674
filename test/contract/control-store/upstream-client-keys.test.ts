/** How every control store keeps the keys of upstreams' client certificates. Source: docs/reference/domains.md ("TLS to upstreams"). */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import { EdgeStore } from '../../../src/control/edge-store.ts';
import type { ControlLocation } from '../../../src/control/location.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { UpstreamClientKeys } from '../../../src/control/upstream-client-keys.ts';
import { findUpstreamTls } from '../../../src/control/upstream-tls.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { KeyRotation } from '../../../src/features/secret-key/key-rotation.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { makeAuthority, makeCertificate } from '../../support/certificate-maker.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { changedSince, domainOf, TestClock, upstreamOf } from './stores.ts';

const clock = new TestClock();
const tlsCa = makeAuthority('Root').pem;
const client = makeCertificate();
const other = makeCertificate();

onEachControlStore('client keys of upstreams', (newLocation) => {
  async function openWith(location: ControlLocation, keys: string): Promise<ControlStore> {
    const store = await ControlStore.open(location, clock, { kind: 'given', keys });
    onTestFinished(() => store[Symbol.asyncDispose]());
    return store;
  }

  /** A store with an upstream that has a client certificate, and a domain on it. */
  async function open(keys = newSecretKey()) {
    const location = await newLocation('tables');
    const store = await openWith(location, keys);
    await store.secretKeys.prepare();
    const { uuid: accountUuid } = await new Accounts(store).create('Acme');
    const { uuid } = await new Upstreams(store).create(
      accountUuid,
      upstreamOf('a.example.net', {
        tlsCa,
        tlsClientCertificate: client.pem,
        tlsClientKey: client.keyPem.replaceAll('\n', '\r\n'),
      }),
    );
    await new CustomDomains(store).create(accountUuid, uuid, domainOf('a.example.com'));
    const path = join(await tempDir(), 'edge.db');
    const replica = store.replicaAt(path);
    onTestFinished(() => replica[Symbol.asyncDispose]());
    const follow = async () => {
      await replica.bringTo(await store.routing.position());
      await replica.copyUnlogged();
    };
    await follow();
    /** What a worker with these keys reads. */
    const read = async (workerKeys = keys) => {
      const secretKeys = { kind: 'given', keys: workerKeys } as const;
      await using worker = new EdgeStore({ path, secretKeys, clock, ownHost: 'edge.example.net' });
      return await worker.upstreamTlsOf(uuid);
    };
    const digest = async () => (await store.routing.routesAfter('', 1))[0]?.domain?.upstream.tlsDigest;
    return { location, store, accountUuid, uuid, follow, read, digest };
  }

  test('are encrypted, read by workers, and kept, replaced and deleted with the certificate', async () => {
    const { location, store, accountUuid, uuid, follow, read, digest } = await open();
    const first = await digest();
    const whole = { tlsCa, tlsClientCertificate: client.pem, tlsClientKey: client.keyPem };
    expect(await read()).toEqual({ digest: first, ...whole });
    expect(JSON.stringify(await new Upstreams(store).find(accountUuid, uuid))).not.toContain('PRIVATE KEY');

    // Neither the key itself nor nothing is a change.
    const before = await store.routing.currentRevision();
    for (const tlsClientKey of [client.keyPem, ''])
      await new Upstreams(store).update(accountUuid, uuid, (current) => ({ ...current, tlsClientKey }));
    expect(await store.routing.currentRevision()).toBe(before);

    const change = { tlsClientCertificate: other.pem, tlsClientKey: other.keyPem };
    const changed = await new Upstreams(store).update(accountUuid, uuid, (current) => ({
      ...current,
      ...change,
    }));
    expect(changed).not.toHaveProperty('tlsClientKey');
    expect(await changedSince(store, before)).toHaveLength(1);
    await follow();
    expect(await digest()).not.toBe(first);
    expect(await read()).toEqual({ digest: await digest(), tlsCa, ...change });

    await new Upstreams(store).update(accountUuid, uuid, (current) => ({
      ...current,
      tlsClientCertificate: '',
    }));
    await follow();
    expect(await read()).toMatchObject({ tlsCa, tlsClientCertificate: '', tlsClientKey: '' });
    await using database = await ControlDatabase.open(location);
    expect(await database.queries.selectFrom('upstream_client_keys').selectAll().execute()).toEqual([]);
    if (location.kind !== 'sqlite') return;
    for (const path of [location.path, `${location.path}-wal`].filter(existsSync))
      for (const { keyPem } of [client, other])
        expect(await readFile(path, 'latin1')).not.toContain(keyPem.split('\n')[1]);
  });

  test('go with their upstream', async () => {
    const { location, store, accountUuid, uuid, follow, read } = await open();
    await new Upstreams(store).delete(accountUuid, uuid);
    await follow();
    expect(await read()).toBeUndefined();
    await using database = await ControlDatabase.open(location);
    expect(await database.queries.selectFrom('upstream_client_keys').selectAll().execute()).toEqual([]);
  });

  test('do not open for another upstream', async () => {
    const { location, store, accountUuid, uuid } = await open();
    const { uuid: theirs } = await new Upstreams(store).create(
      accountUuid,
      upstreamOf('b.example.net', { tlsClientCertificate: other.pem, tlsClientKey: other.keyPem }),
    );
    await using database = await ControlDatabase.open(location);
    await sql`update upstream_client_keys set sealed_key =
      (select sealed_key from upstream_client_keys where upstream_uuid = ${uuid})
      where upstream_uuid = ${theirs}`.execute(database.queries);
    const { queries } = database;
    const found = await findUpstreamTls(queries, new UpstreamClientKeys(store.secretKeys), theirs);
    expect(found).toMatchObject({ tlsClientCertificate: other.pem, tlsClientKey: null });
  });

  test('are rotated with the secret key, and deleted with their certificates when it is lost', async () => {
    const [first, second, third] = [newSecretKey(), newSecretKey(), newSecretKey()];
    const { location, accountUuid, uuid, follow, read, digest } = await open(first);
    const rotating = await openWith(location, `${second},${first}`);
    expect((await new KeyRotation(rotating).run()).rotated).toBe(2);
    // Of the old key, the replica still has rows; then it has none.
    expect(await read(second)).toMatchObject({ tlsClientKey: null });
    await follow();
    expect(await read(second)).toMatchObject({ tlsClientKey: client.keyPem });
    expect(await read(first)).toMatchObject({ tlsClientCertificate: client.pem, tlsClientKey: null });

    const lost = await openWith(location, third);
    await expect(lost.secretKeys.prepare()).rejects.toThrow(
      /the private keys of 1 upstreams' client certificates and the tokens of 1 upstreams are encrypted/,
    );
    const before = await lost.routing.currentRevision();
    expect(await new KeyRotation(lost).discardLost()).toEqual({ certificates: 1, tokens: 1 });
    await lost.secretKeys.prepare();
    expect(await new Upstreams(lost).find(accountUuid, uuid)).toMatchObject({
      tlsCa,
      tlsClientCertificate: '',
    });
    expect((await changedSince(lost, before)).map(({ host }) => host)).toContain('a.example.com');
    await follow();
    expect(await read(third)).toEqual({
      digest: await digest(),
      tlsCa,
      tlsClientCertificate: '',
      tlsClientKey: '',
    });
  });
});
