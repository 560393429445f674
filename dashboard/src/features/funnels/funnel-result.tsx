/** The card that shows a funnel: who completed it, its steps as a table, and the file of them. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ComparisonSelect } from '../../analytics/comparison.tsx';
import { useScope } from '../../analytics/scope.ts';
import { formatInteger, formatShare } from '../../format/numbers.ts';
import { CsvButton } from '../../lists/csv-button.tsx';
import { csvName } from '../../lists/csv-name.ts';
import { QuietEmpty } from '../../lists/quiet-empty.tsx';
import { Card } from '../../ui/card.tsx';
import { Pending } from '../../ui/pending.tsx';
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import { FunnelChart } from './funnel-chart.tsx';
import { scopeLabel } from './funnel-form.tsx';
import type { FunnelAnswer } from './funnel-query.ts';
import { funnelCsv, funnelRows } from './funnel-rows.ts';
import type { FunnelScope } from './funnel-steps.ts';
import styles from './funnels.module.css';

export function FunnelResult({
  title,
  within,
  asked: { data, error, refetch, isPlaceholderData },
  actions,
  note,
}: {
  readonly title: string;
  readonly within: FunnelScope;
  readonly asked: UseQueryResult<FunnelAnswer>;
  readonly actions?: ReactNode;
  /** Below the steps. */
  readonly note?: ReactNode;
}) {
  const { host } = useDomain();
  const { scope } = useScope('visitors');
  const rows = data && funnelRows(data.steps);
  const [first, last] = [rows?.[0], rows?.at(-1)];
  return (
    <Card
      title={<bdi>{title}</bdi>}
      flush
      actions={
        <>
          <ComparisonSelect hasLine={false} />
          {rows === undefined ? null : (
            <CsvButton
              what="funnel"
              fileName={csvName(host, 'funnel', scope)}
              makeTable={() => funnelCsv(rows)}
            />
          )}
          {actions}
        </>
      }
    >
      {error !== null || rows === undefined ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={6} label="Loading the funnel" />
      ) : null}
      {rows === undefined || first === undefined || last === undefined ? null : first.visitors === 0 ? (
        <QuietEmpty title="No one took the first step">
          Choose other days or steps, or remove a filter.
        </QuietEmpty>
      ) : (
        <>
          <p className={styles['summary']} role="status">
            {formatInteger(last.visitors)} of {formatInteger(first.visitors)} visitors completed all steps{' '}
            {scopeLabel(within).toLowerCase()}: {formatShare(last.rate)}.
          </p>
          <FunnelChart rows={rows} stale={isPlaceholderData} />
        </>
      )}
      {note}
    </Card>
  );
}
