/** What every control store must record of changes. Source: docs/reference/audit-trail.md. */

import { expect, test } from 'vitest';
import { type Actor, actingAs } from '../../../src/control/acting.ts';
import { ControlDatabase } from '../../../src/control/database.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { hiddenValue } from '../../../src/core/audit.ts';
import { AccessTokens } from '../../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import type { AuditEvent } from '../../../src/features/audit/audit-events.ts';
import { AuditEvents } from '../../../src/features/audit/audit-events.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { featureTables } from '../../../src/features/features.ts';
import { goals } from '../../../src/features/goals/feature.ts';
import { Invitations } from '../../../src/features/people/invitation-store.ts';
import { Memberships } from '../../../src/features/people/membership-store.ts';
import { SecondFactors } from '../../../src/features/people/second-factor-store.ts';
import { Users } from '../../../src/features/people/user-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { KeyRotation } from '../../../src/features/secret-key/key-rotation.ts';
import { segments } from '../../../src/features/segments/feature.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { CollectionStore } from '../../../src/kernel/collection-store.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { totpAt, totpStepOf } from '../../../src/secrets/totp.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { newUser } from '../../support/people.ts';
import { domainOf, redirectOf, storesAt, upstreamOf } from './stores.ts';

const ann: Actor = { kind: 'token', uuid: 'token-1', name: 'Ann', address: '203.0.113.7' };
const shell: Actor = { kind: 'command_line', uuid: null, name: 'root', address: null };

/** All events of an account, oldest first. */
async function eventsOf(store: ControlStore, accountUuid: string): Promise<AuditEvent[]> {
  const { events, count } = await new AuditEvents(store).list({ accountUuid, limit: 1_000, offset: 0 });
  expect(events).toHaveLength(count);
  return events.toReversed();
}

onEachControlStore('the audit trail', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  test('has who did what from where, and of a change only what differs', async () => {
    const { store, accountUuid } = await openWithAccount();
    const redirect = await actingAs(ann, () =>
      new Redirects(store).create(accountUuid, redirectOf('a.example')),
    );
    const update = (destinationUrl: string) =>
      new Redirects(store).update(accountUuid, redirect.uuid, (current) => ({ ...current, destinationUrl }));
    await actingAs(shell, () => update('https://b.example'));
    // Nothing differs.
    await actingAs(shell, () => update('https://b.example'));
    await actingAs(ann, () => new Redirects(store).delete(accountUuid, redirect.uuid));
    const of = { resource: 'redirect', resourceUuid: redirect.uuid, resourceName: 'a.example', accountUuid };
    const values = { source_host: 'a.example', note: '', active: true, redirect_type: redirect.redirectType };
    expect(await eventsOf(store, accountUuid)).toMatchObject([
      {
        ...of,
        actor: { kind: 'token', uuid: 'token-1', name: 'Ann' },
        address: '203.0.113.7',
        action: 'created',
        before: null,
        after: { ...values, destination_url: 'https://www.example.com' },
      },
      {
        ...of,
        actor: { kind: 'command_line', uuid: null, name: 'root' },
        address: null,
        action: 'updated',
        before: { destination_url: 'https://www.example.com' },
        after: { destination_url: 'https://b.example' },
      },
      { ...of, action: 'deleted', before: { ...values, destination_url: 'https://b.example' }, after: null },
    ]);
    const [, updated] = await eventsOf(store, accountUuid);
    expect(Object.keys(updated?.after ?? {})).toEqual(['destination_url']);
  });

  test('has every kind of resource, and what goes with an upstream', async () => {
    const { store } = await openWithAccount();
    await actingAs(ann, async () => {
      const { uuid } = await new Accounts(store).create('Mine');
      const token = await new AccessTokens(store).create({
        accountUuid: uuid,
        name: 'T',
        scope: 'read',
        expiresAt: null,
      });
      const segmentStore = new CollectionStore(segments, store);
      const segment = await segmentStore.create(uuid, { name: 'S', filters: [] });
      await segmentStore.update(uuid, segment?.uuid ?? '', (current) => ({ ...current, name: 'S2' }));
      const upstream = await new Upstreams(store).create(uuid, upstreamOf('u.example'));
      const domain = await new CustomDomains(store).create(uuid, upstream.uuid, domainOf('d.example'));
      const goalStore = new CollectionStore(goals, store);
      const goal = await goalStore.create(domain?.uuid ?? '', {
        displayName: 'G',
        eventName: 'Order',
        pagePath: null,
      });
      await goalStore.delete(domain?.uuid ?? '', goal?.uuid ?? '');
      await segmentStore.delete(uuid, segment?.uuid ?? '');
      await new Upstreams(store).delete(uuid, upstream.uuid);
      await new AccessTokens(store).revoke(token.token.uuid, uuid);
      const told = (await eventsOf(store, uuid)).map((event) => [
        event.action,
        event.resource,
        event.resourceName,
      ]);
      expect(told).toEqual([
        ['created', 'account', 'Mine'],
        ['created', 'access_token', 'T'],
        ['created', 'segment', 'S'],
        ['updated', 'segment', 'S2'],
        ['created', 'upstream', 'u.example'],
        ['created', 'custom_domain', 'd.example'],
        ['created', 'goal', 'G'],
        ['deleted', 'goal', 'G'],
        ['deleted', 'segment', 'S2'],
        ['deleted', 'custom_domain', 'd.example'],
        ['deleted', 'upstream', 'u.example'],
        ['deleted', 'access_token', 'T'],
      ]);
    });
  });

  test('never has a secret, and says that one changed', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    const secrets = ['first-secret', 'second-secret'] as const;
    await actingAs(ann, async () => {
      const { uuid } = await new Upstreams(store).create(
        accountUuid,
        upstreamOf('u.example', { authToken: secrets[0] }),
      );
      await new Upstreams(store).update(accountUuid, uuid, (current) => ({
        ...current,
        authToken: secrets[1],
      }));
      await new Upstreams(store).delete(accountUuid, uuid);
    });
    const { secret } = await actingAs(ann, () =>
      new AccessTokens(store).create({ accountUuid, name: 'T', scope: 'write', expiresAt: null }),
    );
    const [created, updated, deleted] = await eventsOf(store, accountUuid);
    expect(created?.after).toMatchObject({ auth_token: hiddenValue, host: 'u.example' });
    expect(updated).toMatchObject({
      before: { auth_token: hiddenValue },
      after: { auth_token: hiddenValue },
    });
    expect(deleted?.before).toMatchObject({ auth_token: hiddenValue });
    await using database = await ControlDatabase.open(location);
    const rows = JSON.stringify(await database.queries.selectFrom('audit_events').selectAll().execute());
    for (const each of [...secrets, secret]) expect(rows).not.toContain(each);
  });

  test('has members, invitations and users, in each account that a user is a member of, without secrets', async () => {
    const { location, store, accountUuid, clock } = await openWithAccount();
    const { uuid: second } = await new Accounts(store).create('Second');
    const owner = await newUser(store, 'owner@x.y', { [accountUuid]: 'owner' });
    const secrets: string[] = [];
    await actingAs(ann, async () => {
      const { invitation, secret } = await new Invitations(store).create(accountUuid, 'ada@x.y', 'viewer');
      const revoked = await new Invitations(store).create(accountUuid, 'eve@x.y', 'admin');
      await new Invitations(store).revoke(accountUuid, revoked.invitation.uuid);
      const ada = await new Invitations(store).acceptAsNew(secret, { name: 'Ada', passwordHash: 'hash-1' });
      await new Memberships(store).setRole(accountUuid, ada.uuid, 'admin');
      await new Memberships(store).add(second, ada.uuid, 'viewer');
      await new Users(store).rename(ada.uuid, 'Ada L.');
      await new Users(store).setPassword(ada.uuid, 'hash-2');
      // The same password, and a second factor that was only begun.
      await new Users(store).rehash(ada.uuid, 'hash-2', 'hash-3');
      await new SecondFactors(store).begin(ada.uuid);
      await new SecondFactors(store).remove(ada.uuid);
      const totp = await new SecondFactors(store).begin(ada.uuid);
      const codes = await new SecondFactors(store).confirm(ada.uuid, totpAt(totp, totpStepOf(clock.time)));
      await new SecondFactors(store).use(ada.uuid, codes[0] ?? '');
      await new SecondFactors(store).remove(ada.uuid);
      await new Memberships(store).remove(second, ada.uuid);
      await new Users(store).remove(ada.uuid);
      // Nothing is recorded of those that aren't there, or who are members of no account.
      await new Users(store).remove(ada.uuid);
      await new Memberships(store).setRole(accountUuid, ada.uuid, 'owner');
      const stranger = await new Users(store).create({ email: 'st@x.y', name: 'S', passwordHash: 'hash-4' });
      await new Users(store).rename(stranger.uuid, 'T');
      secrets.push(secret, revoked.secret, totp, ...codes, 'hash-');
      expect(invitation.accountUuid).toBe(accountUuid);
    });
    const told = (events: readonly AuditEvent[]) =>
      events.map(({ action, resource, resourceName, before, after }) => [
        `${action} ${resource} ${resourceName}`,
        ...(action === 'updated' ? [before, after] : []),
      ]);
    const ofUser = [
      ['updated user ada@x.y', { name: 'Ada' }, { name: 'Ada L.' }],
      ['updated user ada@x.y', { password: hiddenValue }, { password: hiddenValue }],
      ['updated user ada@x.y', { has_second_factor: false }, { has_second_factor: true }],
      ['updated user ada@x.y', { has_second_factor: true }, { has_second_factor: false }],
    ];
    const events = await eventsOf(store, accountUuid);
    expect(told(events)).toEqual([
      ['created invitation ada@x.y'],
      ['created invitation eve@x.y'],
      ['updated invitation eve@x.y', { state: 'open' }, { state: 'revoked' }],
      ['updated invitation ada@x.y', { state: 'open' }, { state: 'accepted' }],
      ['created member ada@x.y'],
      ['created user ada@x.y'],
      ['updated member ada@x.y', { role: 'viewer' }, { role: 'admin' }],
      ...ofUser,
      ['deleted member ada@x.y'],
      ['deleted user ada@x.y'],
    ]);
    expect(events[4]?.after).toEqual({ email: 'ada@x.y', role: 'viewer' });
    expect(events[5]?.after).toEqual({
      email: 'ada@x.y',
      name: 'Ada',
      password: hiddenValue,
      has_password: true,
      has_second_factor: false,
    });
    expect(told(await eventsOf(store, second))).toEqual([
      ['created member ada@x.y'],
      ...ofUser,
      ['deleted member ada@x.y'],
    ]);
    expect(await new Memberships(store).find(accountUuid, owner.uuid)).toMatchObject({ role: 'owner' });
    await using database = await ControlDatabase.open(location);
    const rows = JSON.stringify(await database.queries.selectFrom('audit_events').selectAll().execute());
    for (const each of secrets) expect(rows).not.toContain(each);
  });

  test('has a second factor that went with a lost secret key', async () => {
    const { location, store, accountUuid, clock } = await openWithAccount();
    const user = await newUser(store, 'ada@x.y', { [accountUuid]: 'owner' });
    const totp = await new SecondFactors(store).begin(user.uuid);
    await new SecondFactors(store).confirm(user.uuid, totpAt(totp, totpStepOf(clock.time)));
    await using lost = await ControlStore.open(location, clock, { kind: 'given', keys: newSecretKey() });
    await actingAs(shell, () => new KeyRotation(lost).discardLost());
    expect(await eventsOf(store, accountUuid)).toMatchObject([
      { resource: 'user', before: { has_second_factor: true }, after: { has_second_factor: false } },
    ]);
  });

  test('has nothing of what runs in the background, nor of a change that failed', async () => {
    const { store, accountUuid } = await openWithAccount();
    await new Redirects(store).create(accountUuid, redirectOf('a.example'));
    await expect(
      actingAs(ann, () =>
        new Redirects(store).createMany(accountUuid, [redirectOf('b.example'), redirectOf('a.example')]),
      ),
    ).rejects.toMatchObject({ code: 'source_host_taken' });
    expect(await eventsOf(store, accountUuid)).toEqual([]);
  });

  test('a write that is not recorded is refused', async () => {
    const { location, store, accountUuid } = await openWithAccount();
    const redirect = await new Redirects(store).create(accountUuid, redirectOf('a.example'));
    await using database = await ControlDatabase.open(location);
    database.audit(featureTables);
    const remove = (queries: Pick<ControlDatabase['queries'], 'deleteFrom'>) =>
      queries.deleteFrom('redirects').where('uuid', '=', redirect.uuid).execute();
    await expect(actingAs(ann, () => remove(database.queries))).rejects.toThrow(/outside a transaction/);
    await expect(actingAs(ann, () => database.transaction(remove))).rejects.toThrow(/was not recorded/);
    const rename = actingAs(ann, () =>
      database.transaction((trx) => trx.updateTable('accounts').set({ name: 'X' }).execute()),
    );
    await expect(rename).rejects.toThrow(/was not recorded/);
    expect(await new Redirects(store).find(accountUuid, redirect.uuid)).toEqual(redirect);
    // Not an attribute that anybody sets.
    await actingAs(ann, () => new AccessTokens(store).touch(new Map([['token-1', 1]])));
  });

  test('is listed newest first, by account, resource, actor and time', async () => {
    const { store, accountUuid } = await openWithAccount();
    const { uuid: stranger } = await new Accounts(store).create('Other');
    const before = Date.now();
    await actingAs(ann, () =>
      new Redirects(store).createMany(accountUuid, [redirectOf('a.example'), redirectOf('b.example')]),
    );
    const stored = new CollectionStore(segments, store);
    await actingAs(shell, () => stored.create(accountUuid, { name: 'S', filters: [] }));
    await actingAs(shell, () => stored.create(stranger, { name: 'Theirs', filters: [] }));
    const names = async (filters: Partial<Parameters<AuditEvents['list']>[0]>) => {
      const page = await new AuditEvents(store).list({ accountUuid, limit: 10, offset: 0, ...filters });
      return [page.events.map(({ resourceName }) => resourceName), page.count];
    };
    expect(await names({})).toEqual([['S', 'b.example', 'a.example'], 3]);
    expect(await names({ limit: 1, offset: 1 })).toEqual([['b.example'], 3]);
    expect(await names({ resource: 'segment' })).toEqual([['S'], 1]);
    expect(await names({ actorUuid: 'token-1' })).toEqual([['b.example', 'a.example'], 2]);
    expect(await names({ action: 'deleted' })).toEqual([[], 0]);
    expect(await names({ fromMs: before })).toEqual([['S', 'b.example', 'a.example'], 3]);
    expect(await names({ fromMs: Date.now() + 60_000 })).toEqual([[], 0]);
    expect(await names({ toMs: before })).toEqual([[], 0]);
  });

  test('forgets what is too old', async () => {
    const { store, accountUuid } = await openWithAccount();
    await actingAs(ann, () => new Redirects(store).create(accountUuid, redirectOf('a.example')));
    expect(await new AuditEvents(store).deleteBefore(Date.now() - 60_000)).toBe(0);
    expect(await new AuditEvents(store).deleteBefore(Date.now() + 60_000)).toBe(1);
    expect(await eventsOf(store, accountUuid)).toEqual([]);
  });
});
