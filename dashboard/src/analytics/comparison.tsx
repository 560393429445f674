/** Chooses the comparison period; doubles as the legend of the dashed line. */

import styles from './comparison.module.css';
import { comparisons } from './presets.ts';
import { useDateRange } from './range.ts';

export function ComparisonSelect({
  hasLine = true,
}: {
  /** False where nothing is drawn dashed. */
  readonly hasLine?: boolean;
}) {
  const { comparison, preset, setComparison } = useDateRange();
  if (preset === 'all') return null;
  return (
    <label className={styles['choice']} data-off={comparison === 'off' || undefined}>
      {hasLine ? <span className={styles['swatch']} aria-hidden /> : null}
      <span className="visually-hidden">Compare with</span>
      <select
        value={comparison}
        onChange={(event) => {
          const chosen = comparisons.find(({ value }) => value === event.target.value);
          if (chosen) setComparison(chosen.value);
        }}
      >
        {comparisons.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
