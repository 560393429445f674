/** Shown while the service is unreachable; retries until it answers. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reportReachable, useReachable } from '../api/connection.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './connection-banner.module.css';

const retryMs = 3000;

export function ConnectionBanner() {
  const isReachable = useReachable();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isReachable) return;
    const timer = setInterval(() => {
      void fetch('/healthz', { cache: 'no-store' }).then(
        (answer) => {
          if (!answer.ok) return;
          reportReachable(true);
          void queryClient.invalidateQueries();
        },
        // Still unreachable; the next round tries again.
        () => {},
      );
    }, retryMs);
    return () => clearInterval(timer);
  }, [isReachable, queryClient]);
  if (isReachable) return null;
  return (
    <div className={styles['banner']}>
      <Notice tone="warning">
        The service cannot be reached. What you see may be old; trying again every few seconds.
      </Notice>
    </div>
  );
}
