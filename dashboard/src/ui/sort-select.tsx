/** A native select for a list's order. */
import { ArrowDownUp } from 'lucide-react';
import styles from './sort-select.module.css';

export function SortSelect({
  value,
  options,
  onChange,
}: {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) {
  return (
    <span className={styles['sort']}>
      <ArrowDownUp size={15} aria-hidden />
      <select aria-label="Order" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
