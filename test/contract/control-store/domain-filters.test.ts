/** What lists of custom domains are filtered by, on every control store. Source: docs/reference/domains.md ("Filters"). */

import { expect, test } from 'vitest';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { CustomCertificates } from '../../../src/features/custom-certificates/custom-certificate-store.ts';
import type { CustomDomainQuery } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { openCertificates } from './automatic-certificate-store.ts';
import { domainOf, upstreamOf } from './stores.ts';

const dayMs = 86_400_000;
const order = { field: 'host', direction: 'asc' } as const;

onEachControlStore('filters of custom domains', (newLocation) => {
  async function open() {
    const opened = await openCertificates(newLocation);
    const { store, accountUuid } = opened;
    /** First letters of the hosts that match: of a page, and of all uuids. */
    const matching = async (query: Partial<CustomDomainQuery>) => {
      const all = { accountUuid, sort: order, ...query };
      const { domains, count } = await new CustomDomains(store).list({ ...all, limit: 20, offset: 0 });
      const uuids = await new CustomDomains(store).listMatching(all);
      expect(uuids).toEqual(domains.map(({ uuid }) => uuid));
      expect(count).toBe(uuids.length);
      return domains.map(({ host }) => host.split('.', 1)[0]).join(' ');
    };
    return { ...opened, matching };
  }

  test('by the certificate’s state', async () => {
    const { store, accountUuid, clock, addDomain, verify, take, certificateFor, matching } = await open();
    const upload = (host: string, days: number, account = accountUuid) =>
      new CustomCertificates(store).create(account, certificateFor(host, days));
    for (const host of ['auto', 'failed', 'renewing', 'rescued'])
      await verify(await addDomain(`${host}.example.com`));
    await verify(await addDomain('www-fails.example.com', true));
    const failure = {
      failures: 1,
      nextAttemptAt: clock.time + dayMs,
      reason: 'away',
      code: 'authority_unreachable' as const,
      askedAt: clock.time,
    };
    for (const taken of await take()) {
      const fails = /^(?:failed|rescued|www\.www-fails)\./.test(taken.host);
      if (fails) await new AutomaticCertificates(store).fail(taken, failure);
      else
        await new AutomaticCertificates(store).complete(
          taken,
          certificateFor(taken.host),
          clock.time + dayMs,
        );
    }
    await addDomain('none.example.com');
    await addDomain('stolen.example.com');
    const { uuid: neighbor } = await new Accounts(store).create('Neighbor');
    await upload('stolen.example.com', 90, neighbor);
    await addDomain('soon.example.com');
    await upload('soon.example.com', 13);
    await addDomain('later.example.com');
    await upload('later.example.com', 15);
    await upload('rescued.example.com', 60);
    expect(await matching({ certificateState: 'failing' })).toBe('failed www-fails');
    expect(await matching({ certificateState: 'missing' })).toBe('none stolen');
    expect(await matching({ certificateState: 'expiring' })).toBe('soon');
    expect(await matching({ certificateState: 'valid' })).toBe('auto later renewing rescued');
    expect(await matching({ certificateState: 'valid', search: 'la' })).toBe('later');
    expect(await matching({ certificateState: 'valid', verdict: 'broken' })).toBe('');
    expect(await matching({ accountUuid: neighbor, certificateState: 'missing' })).toBe('');
    clock.time += 20 * dayMs;
    expect(await matching({ certificateState: 'missing' })).toBe('later none soon stolen');
  });

  test('by status, upstream and verdict, and never those of another account', async () => {
    const { store, accountUuid, addDomain, verify, matching } = await open();
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('other.example.net'));
    await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf('b.example.com'));
    await verify(await addDomain('a.example.com'));
    await verify(await addDomain('c.example.com'), false);
    expect(await matching({ status: 'dns_records_found' })).toBe('a');
    expect(await matching({ status: 'dns_records_not_found' })).toBe('c');
    expect(await matching({ status: 'pending_check' })).toBe('b');
    expect(await matching({ upstreamUuid: upstream.uuid })).toBe('b');
    expect(await matching({ verdict: 'setting_up' })).toBe('a b c');
    expect(await matching({ sort: { field: 'host', direction: 'desc' } })).toBe('c b a');
    const { uuid: neighbor } = await new Accounts(store).create('Neighbor');
    expect(await matching({ accountUuid: neighbor })).toBe('');
    expect(await matching({ accountUuid: neighbor, upstreamUuid: upstream.uuid })).toBe('');
    const uuids = await new CustomDomains(store).listMatching({ accountUuid, sort: order });
    expect(await new CustomDomains(store).findMany(neighbor, uuids)).toEqual([]);
    const found = await new CustomDomains(store).findMany(accountUuid, uuids.toReversed());
    expect(found.map(({ uuid }) => uuid)).toEqual(uuids.toReversed());
  });
});
