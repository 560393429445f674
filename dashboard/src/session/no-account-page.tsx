/** For users who are a member of no account, such as after an owner removed them. */
import { Button } from '../ui/button.tsx';
import { signOut } from './session.ts';
import styles from './sign-in-page.module.css';

export function NoAccountPage({ email }: { readonly email: string }) {
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <h1 className={styles['title']}>No account</h1>
        <p className={styles['text']}>
          You're signed in as {email}, but you aren't a member of any account. Ask an owner for an invitation
          and open its link.
        </p>
        <Button onClick={() => void signOut().then(() => location.assign('/sign-in'))}>Sign out</Button>
      </div>
    </main>
  );
}
