/** The custom domains that grow and shrink, last week against the week before. Source: docs/reference/overview.md. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { components } from '../../../../client/src/openapi.ts';
import { changeOf } from '../../analytics/change.ts';
import { useToday } from '../../analytics/today.ts';
import { api, bodyOf } from '../../api/client.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pending } from '../../ui/pending.tsx';
import styles from './overview.module.css';

type Growth = components['schemas']['Growth'];
type Grown = components['schemas']['DomainGrowth'];

export function GrowthCard() {
  const accountUuid = useAccountUuid();
  // Whole days are compared, so it changes at midnight.
  const today = useToday();
  const { data, error, refetch } = useQuery({
    queryKey: ['custom-domains', 'growth', accountUuid, today],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/overview/growth', {
          params: { path: { account_uuid: accountUuid } },
          signal,
        }),
      ),
  });
  return (
    <Card title="Growing and shrinking domains">
      {data === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={5} label="Loading domains" />
      ) : (
        <Lists growth={data} />
      )}
    </Card>
  );
}

function Lists({ growth }: { readonly growth: Growth }) {
  const { metric, growing, shrinking, new: fresh } = growth;
  if (growing.length + shrinking.length + fresh.length === 0)
    return <EmptyState title="No domain grew or shrank last week" />;
  return (
    <>
      <p className={styles['sentence']}>
        {metric === 'visitors' ? 'Visitors' : 'Requests'} of the last 7 whole days against the 7 before.
      </p>
      <GrowthList title="Growing" metric={metric} domains={growing} />
      <GrowthList title="Shrinking" metric={metric} domains={shrinking} />
      <GrowthList title="New" metric={metric} domains={fresh} isNew />
    </>
  );
}

function GrowthList({
  title,
  metric,
  domains,
  isNew = false,
}: {
  readonly title: string;
  readonly metric: Growth['metric'];
  readonly domains: readonly Grown[];
  /** There is nothing to compare with. */
  readonly isNew?: boolean;
}) {
  if (domains.length === 0) return null;
  const unit = (count: number) => (count === 1 ? metric.slice(0, -1) : metric);
  return (
    <>
      <h3 className={styles['grown']}>{title}</h3>
      <ul className={styles['changes']} aria-label={`${title} domains`}>
        {domains.map(({ custom_domain_uuid: uuid, host, count, before }) => {
          const change = isNew
            ? undefined
            : changeOf(count, before, { format: formatInteger, goodWhen: undefined });
          return (
            <li key={uuid}>
              <Link to={`/domains/${uuid}/${metric}`}>
                <BreakableHost text={host} />
              </Link>
              <span className={styles['muted']}>
                {formatInteger(count)} {unit(count)}
                {change === undefined ? null : `, ${change.text}`}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
