/** Page loads over time, or by page, source, country or hosting network: a row each, with a bar of the five classes. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { percentageOf } from '../../../../../src/core/percentage.ts';
import { FrequencySwitch } from '../../../analytics/frequency-switch.tsx';
import { queryOptions } from '../../../analytics/query.ts';
import { useDateRange } from '../../../analytics/range.ts';
import { FilterLink } from '../../../filters/filter-link.tsx';
import { useFilters } from '../../../filters/use-filters.ts';
import { formatInteger, formatShare } from '../../../format/numbers.ts';
import { CsvButton } from '../../../lists/csv-button.tsx';
import { csvName } from '../../../lists/csv-name.ts';
import { ListTabBar, ListTabPanel, ListTabs } from '../../../lists/list-tabs.tsx';
import { QuietEmpty } from '../../../lists/quiet-empty.tsx';
import type { ListCardProps } from '../../../lists/ranked-list-card.tsx';
import { useAddress, withParameter } from '../../../ui/address.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Pending } from '../../../ui/pending.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { useDomain } from '../../custom-domains/frame/domain-context.ts';
import { ClassBar } from './class-bar.tsx';
import { classes, loadMetrics } from './classes.ts';
import { dimensionOf, type LoadRow, loadRows, loadsCsv, rowName, type Split, splits } from './load-splits.ts';
import styles from './page-loads.module.css';

const views = [
  { value: 'count', label: 'Numbers' },
  { value: 'share', label: 'Percent' },
] as const;
type View = (typeof views)[number]['value'];

export function SplitsCard(props: ListCardProps) {
  const [search, setSearch] = useAddress();
  const split = splits.find(({ value }) => value !== '' && value === search.get('by')) ?? splits[0];
  return (
    <ListTabs
      value={split.value}
      onChange={(value) => setSearch((before) => withParameter(before, 'by', value), { replace: true })}
    >
      <Card title="By class" flush actions={<ListTabBar label="Page loads" tabs={splits} />}>
        <ListTabPanel>
          <SplitTable key={split.value} split={split} {...props} />
        </ListTabPanel>
      </Card>
    </ListTabs>
  );
}

const firstRows = 31;
const moreRows = 100;

function SplitTable({ split, domainUuid, scope }: ListCardProps & { readonly split: Split }) {
  const { host } = useDomain();
  const { frequency } = useDateRange();
  const { searchOf } = useFilters('requests');
  const [search, setSearch] = useAddress();
  const view = views.find(({ value }) => value === search.get('cells'))?.value ?? 'count';
  const [room, setRoom] = useState(firstRows);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queryOptions(
      domainUuid,
      scope,
      { metrics: loadMetrics, dimensions: [dimensionOf(split, frequency)] },
      loadRows,
    ),
  );
  if (data === undefined || error !== null)
    return (
      <Pending inset error={error} onRetry={() => void refetch()} lines={10} label="Loading page loads" />
    );
  const most = Math.max(...data.map(({ all }) => all), 0);
  if (most === 0) return <QuietEmpty title="No page loads in this period" />;
  return (
    <>
      <div className={styles['tools']}>
        {split.value === '' ? <FrequencySwitch /> : null}
        <Segmented
          label="Cells show"
          value={view}
          onChange={(next) =>
            setSearch((before) => withParameter(before, 'cells', next === 'count' ? '' : next))
          }
          options={views}
        />
        <CsvButton
          what="page loads"
          fileName={csvName(host, `page-loads-${split.value || frequency}`, scope)}
          makeTable={() => loadsCsv(split.head, data)}
        />
      </div>
      <Table label={`Page loads: ${split.label.toLowerCase()}`} stale={isPlaceholderData}>
        <thead>
          <tr>
            <HeadCell>{split.head}</HeadCell>
            <HeadCell align="end">Page loads</HeadCell>
            {classes.map(({ metric, name }) => (
              <HeadCell key={metric} align="end">
                <span className={styles['swatch']} data-class={metric} aria-hidden />
                {name}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.slice(0, room).map((row) => {
            const name = rowName(split, frequency, row.key);
            return (
              <tr key={row.key}>
                <Cell className={styles['row']}>
                  {'dimension' in split ? (
                    <FilterLink
                      to={{ search: searchOf([['is', split.dimension, [row.key]]]) }}
                      className={styles['name']}
                    >
                      <bdi>{name}</bdi>
                    </FilterLink>
                  ) : (
                    name
                  )}
                  <ClassBar counts={row.counts} most={most} />
                </Cell>
                <Cell label="Page loads" align="end">
                  {formatInteger(row.all)}
                </Cell>
                {classes.map(({ metric, name: label }, index) => (
                  <ClassCell key={metric} label={label} row={row} index={index} view={view} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </Table>
      {data.length > room ? (
        <p className={styles['more']}>
          <Button size="s" onClick={() => setRoom(room + moreRows)}>
            Show more
          </Button>
          {formatInteger(room)} of {formatInteger(data.length)} rows are shown. The file has all.
        </p>
      ) : null}
    </>
  );
}

function ClassCell({
  label,
  row: { all, counts },
  index,
  view,
}: {
  readonly label: string;
  readonly row: LoadRow;
  readonly index: number;
  readonly view: View;
}) {
  const count = counts[index] ?? 0;
  const share = all === 0 ? '–' : formatShare(percentageOf(count, all));
  return (
    <Cell label={label} align="end" title={`${formatInteger(count)}, ${share}`}>
      {view === 'count' ? formatInteger(count) : share}
    </Cell>
  );
}
