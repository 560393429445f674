/** What every control store must do with limits of accounts. Source: docs/reference/limits.md. */
import { expect, test } from 'vitest';
import { ControlStore } from '../../../src/control/store.ts';
import { defaultLimits, type Limits } from '../../../src/core/account-limits.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { testSecretKey } from '../../support/test-secret-key.ts';
import { storesAt, TestClock } from './stores.ts';
import { Tenant } from './tenants.ts';

const reached = (name: string, used: number, allowed: number) => ({
  code: 'limit_reached',
  message: expect.stringMatching(new RegExp(`${used} .*at most ${allowed} .*"${name}"`)),
});

onEachControlStore('limits of accounts', (newLocation) => {
  const { openStore } = storesAt(newLocation);

  /** The operator's account, and a customer's. */
  async function openWith(limits: Partial<Limits>) {
    const location = await newLocation();
    const made = await openStore(location);
    const operator = await Tenant.create(made, 'Operator');
    const clock = new TestClock();
    const store = await ControlStore.open(location, clock, testSecretKey, undefined, 'refuse', undefined, {
      ...defaultLimits,
      ...limits,
    });
    clock.time += 1;
    const customer = await Tenant.create(store, 'Customer');
    return { store, customer, operator: operator.at(store), location, clock };
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
    expect(await opened.store.limits.used(customer.uuid, 'hosts')).toBe(3);
    // The operator's own account has no such limit.
    for (const name of 'defgh') await operator.redirect(`${name}.example.org`);
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
      store.tokens.create({ accountUuid, name: 'x', scope: 'read', expiresAt: null });
    for (let i = 0; i < 4; i++) await make(operator.uuid);
    const { token } = await make(customer.uuid);
    await make(customer.uuid);
    await expect(make(customer.uuid)).rejects.toMatchObject(reached('access_tokens', 3, 2));
    await store.tokens.revoke(token.uuid);
    await make(customer.uuid);
  });

  test('an account with many old hosts that never became ready gets no new ones', async () => {
    await using opened = await openDisposable({ unproven_hosts: 1 });
    const { customer, clock } = opened;
    await customer.domain('a.example.com');
    const uuid = await customer.domain('b.example.com');
    await customer.domain('c.example.com');
    clock.time += 15 * 86_400_000;
    await expect(customer.redirect('d.example.com')).rejects.toMatchObject(reached('unproven_hosts', 3, 1));
    expect(uuid).not.toBe('');
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
    expect(await store.limits.used(customer.uuid, 'idempotency_bytes')).toBe(2_000);
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
