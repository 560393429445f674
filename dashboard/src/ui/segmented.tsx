/** One of a few, all in sight: day, week, month. */
import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
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
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={(chosen) => {
        const next = options.find((option) => chosen.includes(option.value) && option.value !== value);
        if (next) onChange(next.value);
      }}
      className={styles['group']}
    >
      {options.map((option) => (
        <Toggle key={option.value} value={option.value} className={styles['option']}>
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
