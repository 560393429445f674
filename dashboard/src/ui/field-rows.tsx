/** Rows of the same fields, which are added, removed and, where their order counts, moved one by one. */
import { ArrowUp, Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
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
  nameOf,
  isOrdered = false,
  columns = 'texts',
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
  /** What the buttons of a row call it: `the entry plan`; places begin with 1. */
  readonly nameOf: (row: Row, place: number) => string;
  /** Whether rows can be moved. */
  readonly isOrdered?: boolean;
  /** Two texts, or a text and a short number. */
  readonly columns?: 'texts' | 'number';
  readonly disabled?: boolean;
  /** Of the last attempt to save. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** The two fields of a row. */
  readonly children: (row: Row, index: number, edit: (change: Partial<Row>) => void) => ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const toFocus = useRef<string>(undefined);
  // What had the focus may be gone, or belong to another row now.
  useEffect(() => {
    if (toFocus.current === undefined) return;
    list.current?.querySelector<HTMLElement>(toFocus.current)?.focus();
    toFocus.current = undefined;
  });
  const change = (next: readonly Row[], focus: string): void => {
    toFocus.current = focus;
    onChange(next);
  };
  const remove = (index: number): void => {
    const next = rows.toSpliced(index, 1);
    const last = next.length - 1;
    change(next, last < 0 ? '[data-add]' : `[data-remove="${Math.min(index, last)}"]`);
  };
  const raise = (index: number): void => {
    const row = rows[index];
    if (row === undefined || index === 0) return;
    change(rows.toSpliced(index, 1).toSpliced(index - 1, 0, row), `[data-raise="${index - 1}"]`);
  };
  return (
    <FieldGroup legend={legend} disabled={disabled}>
      <div ref={list} className={styles['rows']} data-columns={columns}>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
          <div key={index} className={styles['row']} data-row={index}>
            {children(row, index, (edited) =>
              onChange(rows.map((one, at) => (at === index ? { ...one, ...edited } : one))),
            )}
            <span className={styles['buttons']}>
              {isOrdered ? (
                <IconButton
                  label={`Move ${nameOf(row, index + 1)} up`}
                  data-raise={index}
                  // Not `disabled`, which would lose the focus at the top.
                  aria-disabled={index === 0}
                  onClick={() => raise(index)}
                >
                  <ArrowUp size={16} aria-hidden />
                </IconButton>
              ) : null}
              <IconButton
                label={`Remove ${nameOf(row, index + 1)}`}
                data-remove={index}
                onClick={() => remove(index)}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </span>
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
            data-add
            onClick={() => change([...rows, empty], `[data-row="${rows.length}"] input`)}
          >
            {addLabel}
          </Button>
        </div>
        {hint === undefined ? null : <p className={styles['hint']}>{hint}</p>}
      </div>
    </FieldGroup>
  );
}
