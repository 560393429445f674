/** Users in tests, signed in without hashing a password: that takes most of a second. */

import { csrfTokenOf } from '../../src/api/sessions/csrf.ts';
import type { ControlStore } from '../../src/control/store.ts';
import type { Role } from '../../src/core/role.ts';
import { Memberships } from '../../src/features/people/membership-store.ts';
import { Users } from '../../src/features/people/user-store.ts';
import { UserSessions } from '../../src/features/sessions/user-session-store.ts';
import type { User } from '../../src/resources/user.ts';
import type { Browser } from './signed-in.ts';

/** Verifies as no password at all. */
const noPassword = 'scrypt$2$8$1$AAAA$AAAA';

export type SignedInUser = Browser & { readonly user: User };

/** Creates a user with these roles, by account. */
export async function newUser(
  store: ControlStore,
  email: string,
  roles: Readonly<Record<string, Role>> = {},
  passwordHash: string = noPassword,
): Promise<User> {
  const user = await new Users(store).create({ email, name: email.split('@', 1)[0] ?? email, passwordHash });
  for (const [accountUuid, role] of Object.entries(roles))
    await new Memberships(store).add(accountUuid, user.uuid, role);
  return user;
}

/** Begins a session of a user. */
export async function signInAs(store: ControlStore, user: User): Promise<SignedInUser> {
  const begun = await new UserSessions(store).create(user.uuid, { userAgent: 'test', network: '192.0.2.0' });
  if (!begun) throw new Error('the user is gone');
  const cookie = `nameplate_session=${begun.secret}`;
  const csrfToken = csrfTokenOf(begun.secret);
  return { user, cookie, csrfToken, fields: { cookie, 'x-csrf-token': csrfToken } };
}
