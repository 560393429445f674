/** A message that must be noticed: an error, a warning or a hint. */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { Button } from './button.tsx';
import styles from './notice.module.css';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

export function Notice({
  tone = 'info',
  children,
  action,
}: {
  readonly tone?: keyof typeof icons;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  const Icon = icons[tone];
  return (
    <div className={[styles['notice'], styles[tone]].join(' ')} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden className={styles['icon']} />
      <div className={styles['text']}>{children}</div>
      {action}
    </div>
  );
}

/** Shown in place of data whose request failed, with a button to retry. */
export function FailureNotice({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
}) {
  return (
    <Notice
      tone="danger"
      action={
        onRetry === undefined ? undefined : (
          <Button size="s" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {sentenceOf(error)}
    </Notice>
  );
}
