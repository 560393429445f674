/** The frame of a page's numbers: tiles above, and below them the chosen one over time. */
import type { ReactNode } from 'react';
import { FailureNotice } from '../ui/notice.tsx';
import styles from './series-card.module.css';
import { StatTiles } from './stat-tile.tsx';

export function SeriesCard({
  label,
  failure,
  tiles,
  title,
  controls,
  children,
}: {
  /** The accessible name, such as `Visitors over time`. */
  readonly label: string;
  /** Set when the tiles couldn't be loaded for the chosen days. */
  readonly failure?: { readonly error: unknown; readonly retry: () => void } | undefined;
  readonly tiles: ReactNode;
  /** The chosen number. */
  readonly title: string;
  readonly controls: ReactNode;
  /** The chart. */
  readonly children: ReactNode;
}) {
  return (
    <section className={styles['card']} aria-label={label}>
      {failure === undefined ? null : (
        <div className={styles['failure']}>
          <FailureNotice error={failure.error} onRetry={failure.retry} />
        </div>
      )}
      <StatTiles label="Totals">{tiles}</StatTiles>
      <div className={styles['body']}>
        <div className={styles['bar']}>
          <h2 className={styles['title']}>{title}</h2>
          <div className={styles['controls']}>{controls}</div>
        </div>
        {children}
      </div>
    </section>
  );
}
