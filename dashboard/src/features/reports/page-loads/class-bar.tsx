/** A bar of page loads, in the colours of their classes. The numbers stand beside it. */
import { classes } from './classes.ts';
import styles from './page-loads.module.css';

export function ClassBar({
  counts,
  most,
}: {
  /** In the order of the classes. */
  readonly counts: readonly number[];
  /** What a whole bar stands for. */
  readonly most: number;
}) {
  return (
    <span className={styles['bar']} aria-hidden>
      {classes.map(({ metric }, index) => (
        <span key={metric} data-class={metric} style={{ width: `${(100 * (counts[index] ?? 0)) / most}%` }} />
      ))}
    </span>
  );
}
