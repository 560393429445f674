/** What stands in a page or card until its data arrives: grey lines, or why it failed and a way to try again. */
import { FailureNotice } from './notice.tsx';
import styles from './pending.module.css';
import { Skeleton } from './skeleton.tsx';

export function Pending({
  error,
  onRetry,
  lines,
  label,
  inset = false,
}: {
  /** Null or undefined while the request is under way. */
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly lines: number;
  /** What screen readers say: `Loading goals`. */
  readonly label: string;
  /** For cards without padding of their own. */
  readonly inset?: boolean;
}) {
  return (
    <div className={inset ? styles['inset'] : undefined}>
      {error ? <FailureNotice error={error} onRetry={onRetry} /> : <Skeleton lines={lines} label={label} />}
    </div>
  );
}
