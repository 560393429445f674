/** The authorities of visitors' client certificates, from the store to workers. Source: docs/reference/tls.md ("Client certificates"). */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { auditedCustomDomain, checksumOf } from '../../../src/control/audited.ts';
import { EdgeStore } from '../../../src/control/edge-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { domainOf, storesAt, upstreamOf } from './stores.ts';

onEachControlStore('authorities of client certificates', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  test('are read by workers with the digest of the route, follow changes, and are gone with the text', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    const { uuid: upstreamUuid } = await new Upstreams(store).create(
      accountUuid,
      upstreamOf('a.example.net'),
    );
    const domains = new CustomDomains(store);
    const domain = await domains.create(accountUuid, upstreamUuid, domainOf('a.example.com'));
    if (!domain) throw new Error('there is no upstream');
    const path = join(await tempDir(), 'edge.db');
    const replica = store.replicaAt(path);
    onTestFinished(() => replica[Symbol.asyncDispose]());
    const seenWith = async (change: Parameters<typeof domainOf>[1]) => {
      await domains.update(accountUuid, upstreamUuid, domain.uuid, (current) => ({ ...current, ...change }));
      await replica.bringTo(await store.routing.position());
      const secretKeys = { kind: 'given', keys: '' } as const;
      await using worker = new EdgeStore({ path, secretKeys, clock, ownHost: 'edge.example.net' });
      const [route] = await store.routing.routesAfter('', 1);
      return { tls: route?.domain?.tls, ca: await worker.clientCaOf(domain.uuid) };
    };
    expect(await seenWith({ tlsMinVersion: '1.2' })).toEqual({ tls: undefined, ca: undefined });
    const first = await seenWith({ tlsClientCa: 'one' });
    expect(first).toEqual({
      tls: { clientCaDigest: expect.stringMatching(/^[\w-]{43}$/) },
      ca: { digest: first.tls?.clientCaDigest, pem: 'one' },
    });
    const second = await seenWith({ tlsClientCa: 'two', tlsMinVersion: '1.3' });
    expect(second).toEqual({
      tls: { minVersion: '1.3', clientCaDigest: second.ca?.digest },
      ca: { digest: expect.not.stringMatching(first.ca?.digest ?? ''), pem: 'two' },
    });
    expect(await seenWith({ maintenance: true })).toEqual(second);
    expect(await seenWith({ tlsClientCa: '' })).toEqual({ tls: { minVersion: '1.3' }, ca: undefined });
    const stored = await domains.findInAccount(accountUuid, domain.uuid);
    if (!stored) throw new Error('the domain is gone');
    // The trail has no place for certificates.
    const audited = auditedCustomDomain.attributesOf({ ...stored, tlsClientCa: 'two' });
    expect(audited).toMatchObject({ tls_min_version: '1.3', tls_client_ca: checksumOf('two') });
  });
});
