/** What domains had in the last seven whole days, and how it differs from the seven before: one request for a page of them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { changeOf } from '../../analytics/change.ts';
import { useToday } from '../../analytics/today.ts';
import { api, bodyOf } from '../../api/client.ts';
import { formatCompact, formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './domain-row.module.css';

type DomainTraffic = components['schemas']['DomainTraffic'];

/** By uuid; undefined until they are known, null when they can't be had. */
export type TrafficOfPage = ReadonlyMap<string, DomainTraffic> | null | undefined;

/** `asked` is what the list is asked. */
export function useTrafficOfPage(asked: object): TrafficOfPage {
  const accountUuid = useAccountUuid();
  // Whole days are counted, so the numbers change at midnight.
  const today = useToday();
  const { data, isError } = useQuery({
    queryKey: ['custom-domains', 'traffic', accountUuid, today, asked],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/custom_domains/traffic', {
          params: { path: { account_uuid: accountUuid }, query: asked },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  if (isError) return null;
  return data && new Map(data.data.map((one) => [one.custom_domain_uuid, one]));
}

export function DomainTrafficCell({
  domainUuid,
  what,
  traffic,
}: {
  readonly domainUuid: string;
  readonly what: 'visitors' | 'requests';
  readonly traffic: TrafficOfPage;
}) {
  if (traffic === null) return <span className={styles['none']}>Not available</span>;
  const numbers = traffic?.get(domainUuid);
  if (numbers === undefined) {
    return (
      <span className={styles['loading']}>
        <SkeletonBar />
      </span>
    );
  }
  const count = numbers[what];
  const change = changeOf(count, numbers[`${what}_before`], { format: formatInteger, goodWhen: 'up' });
  return (
    <span className={styles['traffic']}>
      <span className={count === 0 ? styles['zero'] : styles['number']} title={formatInteger(count)}>
        {formatCompact(count)}
      </span>
      {change === undefined ? null : (
        <span className={styles['change']} data-good={change.isGood}>
          {change.text}
        </span>
      )}
      {what === 'requests' && numbers.errors > 0 ? (
        <span className={styles['errors']}>
          {formatCompact(numbers.errors)} {numbers.errors === 1 ? 'error' : 'errors'}
        </span>
      ) : null}
    </span>
  );
}
