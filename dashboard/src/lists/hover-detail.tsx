/** A row's tooltip with its full text; screen readers get it from the row itself. */
import type { ReactNode } from 'react';
import styles from './hover-detail.module.css';

export function HoverDetail({
  top,
  label,
  children,
}: {
  /** Of the row, in pixels within the list. */
  readonly top: number;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['place']} style={{ top }} aria-hidden>
      <div className={styles['detail']}>
        <bdi className={styles['label']}>{label}</bdi>
        <span className={styles['numbers']}>{children}</span>
      </div>
    </div>
  );
}
