/** A choice between a few options that are all visible: day, week, month. */
import type { ReactNode } from 'react';
import styles from './segmented.module.css';

export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
}: {
  /** What screen readers call the group. */
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
}) {
  return (
    <div role="group" aria-label={label} className={styles['group']}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => {
            if (option.value !== value) onChange(option.value);
          }}
          className={styles['option']}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
