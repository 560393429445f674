/** What every control store must do with saved funnels. Source: docs/reference/funnels.md ("Saved funnels"). */
import { expect, test } from 'vitest';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { savedFunnels } from '../../../src/features/funnels/saved-funnel.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { CollectionStore } from '../../../src/kernel/collection-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, storesAt, upstreamOf } from './stores.ts';

const checkout = {
  name: `It's "x" 🛒`,
  steps: [{ page: '/*' }, { event: '"\u0000\ud800' }],
  scope: 'range',
} as const;

onEachControlStore('saved funnels', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  /** A store with two custom domains of one account. */
  async function openWithDomains() {
    const opened = await openWithAccount();
    const { store, accountUuid } = opened;
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('upstream.example.net'));
    const newDomain = async (host: string): Promise<string> =>
      (await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(host)))?.uuid ?? '';
    const [domain, other] = [await newDomain('a.example.com'), await newDomain('b.example.com')];
    return { ...opened, upstream, domain, other, stored: new CollectionStore(savedFunnels, store) };
  }

  test('are stored as given, are of one domain, and go with it', async () => {
    const { store, accountUuid, upstream, domain, other, stored } = await openWithDomains();
    const created = await stored.create(domain, checkout);
    const uuid = created?.uuid ?? '';
    expect(created).toEqual({ ...checkout, uuid });
    expect(await stored.find(domain, uuid)).toEqual(created);
    expect(await stored.find(other, uuid)).toBeUndefined();
    expect(await stored.update(other, uuid, (current) => current)).toBeUndefined();
    expect(await stored.delete(other, uuid)).toBeUndefined();
    const kept = await stored.create(other, checkout);
    await new CustomDomains(store).delete(accountUuid, upstream.uuid, domain);
    expect(await stored.find(domain, uuid)).toBeUndefined();
    expect(await stored.create(domain, checkout)).toBeUndefined();
    expect(await stored.find(other, kept?.uuid ?? '')).toEqual(kept);
  });

  test('may share a name, and keep to the limit, also when two nodes write at once', async () => {
    const { location, domain, other, stored } = await openWithDomains();
    const second = new CollectionStore(savedFunnels, await openStore(location));
    const atOnce = () => Promise.allSettled([stored, second].map((node) => node.create(domain, checkout)));
    const [one, same] = await atOnce();
    expect([one?.status, same?.status]).toEqual(['fulfilled', 'fulfilled']);
    for (let n = 2; n < savedFunnels.limit.most - 1; n++) await stored.create(domain, checkout);
    const outcomes = await atOnce();
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'too_many_saved_funnels' });
    expect(await stored.create(other, checkout)).toBeDefined();
  });
});
