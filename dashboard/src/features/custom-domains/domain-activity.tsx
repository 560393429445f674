/** Today's number of a domain with the two weeks before it, loaded when its row comes into sight. */
import { useQuery } from '@tanstack/react-query';
import { formatCompact, formatInteger } from '../../format/numbers.ts';
import { recentDays, recentQuery } from '../../sparkline/recent-query.ts';
import { Sparkline } from '../../sparkline/sparkline.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './domain-row.module.css';

export function DomainActivity({
  domainUuid,
  what,
  today,
  isWanted,
}: {
  readonly domainUuid: string;
  readonly what: 'visitors' | 'requests';
  /** The UTC day. */
  readonly today: string;
  readonly isWanted: boolean;
}) {
  const { data, isError } = useQuery({
    ...recentQuery(domainUuid, what, today),
    enabled: isWanted,
  });
  if (isError) {
    return (
      <span className={styles['activity']}>
        <span className={styles['none']}>Not available</span>
      </span>
    );
  }
  if (data === undefined) {
    return (
      <span className={styles['activity']}>
        <span className={styles['loading']}>
          <SkeletonBar />
        </span>
      </span>
    );
  }
  const last = data.at(-1) ?? 0;
  const most = formatInteger(Math.max(...data, 0));
  return (
    <span className={styles['activity']}>
      <span className={last === 0 ? styles['zero'] : styles['number']}>{formatCompact(last)}</span>
      <Sparkline
        tone={what}
        values={data}
        label={`${what === 'visitors' ? 'Visitors' : 'Requests'} of the last ${recentDays} days: ${formatInteger(last)} today so far, ${most} on the busiest day`}
      />
    </span>
  );
}
