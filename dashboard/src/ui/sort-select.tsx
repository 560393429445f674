/** A native select for a list's order, or for what of it is shown. */
import { ArrowDownUp } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './sort-select.module.css';

export function SortSelect({
  label = 'Order',
  icon,
  value,
  options,
  onChange,
}: {
  readonly label?: string;
  readonly icon?: ReactNode;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) {
  return (
    <span className={styles['sort']}>
      {icon ?? <ArrowDownUp size={15} aria-hidden />}
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
