/** What every control store must do with limits of accounts. Source: docs/reference/limits.md. */

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import { hostLimit, unprovenHostLimit } from '../../../src/control/host-limits.ts';
import { idempotencyBytesLimit } from '../../../src/control/idempotency-keys.ts';
import type { ControlLocation } from '../../../src/control/location.ts';
import { migrateStore } from '../../../src/control/migrate.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { defaultLimits, type Limits } from '../../../src/core/account-limits.ts';
import { ownershipRecord } from '../../../src/core/ownership-record.ts';
import { dayMs } from '../../../src/core/time.ts';
import { AccessTokens } from '../../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { dropBackgroundIndexes, tablesSinceHostsSeen } from '../../support/older-store.ts';
import { testSecretKey } from '../../support/test-secret-key.ts';
import { storesAt, TestClock } from './stores.ts';
import { findIn, Tenant } from './tenants.ts';

const reached = (name: string, used: number, allowed: number) => ({
  code: 'limit_reached',
  message: expect.stringMatching(new RegExp(`${used} .*at most ${allowed} .*"${name}"`)),
});

/** A check of a domain finds its records. */
async function findRecords(store: ControlStore, uuid: string, checkedAt: number): Promise<void> {
  const domain = await new CustomDomains(store).findAnywhere(uuid);
  if (!domain) throw new Error('the domain is gone');
  const report = { found: [], problems: [] };
  await new CustomDomains(store).recordCheck(domain, {
    status: 'dns_records_found',
    report,
    checkedAt,
    nextCheckAt: checkedAt + dayMs,
    failures: 0,
    delegatedHosts: [],
  });
}

/** Takes a store back to the version before hosts were seen. */
async function makeOneOlder(location: ControlLocation): Promise<void> {
  await using database = await ControlDatabase.open(location);
  for (const table of tablesSinceHostsSeen)
    await sql`drop table ${sql.table(table)}`.execute(database.queries);
  for (const index of [
    'host_claims_unseen',
    'custom_domains_never_ready',
    'automatic_certificates_account_next_rehearsal_at',
    'automatic_certificates_account_expires_at',
    'automatic_certificates_queued',
  ])
    await sql`drop index ${sql.ref(index)}`.execute(database.queries);
  await dropBackgroundIndexes(database);
  await sql`alter table acme_accounts drop column orders_full_at`.execute(database.queries);
  await sql`alter table revision_log drop column mark`.execute(database.queries);
  for (const column of [
    'next_rehearsal_at',
    'rehearsal',
    'last_error_code',
    'renew_at',
    'queued_at',
    'acme_account_id',
  ])
    await sql`alter table automatic_certificates drop column ${sql.ref(column)}`.execute(database.queries);
  for (const column of [
    'dns_lost_at',
    'engagement',
    'referrer_paths',
    'web_vitals',
    'tls_min_version',
    'tls_client_ca_digest',
    'tls_client_ca',
  ])
    await sql`alter table custom_domains drop column ${sql.ref(column)}`.execute(database.queries);
  for (const column of ['custom_domain_uuids', 'external_ids', 'may_apply'])
    await sql`alter table access_tokens drop column ${sql.ref(column)}`.execute(database.queries);
  for (const column of ['claimed_at', 'seen_at'])
    await sql`alter table host_claims drop column ${sql.ref(column)}`.execute(database.queries);
  await sql`delete from schema_version where version >= 48`.execute(database.queries);
}

onEachControlStore('limits of accounts', (newLocation) => {
  const { openStore } = storesAt(newLocation);

  /** The operator's account, and a customer's. */
  async function openWith(limits: Partial<Limits>) {
    const location = await newLocation();
    const made = await openStore(location);
    const operator = await Tenant.create(made, 'Operator');
    const clock = new TestClock();
    const dns = new Set<string>();
    const store = await ControlStore.open(location, clock, testSecretKey, undefined, 'refuse', findIn(dns), {
      ...defaultLimits,
      ...limits,
    });
    clock.time += 1;
    const customer = await Tenant.create(store, 'Customer');
    return { store, customer, operator: operator.at(store), location, clock, dns };
  }

  test('an account gets hosts up to its limit, of every kind, and then no more', async () => {
    await using opened = await openDisposable({ hosts: 3 });
    const { customer, operator } = opened;
    await customer.redirect('a.example.com');
    await customer.rules('b.example.com');
    await customer.domain('c.example.com');
    for (const more of [
      () => customer.redirect('d.example.com'),
      () => customer.rules('d.example.com'),
      () => customer.domain('d.example.com'),
      () => customer.redirects(['d.example.com', 'e.example.com']),
    ])
      await expect(more()).rejects.toMatchObject({ code: 'limit_reached' });
    await expect(customer.redirect('d.example.com')).rejects.toMatchObject(reached('hosts', 4, 3));
    // What is on a host already needs no other.
    await customer.rules('a.example.com', 2);
    expect(await opened.store.limits.used(customer.uuid, hostLimit)).toBe(3);
    // The operator's own account has no such limit.
    for (const name of 'defgh') await operator.redirect(`${name}.example.org`);
  });

  test('of two writers at once only one gets what is left', async () => {
    await using opened = await openDisposable({ hosts: 3 });
    const { customer, location } = opened;
    const other = await ControlStore.open(
      location,
      opened.clock,
      testSecretKey,
      undefined,
      'refuse',
      findIn(opened.dns),
      {
        ...defaultLimits,
        hosts: 3,
      },
    );
    onTestFinished(() => other[Symbol.asyncDispose]());
    await customer.redirect('a.example.com');
    await customer.redirect('b.example.com');
    for (let round = 0; round < 5; round++) {
      const [here, there] = [customer, customer.at(other)];
      const both = await Promise.allSettled([
        here.redirect(`c${round}.example.com`),
        there.redirect(`d${round}.example.com`),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      for (const result of both)
        if (result.status === 'fulfilled') await customer.deleteRedirect(result.value);
    }
  });

  test('an account that is over its limit may shrink, or replace by no more', async () => {
    await using opened = await openDisposable({});
    const { store, customer } = opened;
    const uuid = await customer.redirect('a.example.com');
    await customer.redirect('b.example.com');
    await customer.rules('b.example.com', 5);
    await store.limits.set(
      customer.uuid,
      new Map([
        ['hosts', 1],
        ['rules', 2],
      ]),
    );
    await customer.moveRedirect(uuid, 'c.example.com');
    await customer.rules('b.example.com', 5);
    await customer.rules('b.example.com', 4);
    await expect(customer.rules('b.example.com', 5)).rejects.toMatchObject(reached('rules', 5, 2));
    await expect(customer.redirect('d.example.com')).rejects.toMatchObject(reached('hosts', 3, 1));
    await customer.deleteRedirect(uuid);
    await customer.rules('b.example.com', 2);
    await store.limits.set(customer.uuid, new Map([['rules', undefined]]));
    await customer.rules('b.example.com', 3);
    expect(await store.limits.allowed(customer.uuid)).toEqual({ ...defaultLimits, hosts: 1 });
  });

  test('access tokens are counted, those of other accounts are not', async () => {
    await using opened = await openDisposable({ access_tokens: 2 });
    const { store, customer, operator } = opened;
    const make = (accountUuid: string) =>
      new AccessTokens(store).create({ accountUuid, name: 'x', scope: 'read', expiresAt: null });
    for (let i = 0; i < 4; i++) await make(operator.uuid);
    const { token } = await make(customer.uuid);
    await make(customer.uuid);
    await expect(make(customer.uuid)).rejects.toMatchObject(reached('access_tokens', 3, 2));
    await new AccessTokens(store).revoke(token.uuid);
    await make(customer.uuid);
  });

  test('an account with many old hosts that nothing led here gets no new ones, of any kind', async () => {
    await using opened = await openDisposable({ unproven_hosts: 1 });
    const { customer, clock, store } = opened;
    const unproven = () => store.limits.used(customer.uuid, unprovenHostLimit);
    await customer.redirect('a.example.com');
    await customer.rules('b.example.com');
    await customer.rules('a.example.com');
    const domain = await customer.domain('c.example.com', true);
    await customer.domain('*.d.example.com');
    expect(await unproven()).toBe(0);
    clock.time += 15 * dayMs;
    for (const more of [
      () => customer.redirect('e.example.com'),
      () => customer.rules('e.example.com'),
      () => customer.domain('e.example.com'),
    ])
      await expect(more()).rejects.toMatchObject(reached('unproven_hosts', 5, 1));
    // What is on a host already needs no other.
    await customer.rules('a.example.com', 2);
    await findRecords(store, domain, clock.time);
    expect(await unproven()).toBe(3);
    await store.seenHosts.note(customer.uuid, ['a.example.com', '*.d.example.com']);
    expect(await unproven()).toBe(1);
    await customer.redirect('e.example.com');
  });

  test('a host that is proven, or was given up and taken again, is not an old one', async () => {
    await using opened = await openDisposable({ unproven_hosts: 0 });
    const { customer, operator, clock, store, dns } = opened;
    const uuid = await customer.redirect('a.example.com');
    await operator.redirect('b.example.com');
    clock.time += 13 * dayMs;
    await customer.deleteRedirect(uuid);
    await customer.redirect('a.example.com');
    const { name, value } = ownershipRecord(customer.uuid, 'b.example.com');
    dns.add(`${name} ${value}`);
    await customer.redirect('b.example.com');
    clock.time += 2 * dayMs;
    expect(await store.limits.used(customer.uuid, unprovenHostLimit)).toBe(0);
    clock.time += 13 * dayMs;
    expect(await store.limits.used(customer.uuid, unprovenHostLimit)).toBe(1);
    expect(await store.seenHosts.listUnseen(undefined, 10)).toMatchObject([{ host: 'a.example.com' }]);
  });

  test('domains that wait for a proof are hosts, too', async () => {
    await using opened = await openDisposable({ hosts: 2, unproven_hosts: 1 });
    const { customer, operator, clock, store } = opened;
    await operator.domain('*.example.com');
    await customer.domain('a.example.com');
    await customer.domain('b.example.com');
    await expect(customer.domain('c.example.com')).rejects.toMatchObject(reached('hosts', 3, 2));
    expect(await store.limits.used(customer.uuid, hostLimit)).toBe(2);
    clock.time += 15 * dayMs;
    expect(await store.limits.used(customer.uuid, unprovenHostLimit)).toBe(2);
  });

  test('hosts that were never seen are listed with what requests for them are recorded under', async () => {
    await using opened = await openDisposable({});
    const { customer, operator, store, clock } = opened;
    const redirect = await customer.redirect('a.example.com');
    const domain = await customer.domain('b.example.com', true);
    await customer.rules('c.example.com');
    await operator.redirect('d.example.com');
    const all = await store.seenHosts.listUnseen(undefined, 10);
    expect(all.map(({ host }) => host).toSorted()).toEqual(
      ['a', 'b', 'c', 'd', 'www.b'].map((name) => `${name}.example.com`),
    );
    expect(all.find(({ host }) => host === 'a.example.com')).toEqual({
      accountUuid: customer.uuid,
      host: 'a.example.com',
      claimedAt: clock.time,
      uuids: [redirect],
    });
    for (const host of ['b.example.com', 'www.b.example.com'])
      expect(all.find((each) => each.host === host)?.uuids).toEqual([domain]);
    const paged = [];
    for (let after = all[0]; after; ) {
      paged.push(after);
      [after] = await store.seenHosts.listUnseen(after, 1);
    }
    expect(paged).toEqual(all);
    // Not for another account.
    await store.seenHosts.note(operator.uuid, ['a.example.com', 'd.example.com']);
    expect(await store.seenHosts.listUnseen(undefined, 10)).toHaveLength(4);
  });

  test('a store from before knows since when hosts are held, and stops nobody', async () => {
    const location = await newLocation('tables');
    const clock = new TestClock();
    {
      const made = await openStore(location, clock);
      const first = await Tenant.create(made, 'Operator');
      clock.time += 1;
      const customer = await Tenant.create(made, 'Customer');
      const domain = await customer.domain('found.example.com', true);
      await customer.rules('old.example.com');
      clock.time += 1_000;
      await customer.redirect('old.example.com');
      const hosts = Array.from({ length: 600 }, (_, index) => `h${index}.example.com`);
      await customer.redirects(hosts);
      await findRecords(made, domain, clock.time);
      await first.redirects(hosts.map((host) => `first-${host}`));
      await makeOneOlder(location);
    }
    clock.time += 100 * dayMs;
    await migrateStore(location);
    const store = await openStore(location, clock);
    const [operator, customer] = (await new Accounts(store).list()).toSorted(
      (a, b) => a.createdAt - b.createdAt,
    );
    const of = (account: typeof customer) => account?.uuid ?? '';
    expect(await store.limits.allowed(of(customer))).toMatchObject({ unproven_hosts: 1_202, hosts: 100_000 });
    expect(await store.limits.allowed(of(operator))).toMatchObject({ unproven_hosts: null });
    expect(await store.limits.used(of(customer), unprovenHostLimit)).toBe(601);
    const unseen = await store.seenHosts.listUnseen(undefined, 2_000);
    const old = unseen.find(({ host }) => host === 'old.example.com');
    expect(old?.claimedAt).toBe(clock.time - 100 * dayMs - 1_000);
    expect(unseen.filter(({ host }) => host.includes('found'))).toEqual([]);
  });

  test('a claim that an older program made beside this one counts from when it is found', async () => {
    await using opened = await openDisposable({});
    const { customer, store, location, clock } = opened;
    await customer.redirect('a.example.com');
    await using database = await ControlDatabase.open(location);
    await sql`update host_claims set claimed_at = null`.execute(database.queries);
    clock.time += 15 * dayMs;
    expect(await store.limits.used(customer.uuid, unprovenHostLimit)).toBe(0);
    await store.seenHosts.date();
    expect(await store.seenHosts.listUnseen(undefined, 10)).toMatchObject([{ claimedAt: clock.time }]);
  });

  test('the oldest idempotent answers lose their bodies, and their requests stay known', async () => {
    await using opened = await openDisposable({ idempotency_bytes: 2_500 });
    const { store, customer, clock } = opened;
    const answer = { status: 201, location: null, sealedBody: 'b'.repeat(1_000) };
    for (const id of ['1', '2', '3', '4']) {
      clock.time += 1;
      expect(await store.idempotencyKeys.begin(id, customer.uuid, 'sha')).toBe('begun');
      await store.idempotencyKeys.finish(id, customer.uuid, answer);
    }
    const again = (id: string) => store.idempotencyKeys.begin(id, customer.uuid, 'sha');
    expect([await again('1'), await again('2')]).toEqual(['dropped', 'dropped']);
    expect(await again('3')).toEqual(answer);
    expect(await again('4')).toEqual(answer);
    expect(await store.limits.used(customer.uuid, idempotencyBytesLimit)).toBe(2_000);
  });

  test('what is set for an account is in the audit trail, and goes with the account', async () => {
    await using opened = await openDisposable({});
    const { store, customer } = opened;
    await store.limits.set(customer.uuid, new Map([['rules', null]]));
    expect((await store.limits.recentlyAllowed(customer.uuid)).rules).toBeNull();
    expect(await store.limits.allowed(customer.uuid)).toMatchObject({ rules: null, hosts: 100_000 });
  });

  async function openDisposable(limits: Partial<Limits>) {
    const opened = await openWith(limits);
    return { ...opened, [Symbol.asyncDispose]: () => opened.store[Symbol.asyncDispose]() };
  }
});
