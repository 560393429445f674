/** Rows of the same fields, which are added and removed one by one. */
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { FieldGroup } from './field-group.tsx';
import styles from './field-rows.module.css';

export function FieldRows<Row extends object>({
  legend,
  rows,
  onChange,
  empty,
  most,
  addLabel,
  removeLabel,
  disabled = false,
  error,
  hint,
  children,
}: {
  readonly legend: string;
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
  /** What a new row has in it. */
  readonly empty: Row;
  /** How many rows there may be. */
  readonly most: number;
  readonly addLabel: string;
  /** Of the button that removes a row; places begin with 1. */
  readonly removeLabel: (row: Row, place: number) => string;
  readonly disabled?: boolean;
  /** Of the last attempt to save. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** The two fields of a row. */
  readonly children: (row: Row, index: number, edit: (change: Partial<Row>) => void) => ReactNode;
}) {
  return (
    <FieldGroup legend={legend} disabled={disabled}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
        <div key={index} className={styles['row']}>
          {children(row, index, (change) =>
            onChange(rows.map((one, at) => (at === index ? { ...one, ...change } : one))),
          )}
          <IconButton label={removeLabel(row, index + 1)} onClick={() => onChange(rows.toSpliced(index, 1))}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {error === undefined ? null : (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      <div>
        <Button
          size="s"
          icon={<Plus size={14} aria-hidden />}
          disabled={rows.length >= most}
          onClick={() => onChange([...rows, empty])}
        >
          {addLabel}
        </Button>
      </div>
      {hint === undefined ? null : <p className={styles['hint']}>{hint}</p>}
    </FieldGroup>
  );
}
