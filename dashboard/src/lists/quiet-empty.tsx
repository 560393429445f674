/** A small empty state, centred in the space of a card's list. */
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
