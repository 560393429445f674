/** Whether a custom domain is ready, and the events of that. Source: docs/reference/domains.md ("Ready"). */

import { expect, test } from 'vitest';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { CustomCertificates } from '../../../src/features/custom-certificates/custom-certificate-store.ts';
import type { CustomDomain } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { openCertificates } from './automatic-certificate-store.ts';
import { redirectOf, takeOrders } from './stores.ts';
import { openOutbox } from './webhook-outbox.ts';

const dayMs = 86_400_000;
const host = 'shop.example.com';

onEachControlStore('readiness of domains', (newLocation) => {
  async function open() {
    const opened = await openCertificates(newLocation);
    const { store, accountUuid, certificateFor, clock } = opened;
    const outbox = await openOutbox(opened.location);
    const endpoint = await outbox.addEndpoint(accountUuid, [
      'custom_domain.ready',
      'custom_domain.ownership_verified',
    ]);
    return {
      ...opened,
      events: () => outbox.typesAt(endpoint),
      /** An order for each host that is due. */
      order: async () => {
        for (const taken of await opened.take())
          await new AutomaticCertificates(store).complete(
            taken,
            certificateFor(taken.host),
            clock.time + dayMs,
          );
      },
      upload: (name: string, days?: number) =>
        new CustomCertificates(store).create(accountUuid, certificateFor(name, days)),
      state: async ({ uuid }: CustomDomain) => {
        const domain = await new CustomDomains(store).findAnywhere(uuid);
        return domain && [domain.ready, domain.readyAt];
      },
      check: (
        domain: CustomDomain,
        { isFound, isDelegated, isProven }: { isFound: boolean; isDelegated?: boolean; isProven?: boolean },
      ) =>
        new CustomDomains(store).recordCheck(domain, {
          status: isFound ? 'dns_records_found' : 'dns_records_not_found',
          report: { found: [], problems: [] },
          checkedAt: clock.time,
          nextCheckAt: clock.time + dayMs,
          failures: 0,
          delegatedHosts: isDelegated ? [domain.host] : [],
          isDelegated,
          isProven,
        }),
    };
  }

  test('with http01 it is ready once its records are found and a certificate is there', async () => {
    const { clock, addDomain, check, order, state, events } = await open();
    const domain = await addDomain(host);
    expect(await state(domain)).toEqual([false, null]);
    expect(await check(domain, { isFound: true })).toMatchObject({ ready: false });
    clock.time += 60_000;
    await order();
    const readyAt = clock.time;
    expect(await state(domain)).toEqual([true, readyAt]);
    expect(await events()).toEqual(['custom_domain.ready']);

    clock.time += dayMs;
    await check(domain, { isFound: true });
    expect(await events()).toEqual(['custom_domain.ready']);
    expect(await check(domain, { isFound: false })).toMatchObject({ ready: false, readyAt });
    expect(await check(domain, { isFound: true })).toMatchObject({ ready: true, readyAt });
    expect(await events()).toEqual(['custom_domain.ready', 'custom_domain.ready']);
  });

  test('with dns01 it is ready before any visitor is led here', async () => {
    const { addDomain, check, order, state, events } = await open();
    const domain = await addDomain(host, false, 'dns01');
    await check(domain, { isFound: false, isDelegated: true });
    expect((await state(domain))?.[0]).toBe(false);
    await order();
    expect((await state(domain))?.[0]).toBe(true);
    // It could not be looked up.
    expect(await check(domain, { isFound: false })).toMatchObject({ ready: true });
    expect(await check(domain, { isFound: true, isDelegated: false })).toMatchObject({ ready: false });
    expect(await events()).toEqual(['custom_domain.ready']);
  });

  test('its www. host needs a certificate too', async () => {
    const { addDomain, check, take, store, certificateFor, clock, state } = await open();
    const domain = await addDomain(host, true);
    await check(domain, { isFound: true });
    const ready: unknown[] = [];
    for (const taken of await take()) {
      ready.push((await state(domain))?.[0]);
      await new AutomaticCertificates(store).complete(taken, certificateFor(taken.host), clock.time + dayMs);
    }
    expect([...ready, (await state(domain))?.[0]]).toEqual([false, false, true]);
  });

  test.each([host, '*.example.com'])(
    'a custom certificate for %s makes it ready, and its end unready',
    async (name) => {
      const { store, accountUuid, addDomain, check, upload, state, clock } = await open();
      const domain = await addDomain(host);
      const other = await addDomain('shop.example.org');
      for (const each of [domain, other]) await check(each, { isFound: true });
      const { uuid } = await upload(name, 10);
      expect([(await state(domain))?.[0], (await state(other))?.[0]]).toEqual([true, false]);
      await new CustomCertificates(store).delete(accountUuid, uuid);
      expect((await state(domain))?.[0]).toBe(false);
      await upload(name, 10);
      await store.certificateTimes.refresh();
      expect((await state(domain))?.[0]).toBe(true);
      clock.time += 10 * dayMs;
      await store.certificateTimes.refresh();
      expect((await state(domain))?.[0]).toBe(false);
    },
  );

  test('it changes when an automatic certificate expires, and when a custom one becomes valid', async () => {
    const { store, accountUuid, addDomain, check, certificateFor, order, state, clock, events } =
      await open();
    const domain = await addDomain(host);
    await check(domain, { isFound: true });
    await order();
    const later = { ...certificateFor(host, 200), notBefore: clock.time + 100 * dayMs };
    await new CustomCertificates(store).create(accountUuid, later);
    const states: unknown[] = [];
    for (const days of [89, 1, 9, 1]) {
      clock.time += days * dayMs;
      await store.certificateTimes.refresh();
      states.push((await state(domain))?.[0]);
    }
    expect(states).toEqual([true, false, false, true]);
    expect(await events()).toEqual(['custom_domain.ready', 'custom_domain.ready']);
  });

  test('a wildcard certificate covers the www. host, and not the host itself', async () => {
    const { addDomain, check, upload, state } = await open();
    const domain = await addDomain(host, true);
    await check(domain, { isFound: true });
    await upload(`*.${host}`);
    expect((await state(domain))?.[0]).toBe(false);
    await upload(host);
    expect((await state(domain))?.[0]).toBe(true);
  });

  test('a wildcard is ready by its certificate, which makes the hosts that it covers ready too', async () => {
    const { store, clock, addDomain, check, certificateFor, state } = await open();
    const wildcard = await addDomain('*.example.com', false, 'dns01');
    const domain = await addDomain(host);
    await check(domain, { isFound: true });
    await check(wildcard, { isFound: false, isDelegated: true });
    const taken = await takeOrders(store, clock.time, 1_000);
    for (const each of taken.filter((one) => one.host === wildcard.host))
      await new AutomaticCertificates(store).complete(each, certificateFor(each.host), clock.time + dayMs);
    expect(await state(wildcard)).toEqual([true, clock.time]);
    expect(await state(domain)).toEqual([true, clock.time]);
  });

  test('another account’s certificate does not make it ready', async () => {
    const { store, addDomain, check, certificateFor, state } = await open();
    const domain = await addDomain(host);
    await check(domain, { isFound: true });
    const { uuid: neighbor } = await new Accounts(store).create('Neighbour');
    await new CustomCertificates(store).create(neighbor, certificateFor(host));
    expect((await state(domain))?.[0]).toBe(false);
  });

  test('other records begin anew, other changes do not', async () => {
    const { store, accountUuid, addDomain, check, order, state } = await open();
    const domain = await addDomain(host);
    await check(domain, { isFound: true });
    await order();
    const change = (attributes: Partial<CustomDomain>) =>
      new CustomDomains(store).update(accountUuid, domain.upstreamUuid, domain.uuid, (current) => ({
        ...current,
        ...attributes,
      }));
    expect(await change({ maintenance: true })).toMatchObject({ ready: true });
    await change({ host: 'new.example.com' });
    expect(await state(domain)).toEqual([false, null]);
  });

  test('a host that was another account’s is not ready before its proof, which is an event', async () => {
    const { store, addDomain, check, upload, state, events } = await open();
    const { uuid: neighbor } = await new Accounts(store).create('Neighbour');
    const { uuid } = await new Redirects(store).create(neighbor, redirectOf(host));
    await new Redirects(store).delete(neighbor, uuid);
    const domain = await addDomain(host);
    await upload(host);
    await check(domain, { isFound: true, isProven: false });
    expect((await state(domain))?.[0]).toBe(false);
    expect(await check(domain, { isFound: true, isProven: true })).toMatchObject({ ready: true });
    expect(await events()).toEqual(['custom_domain.ownership_verified', 'custom_domain.ready']);
  });
});
