/** What the shades of the map mean. */
import { formatCompact } from '../format/numbers.ts';
import styles from './map-legend.module.css';
import { scaleTicks } from './shade.ts';

export function MapLegend({ most, unit }: { readonly most: number; readonly unit: string }) {
  if (most === 0) return null;
  const ticks = scaleTicks(most);
  return (
    <div className={styles['legend']} aria-hidden>
      <span className={styles['none']} />
      <span className={styles['word']}>No {unit}</span>
      <span className={styles['scale']}>
        <span className={styles['gradient']} />
        <span className={styles['ticks']}>
          {ticks.map((tick) => (
            <span key={tick}>{formatCompact(tick)}</span>
          ))}
        </span>
      </span>
    </div>
  );
}
