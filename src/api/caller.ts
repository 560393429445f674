/** Who a request behind the guard comes from, and for which account. Source: docs/reference/people.md ("Roles"). */

import { type Access, type Role, roleGrants } from '../core/role.ts';
import type { TokenDomains } from '../core/token-domains.ts';
import type { UserSession } from '../features/sessions/user-session-store.ts';
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

/** Whoever may use the data directory: see operator-guard.ts. */
export type OperatorCaller = OfAccount & { readonly kind: 'operator'; readonly name: string };

/** A page or an app of the operator's, for one of its customers. */
export type SignedCaller = OfAccount & {
  readonly kind: 'signed';
  /** Uuid of the signing key. */
  readonly keyUuid: string;
  readonly domains: TokenDomains;
  readonly expiresAt: number;
};

export type Caller = TokenCaller | UserCaller | OperatorCaller | SignedCaller;

/** What a request was let in with. A user may be a member of no account, and the operator may have named none of several. */
export type Admission =
  | Caller
  | (Omit<UserCaller, 'accountUuid' | 'role'> & { readonly accountUuid: null })
  | (Omit<OperatorCaller, 'accountUuid'> & { readonly accountUuid: null });

/** The id that requests are counted under. */
export function idOfCaller(caller: Admission): string {
  switch (caller.kind) {
    case 'token':
      return caller.token.uuid;
    case 'user':
      return caller.session.user.uuid;
    case 'signed': {
      const { accountUuid, domains } = caller;
      return `signed ${accountUuid} ${JSON.stringify([domains.externalIds, domains.customDomainUuids])}`;
    }
    case 'operator':
    default:
      return caller.kind;
  }
}

/** Whether a caller may do something in its account. People are managed by people: no token may. */
export function isGranted(caller: Caller, access: Access): boolean {
  if (caller.kind === 'operator') return true;
  if (caller.kind === 'user') return roleGrants(caller.role, access);
  if (caller.kind === 'signed') return access === 'read';
  return access === 'read' || (access === 'write' && caller.token.scope === 'write');
}

/** The custom domains that a token is limited to; null of everybody else. */
export function tokenDomainsOf(caller: Admission): TokenDomains | null {
  if (caller.kind === 'signed') return caller.domains;
  return caller.kind === 'token' && caller.token.scope === 'analytics' ? caller.token : null;
}
