/** The account, a choice where the user has several, a link to the API reference, and the sign-out button. */
import { useQueryClient } from '@tanstack/react-query';
import { BookOpen, KeyRound, LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { NavLink } from 'react-router';
import { forgetAnswers, sessionQuery, signOut, useSession } from '../session/session.ts';
import { useToast } from '../ui/toast.tsx';
import styles from './account-panel.module.css';

// Most users have one account.
const AccountSwitch = lazy(async () => ({ default: (await import('./account-switch.tsx')).AccountSwitch }));

export function AccountPanel() {
  const { account, token, user, role, memberships } = useSession();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    try {
      await signOut();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      forgetAnswers(queryClient);
    } catch (error) {
      setLeaving(false);
      toast.failed(error);
    }
  };
  return (
    <div className={styles['panel']}>
      <a href="/docs" target="_blank" rel="noopener" className={styles['action']}>
        <BookOpen size={17} aria-hidden />
        API reference
      </a>
      {user && (
        <NavLink to="/profile" className={styles['action'] ?? ''}>
          <KeyRound size={17} aria-hidden />
          Your profile
        </NavLink>
      )}
      <button type="button" className={styles['action']} disabled={isLeaving} onClick={() => void leave()}>
        <LogOut size={17} aria-hidden />
        Sign out
      </button>
      {memberships.length > 1 && (
        <Suspense>
          <AccountSwitch />
        </Suspense>
      )}
      <p className={styles['who']}>
        <span className={styles['name']}>{account.name}</span>
        <span className={styles['token']}>
          {token?.name ?? user?.name} · {role ?? (token?.scope === 'write' ? 'full access' : 'read only')}
        </span>
      </p>
    </div>
  );
}
