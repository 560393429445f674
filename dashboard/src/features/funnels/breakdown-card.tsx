/** A funnel by the values of a dimension: how many take its first step, and how many of them go on. */
import { formatInteger, formatShare } from '../../format/numbers.ts';
import { CsvButton } from '../../lists/csv-button.tsx';
import { QuietEmpty } from '../../lists/quiet-empty.tsx';
import { visibleLabel } from '../../lists/visible-label.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Compared } from './compared.tsx';
import type { FunnelAnswer } from './funnel-query.ts';
import { breakdownCsv } from './funnel-rows.ts';
import styles from './funnels.module.css';

type Row = FunnelAnswer['breakdown'][number];

export function BreakdownCard({
  label,
  answer,
  isStale,
  fileName,
}: {
  /** Of the dimension: `Source`. */
  readonly label: string;
  /** Undefined while it loads. */
  readonly answer: FunnelAnswer | undefined;
  readonly isStale: boolean;
  readonly fileName: string;
}) {
  const rows = answer?.breakdown ?? [];
  return (
    <Card
      title={`By ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
      flush
      actions={
        rows.length === 0 ? undefined : (
          <CsvButton what="breakdown" fileName={fileName} makeTable={() => breakdownCsv(label, rows)} />
        )
      }
    >
      {answer === undefined || (isStale && rows.length === 0) ? (
        <Skeleton lines={6} label="Loading the breakdown" />
      ) : rows.length === 0 ? (
        <QuietEmpty title="No one took the first step">
          Choose other days or steps, or remove a filter.
        </QuietEmpty>
      ) : (
        <DataTable
          label={`Funnel by ${label.toLowerCase()}`}
          stale={isStale}
          keyOf={({ dimensions }) => dimensions.join(' ')}
          rows={rows}
          columns={[
            {
              name: label,
              className: styles['text'],
              render: ({ dimensions: [value = ''] }) => <bdi>{visibleLabel(value)}</bdi>,
            },
            ...answer.steps.map((step, index) => columnOf(step.label, index)),
          ]}
        />
      )}
      <p className={styles['note']}>
        A visitor counts under the value at the first step. Percentages are of the first step's visitors. At
        most 100 values are listed.
      </p>
    </Card>
  );
}

function columnOf(label: string, index: number): Column<Row> {
  return {
    name: `${index + 1}. ${visibleLabel(label, 40)}`,
    align: 'end',
    render: ({ steps }) => {
      const step = steps[index];
      if (step === undefined) return '–';
      const { visitors, rate, comparison } = step;
      if (index === 0)
        return (
          <Compared value={visitors} previous={comparison?.visitors} format={formatInteger} goodWhen="up" />
        );
      return (
        <span>
          {formatInteger(visitors)}{' '}
          <span className={styles['rate']}>
            <Compared
              value={rate}
              previous={comparison?.rate}
              isNew={steps[0]?.comparison?.visitors === 0}
              format={formatShare}
              goodWhen="up"
              isRate
            />
          </span>
        </span>
      );
    },
  };
}
