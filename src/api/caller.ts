/** Who a request behind the guard comes from, and for which account. Source: docs/reference/people.md ("Roles"). */
import type { UserSession } from '../control/user-sessions.ts';
import { type Access, type Role, roleGrants } from '../core/role.ts';
import type { AccessToken } from '../resources/access-token.ts';

type OfAccount = { readonly accountUuid: string };

/** A program, or a browser whose session began with an access token. */
export type TokenCaller = OfAccount & { readonly kind: 'token'; readonly token: AccessToken };

/** A browser that a user signed in with. */
export type UserCaller = OfAccount & {
  readonly kind: 'user';
  readonly session: UserSession;
  readonly role: Role;
};

export type Caller = TokenCaller | UserCaller;

/** What a request was let in with. A user may be a member of no account. */
export type Admission = Caller | (Omit<UserCaller, 'accountUuid' | 'role'> & { readonly accountUuid: null });

/** The id that requests are counted under. */
export function idOfCaller(caller: Admission): string {
  return caller.kind === 'token' ? caller.token.uuid : caller.session.user.uuid;
}

/** Whether a caller may do something in its account. People are managed by people: no token may. */
export function isGranted(caller: Caller, access: Access): boolean {
  if (caller.kind === 'user') return roleGrants(caller.role, access);
  return access === 'read' || (access === 'write' && caller.token.scope === 'write');
}
