/** How many of a week's new visitors came back in the weeks after it. */
import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../analytics/scope.ts';
import { CsvButton } from '../../lists/csv-button.tsx';
import { csvName } from '../../lists/csv-name.ts';
import { QuietEmpty } from '../../lists/quiet-empty.tsx';
import { useAddress, withParameter } from '../../ui/address.ts';
import { Card } from '../../ui/card.tsx';
import { Pending } from '../../ui/pending.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import styles from './retention.module.css';
import { retentionQuery } from './retention-query.ts';
import { retentionCsv, retentionRows } from './retention-rows.ts';
import { mostWeeks, RetentionTable } from './retention-table.tsx';

const views = [
  { value: 'share', label: 'Percent' },
  { value: 'visitors', label: 'Visitors' },
] as const;

export function RetentionPage() {
  const { uuid, host } = useDomain();
  const { scope } = useScope('visitors');
  const [search, setSearch] = useAddress();
  const view = views.find(({ value }) => value === search.get('cells'))?.value ?? 'share';
  const { data, error, refetch, isPlaceholderData } = useQuery(retentionQuery(uuid, scope));
  const rows = data && retentionRows(data);
  const weeks = Math.max(0, ...(rows ?? []).map(({ returned }) => returned.length));
  const [first] = rows ?? [];
  const isLate = first !== undefined && first.week < scope.from;
  const isCut = new Date(scope.to).getUTCDay() !== 0;
  return (
    <Card
      title="Retention"
      flush
      actions={
        data === undefined || data.length === 0 ? undefined : (
          <>
            <Segmented
              label="Cells show"
              value={view}
              onChange={(next) =>
                setSearch((before) => withParameter(before, 'cells', next === 'share' ? '' : next))
              }
              options={views}
            />
            <CsvButton
              what="retention"
              fileName={csvName(host, 'retention', scope)}
              makeTable={() => retentionCsv(data)}
            />
          </>
        )
      }
    >
      <p className={styles['intro']}>
        Each row has the visitors first seen in a week. +1 is how many of them came back one week later, +2
        two weeks later, and so on.
      </p>
      {data === undefined || error !== null ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={8} label="Loading retention" />
      ) : null}
      {rows === undefined ? null : rows.length === 0 ? (
        <QuietEmpty title="No visitors in this period">Choose other days, or remove a filter.</QuietEmpty>
      ) : (
        <>
          <RetentionTable rows={rows} view={view} stale={isPlaceholderData} />
          <ul className={styles['notes']}>
            {weeks === 0 ? <li>Choose days of at least two weeks to see who came back.</li> : null}
            {isLate ? (
              <li>
                The range begins within a week, so the first row has only a part of that week’s visitors.
              </li>
            ) : null}
            {isCut ? (
              <li>The range ends within a week, so each row’s last number covers a part of that week.</li>
            ) : null}
            {weeks > mostWeeks ? <li>{mostWeeks} weeks are shown. The file has all.</li> : null}
            {rows.some(({ returned }) => returned.includes(null)) ? (
              <li>
                A dash: nobody could be recognized. Visitors get another number each day or month
                (NAMEPLATE_VISITOR_SALT_PERIOD), and count as new then.
              </li>
            ) : null}
          </ul>
        </>
      )}
    </Card>
  );
}
