/** The domain list while it loads. */
import { SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './domains-page.module.css';

const rows = [0, 1, 2, 3, 4];

export function DomainsSkeleton() {
  return (
    <div role="status" aria-label="Loading domains" className={styles['skeleton']}>
      {rows.map((row) => (
        <div key={row} className={styles['skeletonRow']}>
          <SkeletonBar />
          <SkeletonBar />
          <SkeletonBar />
          <SkeletonBar />
        </div>
      ))}
    </div>
  );
}
