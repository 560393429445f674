/** A card with the values of one dimension; each filters the page. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { formatInteger } from '../../../format/numbers.ts';
import { type ListColumn, shareColumn } from '../../../lists/list-column.ts';
import { QuietEmpty } from '../../../lists/quiet-empty.tsx';
import { RankedList, RankedListSkeleton } from '../../../lists/ranked-list.tsx';
import type { RankedRow } from '../../../lists/ranked-rows.ts';
import { countryName } from '../../../map/country-name.ts';
import { useAddress, withParameter } from '../../../ui/address.ts';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import type { ClickListOf } from './click-lists.ts';
import styles from './clicks.module.css';
import { type ClickScope, clickRowsQuery } from './clicks-query.ts';

const visitorsColumn: ListColumn = {
  id: 'visitors',
  label: 'Visitors',
  text: ({ beside }) => formatInteger(Number(beside)),
};
const columns = [shareColumn, visitorsColumn];

export function ClickList({
  list: { name, dimension, title, labelHead, kind },
  scope,
  all,
}: {
  readonly list: ClickListOf;
  readonly scope: ClickScope;
  /** Clicks in all; undefined while that isn't known. */
  readonly all: number | undefined;
}) {
  const { search } = useLocation();
  const [address, setAddress] = useAddress();
  const column = address.get('show') === visitorsColumn.id ? visitorsColumn : shareColumn;
  const { data: rows, error, refetch, isPlaceholderData } = useQuery(clickRowsQuery(scope, dimension, all));
  const searchOf = ({ id, label }: RankedRow): string => {
    const next = new URLSearchParams(search);
    next.set(name, name === 'device' ? label : id);
    return `?${next.toString()}`;
  };
  return (
    <Card title={title} flush>
      <div className={styles['list']}>
        {rows === undefined ? (
          error ? (
            <FailureNotice error={error} onRetry={() => void refetch()} />
          ) : (
            <RankedListSkeleton rows={4} label={title} />
          )
        ) : rows.length === 0 ? (
          <QuietEmpty title="No clicks in these days" />
        ) : (
          <RankedList
            report={{ title, labelHead, countHead: 'Clicks', kind }}
            rows={rows.map((row) => shown(name, row))}
            stale={isPlaceholderData}
            shareOf="all clicks"
            last={{
              column,
              columns,
              choose: (id) => setAddress((before) => withParameter(before, 'show', id), { replace: true }),
            }}
            searchOf={searchOf}
          />
        )}
      </div>
    </Card>
  );
}

function shown(name: ClickListOf['name'], row: RankedRow): RankedRow {
  if (name === 'country') return { ...row, label: row.id === 'Unknown' ? 'Unknown' : countryName(row.id) };
  // Icons of devices have names in lower case.
  return name === 'device' ? { ...row, id: row.id.toLowerCase() } : row;
}
