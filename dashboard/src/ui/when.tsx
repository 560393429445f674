/** A moment: how long ago or ahead, or its day; the exact time on demand. */
import { formatDate, formatDateTime, formatRelative } from '../format/dates.ts';
import styles from './when.module.css';

export function When({
  at,
  as = 'relative',
  muted = false,
}: {
  /** Null: never. */
  readonly at: string | null;
  readonly as?: 'relative' | 'date';
  readonly muted?: boolean;
}) {
  if (at === null) return <span className={styles['muted']}>never</span>;
  return (
    <time dateTime={at} title={formatDateTime(at)} className={muted ? styles['muted'] : undefined}>
      {as === 'date' ? formatDate(at) : formatRelative(at)}
    </time>
  );
}
