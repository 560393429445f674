/** Up to three columns of pages. What is chosen in one decides what the next one lists. */
import { useState } from 'react';
import { formatInteger, formatShare } from '../../format/numbers.ts';
import { visibleLabel } from '../../lists/visible-label.ts';
import type { Direction } from './journey-address.ts';
import { type JourneyColumn, type JourneyRow, journeyColumns } from './journey-columns.ts';
import { type Journeys, stepCount } from './journey-query.ts';
import styles from './journeys.module.css';

const places = ['First', 'Second', 'Third'];

export function JourneySteps({
  journeys,
  direction,
  stale,
  onAnchor,
}: {
  readonly journeys: Journeys;
  readonly direction: Direction;
  /** They are of other days or filters while these load. */
  readonly stale: boolean;
  /** Begins at another page. */
  readonly onAnchor: (page: string) => void;
}) {
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const columns = journeyColumns(journeys, wanted);
  return (
    <div className={styles['columns']} data-stale={stale || undefined}>
      {columns.map((column, index) => (
        <Column
          key={places[index]}
          title={`${places[index]} page ${direction}`}
          column={column}
          isLast={index === stepCount - 1}
          onChoose={(label) => setWanted([...column.path, label])}
          onAnchor={onAnchor}
        />
      ))}
    </div>
  );
}

function Column({
  title,
  column: { path, rows, chosen },
  isLast,
  onChoose,
  onAnchor,
}: {
  readonly title: string;
  readonly column: JourneyColumn;
  readonly isLast: boolean;
  readonly onChoose: (label: string) => void;
  readonly onAnchor: (page: string) => void;
}) {
  const most = Math.max(...rows.map(({ visits }) => visits));
  const parent = path.at(-1);
  return (
    <section className={styles['column']} aria-label={title}>
      <h3 className={styles['title']}>{title}</h3>
      <p className={styles['parent']}>
        {parent === undefined ? null : (
          <>
            <span>
              via <bdi>{path.map((label) => visibleLabel(label, 60)).join(' → ')}</bdi>
            </span>
            <button
              type="button"
              className={styles['begin']}
              aria-label={`Start there: ${visibleLabel(parent, 60)}`}
              onClick={() => onAnchor(parent)}
            >
              Start there
            </button>
          </>
        )}
      </p>
      <ol className={styles['rows']}>
        {rows.map((row) => (
          <li key={row.label} className={styles['row']}>
            <span className={styles['bar']} style={{ width: `${(100 * row.visits) / most}%` }} aria-hidden />
            {row.words !== undefined || isLast ? (
              <span className={styles['plain']}>
                <RowText row={row} />
              </span>
            ) : (
              <button
                type="button"
                className={styles['choice']}
                aria-pressed={row.label === chosen}
                onClick={() => onChoose(row.label)}
              >
                <RowText row={row} />
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function RowText({ row: { label, words, visits, rate } }: { readonly row: JourneyRow }) {
  return (
    <>
      <span className={styles['label']} data-faint={words !== undefined || undefined} title={words ?? label}>
        <bdi>{words ?? visibleLabel(label)}</bdi>
      </span>{' '}
      <span className={styles['count']}>{formatInteger(visits)}</span>{' '}
      <span className={styles['rate']}>{formatShare(rate)}</span>
    </>
  );
}
