/** Users, memberships, invitations and second factors, whatever keeps them. */

import { expect, onTestFinished, test } from 'vitest';
import { ControlStore } from '../../../src/control/store.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { Invitations } from '../../../src/features/people/invitation-store.ts';
import { Memberships } from '../../../src/features/people/membership-store.ts';
import { SecondFactors } from '../../../src/features/people/second-factor-store.ts';
import { Users } from '../../../src/features/people/user-store.ts';
import { KeyRotation } from '../../../src/features/secret-key/key-rotation.ts';
import { maxSessionsPerUser, UserSessions } from '../../../src/features/sessions/user-session-store.ts';
import { hashToken } from '../../../src/secrets/access-token-secret.ts';
import { findPassword, hashPassword, saltOf } from '../../../src/secrets/password-hash.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { totpAt, totpStepOf } from '../../../src/secrets/totp.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { newUser } from '../../support/people.ts';
import { storesAt } from './stores.ts';

onEachControlStore('people', (newLocation) => {
  const { openWithAccount, openStore } = storesAt(newLocation);
  const device = { userAgent: 'Firefox', network: '192.0.2.0' };
  const codeOf = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'done',
      (error: { code?: unknown }) => String(error.code),
    );

  test('an email address and a password have one user, also of two that are created at once', async () => {
    const { store } = await openWithAccount();
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(newUser(store, 'ada@example.com'))));
    expect(outcomes.toSorted()).toEqual(['done', 'email_taken', 'email_taken']);
  });

  test('users share an address and a salt, whoever is first', async () => {
    const { store, accountUuid } = await openWithAccount();
    const email = 'ada@example.com';
    const [hash, another] = [await new Users(store).hashPassword(email, 'one'), await hashPassword('two')];
    await newUser(store, email, { [accountUuid]: 'owner' }, hash);
    expect(await codeOf(newUser(store, email, {}, another))).toBe('unavailable');
    const beside = await new Users(store).hashPassword(email, 'two');
    const second = await newUser(store, email, {}, beside);
    expect(saltOf(beside)).toBe(saltOf(hash));
    expect(second.email).toBe(email);
    await newUser(store, `${email}!`);
    await newUser(store, 'ada@example.co');
    const users = await new Users(store).findAllByEmail(email);
    expect(users.map(({ user }) => user.email)).toEqual([email, email]);
    expect(await findPassword('two', [hash, beside])).toBe(1);
    expect(await findPassword('three', [hash, beside])).toBe(-1);
    // The address alone makes nobody a member, and a member's address can be invited no more.
    await new Memberships(store).add(accountUuid, second.uuid, 'viewer');
    const { members } = await new Memberships(store).page(accountUuid, { limit: 10, offset: 0 });
    expect(members.map((member) => member.email)).toEqual([email, email]);
    await new Users(store).remove(second.uuid);
    expect(await new Users(store).findAllByEmail(email)).toHaveLength(1);
    expect(await codeOf(new Invitations(store).create(accountUuid, email, 'viewer'))).toBe('member_exists');
  });

  /** Several: until the pool has a second connection, those of PostgreSQL don't meet. */
  const races = [1, 2, 3, 4, 5, 6, 7, 8];

  test('two owners who leave at once leave one', async () => {
    const { store } = await openWithAccount();
    for (const race of races) {
      const { uuid: accountUuid } = await new Accounts(store).create(`Race ${race}`);
      const owners = [
        await newUser(store, `a${race}@x.y`, { [accountUuid]: 'owner' }),
        await newUser(store, `b${race}@x.y`, { [accountUuid]: 'owner' }),
      ];
      const outcomes = await Promise.all([
        codeOf(new Memberships(store).remove(accountUuid, owners[0]?.uuid ?? '')),
        codeOf(new Memberships(store).setRole(accountUuid, owners[1]?.uuid ?? '', 'viewer')),
      ]);
      expect(outcomes.toSorted()).toEqual(['done', 'last_owner']);
      expect(await new Memberships(store).hasOwner(accountUuid)).toBe(true);
    }
  });

  test('an account gets one first owner, also of two at once', async () => {
    const { store } = await openWithAccount();
    for (const race of races) {
      const { uuid: accountUuid } = await new Accounts(store).create(`Race ${race}`);
      const create = (email: string) =>
        codeOf(
          new Users(store).create({ email, name: 'x', passwordHash: 'x' }, (trx, user) =>
            new Memberships(store).addFirstOwner(trx, accountUuid, user.uuid),
          ),
        );
      const outcomes = await Promise.all([create(`a${race}@x.y`), create(`b${race}@x.y`)]);
      expect(outcomes.toSorted()).toEqual(['done', 'owner_exists']);
      expect(await new Users(store).list()).toHaveLength(race);
    }
  });

  test('an invitation is accepted once, also by two at once, and a refused one leaves no user', async () => {
    const { store, accountUuid } = await openWithAccount();
    const { secret } = await new Invitations(store).create(accountUuid, 'a@x.y', 'viewer');
    const accept = () => codeOf(new Invitations(store).acceptAsNew(secret, { name: 'A', passwordHash: 'x' }));
    const outcomes = await Promise.all([accept(), accept()]);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect((await new Memberships(store).page(accountUuid, { limit: 10, offset: 0 })).count).toBe(1);

    const { invitation, secret: second } = await new Invitations(store).create(
      accountUuid,
      'b@x.y',
      'viewer',
    );
    await new Invitations(store).revoke(accountUuid, invitation.uuid);
    expect(await codeOf(new Invitations(store).acceptAsNew(second, { name: 'B', passwordHash: 'x' }))).toBe(
      'invitation_ended',
    );
    expect(await new Users(store).list()).toHaveLength(1);
  });

  test('ended invitations are forgotten 30 days after they would have expired', async () => {
    const { store, accountUuid, clock } = await openWithAccount();
    await new Invitations(store).create(accountUuid, 'a@x.y', 'viewer');
    clock.time += 36 * 86_400_000;
    expect(await new Invitations(store).deleteEnded()).toBe(0);
    clock.time += 86_400_000;
    expect(await new Invitations(store).deleteEnded()).toBe(1);
  });

  test('a role, a membership and a session that end take a revision', async () => {
    const { store, accountUuid } = await openWithAccount();
    const user = await newUser(store, 'a@x.y', { [accountUuid]: 'viewer' });
    const begun = await new UserSessions(store).create(user.uuid, device);
    const hash = hashToken(begun?.secret ?? '');
    expect(await new UserSessions(store).findByHash(hash)).toMatchObject({
      user,
      memberships: [{ accountUuid, role: 'viewer' }],
    });
    let revision = await store.routing.currentRevision();
    for (const change of [
      () => new Memberships(store).setRole(accountUuid, user.uuid, 'admin'),
      () => new Memberships(store).remove(accountUuid, user.uuid),
      () => new Users(store).rename(user.uuid, 'B'),
      () => new Users(store).setPassword(user.uuid, 'y', begun?.session.uuid),
      () => new UserSessions(store).end(user.uuid, begun?.session.uuid ?? ''),
      () => new Users(store).remove(user.uuid),
    ]) {
      await change();
      const next = await store.routing.currentRevision();
      expect(next).toBeGreaterThan(revision);
      revision = next;
    }
    expect(await new UserSessions(store).findByHash(hash)).toBeUndefined();
    expect(await new UserSessions(store).create(user.uuid, device)).toBeUndefined();
  });

  test('a user keeps the newest sessions', async () => {
    const { store, clock } = await openWithAccount();
    const user = await newUser(store, 'a@x.y');
    for (let n = 0; n < maxSessionsPerUser + 2; n += 1) {
      clock.time += 1;
      await new UserSessions(store).create(user.uuid, { ...device, userAgent: `${n}` });
    }
    const agents = (await new UserSessions(store).list(user.uuid)).map(({ userAgent }) => Number(userAgent));
    expect(agents).toHaveLength(maxSessionsPerUser);
    expect(Math.min(...agents)).toBe(2);
    clock.time += 31 * 86_400_000;
    expect(await new UserSessions(store).list(user.uuid)).toEqual([]);
    expect(await new UserSessions(store).deleteExpired()).toBe(maxSessionsPerUser);
  });

  test('a code works once, also when it is sent twice at once, and after the key was rotated', async () => {
    const { store, clock, location } = await openWithAccount();
    const user = await newUser(store, 'a@x.y');
    const secret = await new SecondFactors(store).begin(user.uuid);
    const codeAt = (offset: number) => totpAt(secret, totpStepOf(clock.time) + offset);
    expect(await codeOf(new SecondFactors(store).confirm(user.uuid, '0'))).toBe('code_invalid');
    const codes = await new SecondFactors(store).confirm(user.uuid, codeAt(-1));
    expect(await codeOf(new SecondFactors(store).use(user.uuid, codeAt(-1)))).toBe('second_factor_refused');
    const twice = (code: string) =>
      Promise.all([1, 2].map(() => codeOf(new SecondFactors(store).use(user.uuid, code))));
    expect((await twice(codeAt(0))).toSorted()).toEqual(['done', 'second_factor_refused']);
    expect((await twice(codes[0] ?? '')).toSorted()).toEqual(['done', 'second_factor_refused']);
    expect((await new Users(store).find(user.uuid))?.hasSecondFactor).toBe(true);

    // The secret is in the store, sealed: another machine with the same key takes its codes.
    const other = await openStore(location, clock);
    expect(await codeOf(new SecondFactors(other).use(user.uuid, codeAt(1)))).toBe('done');
    const keys = `${newSecretKey()},${Buffer.alloc(32, 7).toString('base64')}`;
    const rotated = await ControlStore.open(location, clock, { kind: 'given', keys });
    onTestFinished(() => rotated[Symbol.asyncDispose]());
    await rotated.secretKeys.prepare();
    expect((await new KeyRotation(rotated).run()).rotated).toBe(1);
    clock.time += 60_000;
    expect(await codeOf(new SecondFactors(rotated).use(user.uuid, codeAt(0)))).toBe('done');
    await new SecondFactors(store).remove(user.uuid);
    expect(await codeOf(new SecondFactors(store).use(user.uuid, codes[1] ?? ''))).toBe(
      'second_factor_refused',
    );
  });

  test('a second factor is either confirmed or begun anew, also of two at once', async () => {
    const { store, clock } = await openWithAccount();
    for (let round = 0; round < 10; round += 1) {
      const user = await newUser(store, `${round}@x.y`);
      const secret = await new SecondFactors(store).begin(user.uuid);
      const code = totpAt(secret, totpStepOf(clock.time));
      const [confirmed, ...begun] = await Promise.all([
        codeOf(new SecondFactors(store).confirm(user.uuid, code)),
        codeOf(new SecondFactors(store).begin(user.uuid)),
        codeOf(new SecondFactors(store).begin(user.uuid)),
      ]);
      const one = confirmed === 'done' ? 'second_factor_exists' : 'done';
      expect({ confirmed, begun }).toEqual({
        confirmed: expect.stringMatching(/^(?:done|code_invalid)$/),
        begun: [one, one],
      });
      expect((await new Users(store).find(user.uuid))?.hasSecondFactor).toBe(confirmed === 'done');
    }
  });
});
