/** A card with a heading. */
import type { ReactNode } from 'react';
import styles from './card.module.css';

export function Card({
  id,
  title,
  actions,
  flush = false,
  children,
}: {
  /** By which an address leads to it; see `useHashTarget`. */
  readonly id?: string;
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Removes the padding, so tables and lists reach the edges. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section id={id} className={styles['card']}>
      {title === undefined && actions === undefined ? null : (
        <header className={styles['head']}>
          {title === undefined ? <span /> : <h2 className={styles['title']}>{title}</h2>}
          {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
        </header>
      )}
      <div className={flush ? styles['flush'] : styles['body']}>{children}</div>
    </section>
  );
}
