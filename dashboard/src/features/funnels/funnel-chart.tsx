/** A funnel as a table whose rows have bars: the visitors of a step in full colour, those who left before it pale. */
import { formatInteger, formatShare } from '../../format/numbers.ts';
import { visibleLabel } from '../../lists/visible-label.ts';
import { Cell, HeadCell, Table } from '../../ui/table.tsx';
import { Compared } from './compared.tsx';
import type { FunnelRow } from './funnel-rows.ts';
import styles from './funnels.module.css';

export function FunnelChart({
  rows,
  stale,
}: {
  readonly rows: readonly FunnelRow[];
  /** The rows are of other days or filters while these load. */
  readonly stale: boolean;
}) {
  const isNew = rows[0]?.comparison?.visitors === 0;
  return (
    <Table label="Funnel" stale={stale}>
      <thead>
        <tr>
          <HeadCell>Step</HeadCell>
          <HeadCell align="end">Visitors</HeadCell>
          <HeadCell align="end">Of first</HeadCell>
          <HeadCell align="end">Of previous</HeadCell>
          <HeadCell align="end">Drop-off</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a step is its place
          <tr key={index}>
            <Cell className={styles['step']}>
              <span className={styles['label']}>
                <span className={styles['number']}>{index + 1}</span>
                <bdi>{visibleLabel(row.label)}</bdi>
              </span>
              <span className={styles['track']} aria-hidden>
                <span className={styles['before']} style={{ width: `${row.rateBefore}%` }} />
                <span className={styles['bar']} style={{ width: `${row.rate}%` }} />
              </span>
            </Cell>
            <Cell label="Visitors" align="end">
              <Compared
                value={row.visitors}
                previous={row.comparison?.visitors}
                format={formatInteger}
                goodWhen="up"
              />
            </Cell>
            <Cell label="Of first" align="end">
              {row.left === undefined ? (
                formatShare(row.rate)
              ) : (
                <Compared value={row.rate} previous={row.comparison?.rate} isNew={isNew} {...ofRate} />
              )}
            </Cell>
            <Cell label="Of previous" align="end">
              {row.left === undefined ? (
                '–'
              ) : (
                <Compared
                  value={row.step_rate}
                  previous={row.comparison?.step_rate}
                  isNew={isNew}
                  {...ofRate}
                />
              )}
            </Cell>
            <Cell label="Drop-off" align="end">
              {row.left === undefined ? '–' : `${formatInteger(row.left)} (${formatShare(row.leftRate)})`}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const ofRate = { format: formatShare, goodWhen: 'up', isRate: true } as const;
