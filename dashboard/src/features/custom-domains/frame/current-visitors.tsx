/** The current number of visitors, polled every few seconds while the page is visible. */
import { useQuery } from '@tanstack/react-query';
import { reportQuery } from '../../../analytics/report-query.ts';
import { formatInteger } from '../../../format/numbers.ts';
import styles from './current-visitors.module.css';

const pollMs = 10_000;

export function CurrentVisitors({ domainUuid }: { readonly domainUuid: string }) {
  const { data } = useQuery({
    ...reportQuery(domainUuid, 'current_visitors', {}),
    refetchInterval: pollMs,
    refetchIntervalInBackground: false,
  });
  if (data === undefined) return null;
  return (
    <span className={styles['live']} title="Visitors in the last five minutes">
      <span className={styles['dot']} data-any={data.count > 0 || undefined} aria-hidden />
      {data.count === 1 ? '1 current visitor' : `${formatInteger(data.count)} current visitors`}
    </span>
  );
}
