/** What everybody sees first. */
import { useEffect } from 'react';
import { Logo } from '../layout/logo.tsx';
import type { AnySession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

export function SignInPage({ onSignedIn }: { readonly onSignedIn: (session: AnySession) => void }) {
  useEffect(() => {
    document.title = 'Sign in · Nameplate';
  }, []);
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <Logo size={36} />
        <h1 className={styles['title']}>Sign in to Nameplate</h1>
        <p className={styles['text']}>Domains, redirects, certificates and analytics of this installation.</p>
        <SignInForm onSignedIn={onSignedIn} />
        <p className={styles['help']}>
          A token was printed on first start. With it, you create the first user on the Members page. To
          create another token, run this on the server: <code>./nameplate token create --name dashboard</code>
        </p>
      </div>
    </main>
  );
}
