/** Nothing to list, in a card whose neighbours may have more: small, and in the middle of the list's room. */
import type { ReactNode } from 'react';
import styles from './quiet-empty.module.css';

export function QuietEmpty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <p className={styles['title']}>{title}</p>
      {children === undefined ? null : <div className={styles['text']}>{children}</div>}
    </div>
  );
}
