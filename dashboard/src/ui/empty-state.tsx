/** Shown in place of an empty list: why it is empty, and what to do next. */
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={styles['empty']}>
      {icon === undefined ? null : (
        <span className={styles['icon']} aria-hidden>
          {icon}
        </span>
      )}
      <p className={styles['title']}>{title}</p>
      {children === undefined ? null : <div className={styles['text']}>{children}</div>}
      {action === undefined ? null : <div className={styles['action']}>{action}</div>}
    </div>
  );
}
