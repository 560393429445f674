/** The whole of a row for a pointer or focus that rests on it; screen readers have it in the row already. */
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
