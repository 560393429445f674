/** How many rows are selected, and what can be done with all of them. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatInteger } from '../format/numbers.ts';
import { Button } from './button.tsx';
import styles from './selection-frame.module.css';

export function SelectionFrame({
  label,
  count,
  status,
  disabled = false,
  onClear,
  children,
}: {
  readonly label: string;
  readonly count: number;
  /** How far a change of all of them is. */
  readonly status?: string;
  readonly disabled?: boolean;
  readonly onClear: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['frame']} role="group" aria-label={label}>
      <Button
        size="s"
        variant="ghost"
        icon={<X size={15} aria-hidden />}
        title="Clear the selection"
        disabled={disabled}
        onClick={onClear}
      >
        {formatInteger(count)} selected
      </Button>
      {status === undefined ? null : (
        <p className={styles['status']} role="status">
          {status}
        </p>
      )}
      <div className={styles['actions']}>{children}</div>
    </div>
  );
}
