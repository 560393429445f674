/** The account, a link to the API reference, and the sign-out button. */
import { useQueryClient } from '@tanstack/react-query';
import { BookOpen, LogOut } from 'lucide-react';
import { useState } from 'react';
import { forgetAnswers, sessionQuery, signOut, useSession } from '../session/session.ts';
import { useToast } from '../ui/toast.tsx';
import styles from './account-panel.module.css';

export function AccountPanel() {
  const { account, token } = useSession();
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
      <button type="button" className={styles['action']} disabled={isLeaving} onClick={() => void leave()}>
        <LogOut size={17} aria-hidden />
        Sign out
      </button>
      <p className={styles['who']}>
        <span className={styles['name']}>{account.name}</span>
        <span className={styles['token']}>
          {token.name} · {token.scope === 'write' ? 'full access' : 'read only'}
        </span>
      </p>
    </div>
  );
}
