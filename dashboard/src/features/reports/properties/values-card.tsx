/** A property's values in a table, and as a file. */
import { useState } from 'react';
import type { Scope } from '../../../analytics/scope.ts';
import { conversionColumns } from '../../../conversions/conversion-columns.tsx';
import type { Conversion } from '../../../conversions/conversions.ts';
import { useConversions } from '../../../conversions/use-conversions.ts';
import type { CsvTable } from '../../../csv/write-csv.ts';
import { labelOfDimension, propertyDimension } from '../../../filters/filter.ts';
import { FilterLink } from '../../../filters/filter-link.tsx';
import { useFilters } from '../../../filters/use-filters.ts';
import { CsvButton } from '../../../lists/csv-button.tsx';
import { csvName } from '../../../lists/csv-name.ts';
import { QuietEmpty } from '../../../lists/quiet-empty.tsx';
import { visibleLabel } from '../../../lists/visible-label.ts';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Pending } from '../../../ui/pending.tsx';
import { useDomain } from '../../custom-domains/frame/domain-context.ts';
import styles from './properties-page.module.css';

const perPage = 100;

export function ValuesCard({
  scope,
  event,
  property,
}: {
  readonly scope: Scope;
  /** The name of an event; empty for all custom events. */
  readonly event: string;
  /** The property's key. */
  readonly property: string;
}) {
  const { uuid, host } = useDomain();
  const { searchOf } = useFilters('visitors');
  const [page, setPage] = useState(1);
  const dimension = propertyDimension(property);
  const { rows, hasRevenue, isStale, error, retry } = useConversions(uuid, scope, dimension, [
    event === '' ? ['is_not', 'event:name', ['pageview']] : ['is', 'event:name', [event]],
  ]);
  return (
    <Card
      title={visibleLabel(labelOfDimension(dimension), 60)}
      flush
      actions={
        rows === undefined || rows.length === 0 ? undefined : (
          <CsvButton
            what="values"
            fileName={csvName(host, `property-${property}`, scope)}
            makeTable={() => csvOf(property, rows)}
          />
        )
      }
    >
      {error !== null || rows === undefined ? (
        <Pending inset error={error} onRetry={retry} lines={8} label="Loading values" />
      ) : null}
      {rows === undefined ? null : rows.length === 0 ? (
        <QuietEmpty title="No such events in this period" />
      ) : (
        <>
          <DataTable
            label={`Values of ${visibleLabel(property, 60)}`}
            stale={isStale}
            keyOf={({ name }) => name}
            rows={rows.slice((page - 1) * perPage, page * perPage)}
            columns={[
              {
                name: 'Value',
                render: ({ name }) => (
                  <FilterLink
                    to={{
                      pathname: `/domains/${uuid}/visitors`,
                      search: searchOf([['is', dimension, [name]]]),
                    }}
                    className={styles['value']}
                  >
                    <bdi>{visibleLabel(name)}</bdi>
                  </FilterLink>
                ),
              },
              ...conversionColumns<Conversion>((row) => row, hasRevenue),
            ]}
          />
          <Pagination page={page} perPage={perPage} count={rows.length} onChange={setPage} />
        </>
      )}
      <p className={styles['note']}>
        Conversion rate: percentage of visitors who sent {event === '' ? 'any custom event' : 'this event'}.
      </p>
    </Card>
  );
}

function csvOf(property: string, rows: readonly Conversion[]): CsvTable {
  return [
    [property, 'visitors', 'events', 'conversion_rate', 'revenue'],
    rows.map(({ name, visitors, events, rate, revenue }) => [
      name,
      visitors,
      events,
      rate,
      revenue.map(([amount, currency]) => `${amount} ${currency}`).join(' + '),
    ]),
  ];
}
