/**
 * Who is signed in. The token a person types is exchanged for a cookie that scripts cannot read; what is kept here is
 * the answer: whose token it is, what it may do, and the CSRF token that writes have to carry.
 */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { api, bodyOf } from '../api/client.ts';
import { setCsrfToken } from '../api/csrf.ts';
import type { components } from '../api/openapi.ts';

export type Session = components['schemas']['Session'];

/** The session; null when signed out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => (await bodyOf(api.GET('/session'))).session,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

/** Errors: `unauthorized` when the token is unknown, revoked or expired; `rate_limited`. */
export async function signIn(accessToken: string): Promise<Session> {
  const session = await bodyOf(api.POST('/session', { body: { access_token: accessToken } }));
  setCsrfToken(session.csrf_token);
  return session;
}

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

/** Whether the session's token may change anything. Buttons that write are disabled, with the reason, when it may not. */
export function useCanWrite(): boolean {
  return useSession().token.scope === 'write';
}
