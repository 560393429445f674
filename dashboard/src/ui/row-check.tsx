/** The check box of a table's row, or in the table's head of all rows, of which only some may be checked. */
import styles from './row-check.module.css';

export function RowCheck({
  label,
  checked,
  isMixed = false,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly isMixed?: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <input
      type="checkbox"
      className={styles['box']}
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = isMixed;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
