/** A sentence that has to be seen: what failed, what is missing, what to mind. */
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

/** A failed request where its answer would have been, with a way to try again. */
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
