/** A state in a word or two. Its colour only repeats the text. */
import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return (
    <span className={[styles['badge'], styles[tone]].join(' ')}>
      <span className={styles['dot']} aria-hidden />
      {children}
    </span>
  );
}
