/**
 * Lets signed-in people through. States: *asking* for the session → *signed out* (the sign-in page) or *signed in*.
 * When the API refuses a session that was good, the page stays as it is, with what was typed, under a dialog that asks
 * to sign in again.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { onSessionRefused, setCsrfToken } from '../api/csrf.ts';
import { FailureNotice } from '../ui/notice.tsx';
import { type AnySession, SessionContext, sessionQuery } from './session.ts';
import styles from './sign-in-page.module.css';

// Most page loads are of people who are signed in.
const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInPage }));
const NoAccountPage = lazy(async () => ({ default: (await import('./no-account-page.tsx')).NoAccountPage }));
const SessionEndedDialog = lazy(async () => ({
  default: (await import('./session-ended-dialog.tsx')).SessionEndedDialog,
}));

export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch, isPending } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const [hasEnded, setHasEnded] = useState(false);
  // Before anything below renders, and so before anything can write.
  if (data) setCsrfToken(data.csrf_token);
  useEffect(() => onSessionRefused(() => setHasEnded(true)), []);
  if (error) {
    return (
      <main className={styles['page']}>
        <FailureNotice error={error} onRetry={() => void refetch()} />
      </main>
    );
  }
  if (isPending) return null;
  const accept = (session: AnySession): void => {
    if (data !== null && data.account?.uuid !== session.account?.uuid) {
      // Nothing of the page belongs to them.
      location.assign('/overview');
      return;
    }
    queryClient.setQueryData(sessionQuery.queryKey, session);
    setHasEnded(false);
    if (data !== null) {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    }
  };
  if (data === null || data.account === null) {
    return (
      <Suspense>
        {data === null ? <SignInPage onSignedIn={accept} /> : <NoAccountPage email={data.user.email} />}
      </Suspense>
    );
  }
  return (
    <SessionContext value={data}>
      {children}
      {hasEnded ? (
        <Suspense>
          <SessionEndedDialog onSignedIn={accept} />
        </Suspense>
      ) : null}
    </SessionContext>
  );
}
