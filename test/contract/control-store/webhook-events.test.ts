/** What every control store must queue for webhook endpoints. Source: docs/reference/webhooks.md ("Events"). */

import { expect, test } from 'vitest';
import { actingAs } from '../../../src/control/acting.ts';
import { textOf } from '../../../src/control/rules-text.ts';
import { recordEvent } from '../../../src/control/webhook-events.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { CertificateExpiry } from '../../../src/features/custom-certificates/certificate-expiry.ts';
import { CustomCertificates } from '../../../src/features/custom-certificates/custom-certificate-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { HostRulesStore } from '../../../src/features/rules/host-rules-store.ts';
import { readRules } from '../../../src/rules/read-rules.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { openCertificates } from './automatic-certificate-store.ts';
import { redirectOf, storesAt } from './stores.ts';
import { openOutbox } from './webhook-outbox.ts';

const dayMs = 86_400_000;

onEachControlStore('webhook events', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  test('a change is queued for each active endpoint of its account that subscribes to it, whoever makes it', async () => {
    const { store, location, accountUuid } = await openWithAccount();
    const { uuid: otherAccount } = await new Accounts(store).create('Neighbour');
    const { addEndpoint, queued, typesAt } = await openOutbox(location);
    const all = await addEndpoint(accountUuid);
    const deletions = await addEndpoint(accountUuid, ['redirect.deleted', 'rules.replaced']);
    const inactive = await addEndpoint(accountUuid, [], false);
    const foreign = await addEndpoint(otherAccount);
    const actor = { kind: 'token', uuid: 'token-1', name: 'Ann', address: null } as const;
    const redirect = await actingAs(actor, () =>
      new Redirects(store).create(accountUuid, redirectOf('a.example.com', { note: 'ours' })),
    );
    const update = () =>
      new Redirects(store).update(accountUuid, redirect.uuid, (current) => ({
        ...current,
        destinationUrl: 'https://b.example.com',
      }));
    await update();
    // Nothing differs.
    await update();
    await new Redirects(store).delete(accountUuid, redirect.uuid);
    const events = await queued(all);
    const same = { uuid: redirect.uuid, source_host: 'a.example.com', note: 'ours' };
    expect(events.map(({ body }) => body)).toMatchObject([
      { type: 'redirect.created', data: { ...same, destination_url: 'https://www.example.com' } },
      {
        type: 'redirect.updated',
        timestamp: expect.stringMatching(/^\d{4}-.*\+00:00$/),
        data: { ...same, destination_url: 'https://b.example.com', changed_attributes: ['destination_url'] },
      },
      { type: 'redirect.deleted', data: { ...same, destination_url: 'https://b.example.com' } },
    ]);
    // The first of a resource is due, the others wait behind it.
    expect(events.map((event) => [event.resource, event.sequence, event.next_attempt_at])).toEqual([
      [redirect.uuid, 1, 0],
      [redirect.uuid, 2, null],
      [redirect.uuid, 3, null],
    ]);
    expect(await typesAt(deletions)).toEqual(['redirect.deleted']);
    expect([await queued(inactive), await queued(foreign)]).toEqual([[], []]);
  });

  test('what is rolled back is not queued, and an event outside a transaction is refused', async () => {
    const { store, location, accountUuid } = await openWithAccount();
    const { database, addEndpoint, queued } = await openOutbox(location);
    const endpoint = await addEndpoint(accountUuid);
    const event = {
      accountUuid,
      type: 'usage.closed',
      resource: accountUuid,
      data: { month: '2026-10' },
    } as const;
    const failing = database.transaction(async (trx) => {
      recordEvent(trx, event);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(
      database.queries.transaction().execute(async (trx) => recordEvent(trx, event)),
    ).rejects.toThrow('usage.closed was recorded outside a transaction');
    await expect(
      new Redirects(store).createMany(accountUuid, [
        redirectOf('a.example.com'),
        redirectOf('a.example.com'),
      ]),
    ).rejects.toMatchObject({ code: 'source_host_taken' });
    expect(await queued(endpoint)).toEqual([]);
    await database.transaction(async (trx) => recordEvent(trx, event));
    expect(await queued(endpoint)).toMatchObject([
      { body: { type: 'usage.closed', data: { month: '2026-10' } } },
    ]);
  });

  test('an import of more rows than a statement takes queues them all, in order', async () => {
    const { store, location, accountUuid } = await openWithAccount();
    const { addEndpoint, queued } = await openOutbox(location);
    const endpoint = await addEndpoint(accountUuid);
    const hosts = Array.from({ length: 2_100 }, (_, index) => `r${index}.example.com`);
    await new Redirects(store).createMany(
      accountUuid,
      hosts.map((host) => redirectOf(host)),
    );
    const events = await queued(endpoint);
    expect(events.map(({ body }) => body.data.source_host)).toEqual(hosts);
    expect(events.every(({ next_attempt_at: dueAt }) => dueAt === 0)).toBe(true);
  });

  test('writers at the same time get numbers without gaps, and one delivery of a resource is due', async () => {
    const { store, location, accountUuid } = await openWithAccount();
    const { addEndpoint, queued } = await openOutbox(location);
    const endpoint = await addEndpoint(accountUuid);
    const { uuid } = await new Redirects(store).create(accountUuid, redirectOf('a.example.com'));
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        new Redirects(store).update(accountUuid, uuid, (current) => ({ ...current, note: `${index}` })),
      ),
    );
    const events = await queued(endpoint);
    expect(events.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 13 }, (_, index) => index + 1),
    );
    expect(events.filter(({ next_attempt_at: dueAt }) => dueAt !== null)).toHaveLength(1);
    const stored = await new Redirects(store).find(accountUuid, uuid);
    expect(events.at(-1)?.body.data.note).toBe(stored?.note);
  });

  test('rules are told of by their number, without what they hold', async () => {
    const { store, location, accountUuid } = await openWithAccount();
    const { addEndpoint, queued } = await openOutbox(location);
    const endpoint = await addEndpoint(accountUuid);
    const rules = [{ then: { set_headers: { request: { 'X-Key': 'hunter2' } } } }];
    const read = readRules(rules);
    if (!read.ok) throw new Error(read.reason);
    const replace = (list: typeof read.rules) =>
      new HostRulesStore(store).replace({
        accountUuid,
        host: 'a.example.com',
        ...textOf(list),
        isExpected: () => true,
        keptFrom: null,
      });
    await replace(read.rules);
    await replace([]);
    const events = await queued(endpoint);
    expect(events.map(({ body, resource }) => [resource, body.data])).toEqual([
      ['a.example.com', { host: 'a.example.com', version: 1, count: 1 }],
      ['a.example.com', { host: 'a.example.com', version: null, count: 0 }],
    ]);
  });

  test('records that are found and lost are told of when that changes', async () => {
    const { store, location, accountUuid, addDomain, verify } = await openCertificates(newLocation);
    const { addEndpoint, queued, typesAt } = await openOutbox(location);
    const endpoint = await addEndpoint(accountUuid);
    const domain = await addDomain('shop.example.com');
    for (const isFound of [false, true, true, false, false, true]) await verify(domain, isFound);
    await new CustomDomains(store).delete(accountUuid, domain.upstreamUuid, domain.uuid);
    expect(await typesAt(endpoint)).toEqual([
      'custom_domain.created',
      'custom_domain.dns_found',
      'custom_domain.dns_lost',
      'custom_domain.dns_found',
      'custom_domain.deleted',
    ]);
    const events = await queued(endpoint);
    expect(events[2]?.body.data).toMatchObject({
      uuid: domain.uuid,
      host: 'shop.example.com',
      external_id: '',
      metadata: {},
      status: 'dns_records_not_found',
      problems: [],
    });
  });

  test("a host's certificate is told of in order with its domain", async () => {
    const { clock, store, location, accountUuid, addDomain, verify, certificateFor, takeOne } =
      await openCertificates(newLocation);
    const { addEndpoint, queued } = await openOutbox(location);
    const endpoint = await addEndpoint(accountUuid, [
      'certificate.issued',
      'certificate.renewed',
      'certificate.failed',
      'certificate.expiring',
    ]);
    const domain = await addDomain('shop.example.com');
    await verify(domain);
    const fail = async (reason: string) => {
      const nextAttemptAt = clock.time + 1;
      await new AutomaticCertificates(store).fail(await takeOne(), {
        failures: 1,
        nextAttemptAt,
        reason,
        code: 'authority_refused',
        askedAt: null,
      });
      clock.time += 2;
    };
    await fail('The authority is busy until 10:00.');
    await fail('The authority is busy until 11:30.');
    await fail('CAA records forbid it.');
    const issue = async () =>
      new AutomaticCertificates(store).complete(
        await takeOne(),
        certificateFor('shop.example.com'),
        clock.time + dayMs,
      );
    await issue();
    clock.time += dayMs;
    await issue();
    // Of 90 days, 14 are left.
    clock.time += 77 * dayMs;
    await fail('It is down.');
    await fail('It is down.');
    const events = await queued(endpoint);
    expect(events.map(({ type, body }) => [type, body.data.reason])).toEqual([
      ['certificate.failed', 'The authority is busy until 10:00.'],
      ['certificate.failed', 'CAA records forbid it.'],
      ['certificate.issued', undefined],
      ['certificate.renewed', undefined],
      ['certificate.failed', 'It is down.'],
      ['certificate.expiring', 'It is down.'],
    ]);
    expect(new Set(events.map(({ resource }) => resource))).toEqual(new Set([domain.uuid]));
    expect(events.at(-1)?.body.data).toMatchObject({
      host: 'shop.example.com',
      custom_domain_uuid: domain.uuid,
      external_id: '',
      metadata: {},
      certificate: { custom: false, issuer: expect.any(String), expires_at: expect.any(String) },
    });
  });

  test('a custom certificate that ends is told of once', async () => {
    const { clock, store, location, accountUuid, certificateFor } = await openCertificates(newLocation);
    const { addEndpoint, queued } = await openOutbox(location);
    const endpoint = await addEndpoint(accountUuid);
    const { uuid } = await new CustomCertificates(store).create(
      accountUuid,
      certificateFor('a.example.com', 10),
    );
    await new CertificateExpiry(store).takeDue(clock.time, 14);
    clock.time += 8 * dayMs;
    await new CertificateExpiry(store).takeDue(clock.time, 3);
    const events = await queued(endpoint);
    expect(events.map(({ type, body }) => [type, body.data])).toMatchObject([
      [
        'certificate.expiring',
        { host: 'a.example.com', certificate: { custom: true, custom_certificate_uuid: uuid } },
      ],
    ]);
  });
});
