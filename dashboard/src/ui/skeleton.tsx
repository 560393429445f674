/** Grey bars in the shape of what is on its way. */
import styles from './skeleton.module.css';

const widths = ['92%', '74%', '83%', '61%', '88%', '69%'];

export function Skeleton({
  lines = 3,
  label = 'Loading',
}: {
  readonly lines?: number;
  readonly label?: string;
}) {
  return (
    <div className={styles['skeleton']} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles['line']} style={{ width: widths[line % widths.length] }} />
      ))}
    </div>
  );
}
