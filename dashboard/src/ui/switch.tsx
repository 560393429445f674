/** A switch that takes effect immediately. */
import styles from './switch.module.css';

export function Switch({
  label,
  checked,
  disabled = false,
  onChange,
}: {
  /** What screen readers call it. */
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className={styles['track']}
    >
      <span className={styles['thumb']} />
    </button>
  );
}
