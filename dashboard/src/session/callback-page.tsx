/** Where the identity provider leads back to: finishes the sign-in, or says what went wrong. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FieldStack } from '../ui/field.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { ProviderButton } from './provider-button.tsx';
import { finishProviderSignIn } from './sign-in.ts';
import styles from './sign-in-page.module.css';

export function CallbackPage() {
  const [queryString] = useState(() => location.search.slice(1));
  const { data, error } = useQuery({
    queryKey: ['callback'],
    queryFn: () => finishProviderSignIn(queryString),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // The code works once; nothing is left of it in the history.
  useEffect(() => history.replaceState(null, '', '/sign-in/callback'), []);
  useEffect(() => {
    if (data) location.replace('/overview');
  }, [data]);
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <h1 className={styles['title']}>{error ? "You aren't signed in" : 'Signing you in…'}</h1>
        {error ? (
          <FieldStack>
            <FailureNotice error={error} />
            <ProviderButton />
            <a href="/sign-in">Sign in another way</a>
          </FieldStack>
        ) : null}
      </div>
    </main>
  );
}
