/** Shown while the service is unreachable. */
import { useReachable } from '../api/connection.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './connection-banner.module.css';

export function ConnectionBanner() {
  if (useReachable()) return null;
  return (
    <div className={styles['banner']}>
      <Notice tone="warning">
        The service cannot be reached. What you see may be old; trying again every second.
      </Notice>
    </div>
  );
}
