/**
 * Who is signed in. What a person types is exchanged for a cookie that scripts cannot read; what is kept here is the
 * answer: a token with its account, or a user with an account chosen among several, and the CSRF token of writes.
 */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { components } from '../../../client/src/openapi.ts';
import { api, bodyOf } from '../api/client.ts';
import { setAccount, setCsrfToken } from '../api/csrf.ts';

type Schemas = components['schemas'];
type WireSession = Schemas['Session'] | Schemas['UserSession'];
export type Account = Schemas['Account'];
export type User = Schemas['User'];
export type Role = Schemas['Membership']['role'];

/** Of a token, which has no user, or of a user in one account. */
export type Session = {
  readonly csrf_token: string;
  readonly account: Account;
  readonly token: Schemas['AccessToken'] | null;
  readonly user: User | null;
  readonly role: Role | null;
  /** A user's, with that of the account. */
  readonly memberships: readonly Schemas['Membership'][];
};

/** A user who is a member of no account. */
export type SessionWithoutAccount = Omit<Session, 'account' | 'user'> & {
  readonly account: null;
  readonly user: User;
};

export type AnySession = Session | SessionWithoutAccount;

const accountKey = 'nameplate.account';

/** Keeps what later requests need of an answer. */
export function sessionOf(wire: WireSession): AnySession {
  setCsrfToken(wire.csrf_token);
  if ('token' in wire) {
    setAccount(undefined);
    const { csrf_token, account, token } = wire;
    return { csrf_token, account, token, user: null, role: null, memberships: [] };
  }
  const { csrf_token, user, memberships } = wire;
  const chosen =
    memberships.find(({ account }) => account.uuid === localStorage.getItem(accountKey)) ?? memberships[0];
  setAccount(chosen?.account.uuid);
  const rest = { csrf_token, token: null, memberships };
  return chosen
    ? { ...rest, user, account: chosen.account, role: chosen.role }
    : { ...rest, user, account: null, role: null };
}

/** Shows another account of the user, at its overview unless `path` says otherwise. */
export function switchAccount(uuid: string, path = '/overview'): void {
  localStorage.setItem(accountKey, uuid);
  // Nothing of the page belongs to it.
  location.assign(path);
}

/** The session; null when signed out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const { session } = await bodyOf(api.GET('/session'));
    return session === null ? null : sessionOf(session);
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

export async function signOut(): Promise<void> {
  await api.DELETE('/session');
  setCsrfToken(undefined);
}

/** Clears every cached answer except the session. */
export function forgetAnswers(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

export const SessionContext = createContext<Session | null>(null);

/** The session of the page; pages are shown only to those who are signed in. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('used outside of the session');
  return session;
}

export function useAccountUuid(): string {
  return useSession().account.uuid;
}

/** Whether the session may change anything. Buttons that write are disabled, with the reason, when it may not. */
export function useCanWrite(): boolean {
  const { token, role } = useSession();
  return token === null ? role === 'owner' || role === 'admin' : token.scope === 'write';
}
