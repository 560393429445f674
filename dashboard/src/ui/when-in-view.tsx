/** Shows a lazy component below the fold only when it is about to be seen. Room is kept for a card. */
import { type ReactNode, Suspense } from 'react';
import { useInView } from './use-in-view.ts';
import styles from './when-in-view.module.css';

export function WhenInView({ children }: { readonly children: ReactNode }) {
  const { ref, isInView } = useInView<HTMLDivElement>('60px');
  return (
    <div ref={ref} className={styles['frame']}>
      {isInView ? <Suspense>{children}</Suspense> : null}
    </div>
  );
}
