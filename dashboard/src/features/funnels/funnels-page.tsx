/** How many visitors take a series of steps, and where the others leave. The address keeps the steps. */
import { useQuery } from '@tanstack/react-query';
import { Filter } from 'lucide-react';
import { useMemo } from 'react';
import { useScope } from '../../analytics/scope.ts';
import { formatInteger, formatShare } from '../../format/numbers.ts';
import { CsvButton } from '../../lists/csv-button.tsx';
import { csvName } from '../../lists/csv-name.ts';
import { QuietEmpty } from '../../lists/quiet-empty.tsx';
import { useAddress } from '../../ui/address.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pending } from '../../ui/pending.tsx';
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import { FunnelChart } from './funnel-chart.tsx';
import { FunnelForm } from './funnel-form.tsx';
import { funnelQuery } from './funnel-query.ts';
import { funnelCsv, funnelRows } from './funnel-rows.ts';
import { type Funnel, fewestSteps, readFunnel, withFunnel } from './funnel-steps.ts';
import styles from './funnels.module.css';

export function FunnelsPage() {
  const { uuid } = useDomain();
  const { scope } = useScope('visitors');
  const [search, setSearch] = useAddress();
  const text = search.toString();
  const funnel = useMemo(() => readFunnel(new URLSearchParams(text)), [text]);
  return (
    <div className={styles['columns']}>
      <Card title="Steps">
        <FunnelForm
          domainUuid={uuid}
          scope={scope}
          funnel={funnel}
          onApply={(next) => setSearch((before) => withFunnel(before, next))}
        />
      </Card>
      {funnel.steps.length < fewestSteps ? (
        <Card>
          <EmptyState icon={<Filter size={20} />} title="No funnel yet">
            Add at least two steps in order to see how many visitors complete each one and where the rest
            leave.
          </EmptyState>
        </Card>
      ) : (
        <FunnelCard funnel={funnel} />
      )}
    </div>
  );
}

function FunnelCard({ funnel }: { readonly funnel: Funnel }) {
  const { uuid, host } = useDomain();
  const { scope } = useScope('visitors');
  const { data, error, refetch, isPlaceholderData } = useQuery(funnelQuery(uuid, scope, funnel));
  const rows = data && funnelRows(data);
  const [first, last] = [rows?.[0], rows?.at(-1)];
  return (
    <Card
      title="Funnel"
      flush
      actions={
        rows === undefined ? undefined : (
          <CsvButton
            what="funnel"
            fileName={csvName(host, 'funnel', scope)}
            makeTable={() => funnelCsv(rows)}
          />
        )
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
            {formatInteger(last.visitors)} of {formatInteger(first.visitors)} visitors completed all steps:{' '}
            {formatShare(last.rate)}.
          </p>
          <FunnelChart rows={rows} stale={isPlaceholderData} />
        </>
      )}
    </Card>
  );
}
