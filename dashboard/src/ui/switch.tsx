/** A switch that takes effect immediately. */
import { Switch as Primitive } from '@base-ui/react/switch';
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
    <Primitive.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={(next) => onChange(next)}
      className={styles['track']}
    >
      <Primitive.Thumb className={styles['thumb']} />
    </Primitive.Root>
  );
}
