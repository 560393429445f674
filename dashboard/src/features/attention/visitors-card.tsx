/** The account's visitors of the last week: of all custom domains, and on which, whence and whose. Source: docs/reference/query.md. */
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
import { WideCard } from '../../ui/card-grid.tsx';
import { Pending } from '../../ui/pending.tsx';
import styles from './overview.module.css';

type Query = Omit<components['schemas']['AccountVisitorQuery'], 'date_range'>;
type Row = components['schemas']['QueryAnswer']['results'][number];

const shown = 5;
const totals: Query = {
  metrics: ['visitors', 'pageviews'],
  include: { comparison: { mode: 'previous_period' } },
};
const listOf = (...dimensions: string[]): Query => ({
  metrics: ['visitors'],
  dimensions,
  pagination: { limit: shown },
});
const domains = listOf('domain:host', 'domain:uuid');
const sources = listOf('visit:source');
const customers: Query = {
  ...listOf('domain:external_id'),
  filters: [['is_not', 'domain:external_id', ['(none)']]],
};

/** Of whole days, so it changes at midnight. */
function useRows(query: Query) {
  const accountUuid = useAccountUuid();
  const today = useToday();
  return useQuery({
    queryKey: ['account-visitors', accountUuid, today, query],
    queryFn: async ({ signal }) => {
      const { results } = await bodyOf(
        api.POST('/api/v1/accounts/{account_uuid}/query', {
          params: { path: { account_uuid: accountUuid } },
          body: { ...query, date_range: '7d' },
          signal,
        }),
      );
      return results;
    },
  });
}

/** Nothing where no custom domain had a visitor. */
export function VisitorsCard() {
  const { data, error, refetch } = useRows(totals);
  const [row] = data ?? [];
  const visitors = Number(row?.metrics[0] ?? 0);
  if (data !== undefined && visitors === 0) return null;
  return (
    <WideCard>
      <Card title="Visitors, last 7 days">
        {row === undefined ? (
          <Pending error={error} onRetry={() => void refetch()} lines={5} label="Loading visitors" />
        ) : (
          <>
            <p className={styles['sentence']}>{sentenceOf(row)}</p>
            <div className={styles['lists']}>
              <VisitorList title="Domains" query={domains} />
              <VisitorList title="Sources" query={sources} />
              <VisitorList title="External ids" query={customers} />
            </div>
          </>
        )}
      </Card>
    </WideCard>
  );
}

function VisitorList({ title, query }: { readonly title: string; readonly query: Query }) {
  const { data, error, refetch } = useRows(query);
  if (data?.length === 0) return null;
  return (
    <section>
      <h3 className={styles['grown']}>{title}</h3>
      {data === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={shown} label="Loading visitors" />
      ) : (
        <ul className={styles['changes']} aria-label={`${title} by visitors`}>
          {data.map(({ dimensions: [name = '', uuid], metrics: [count] }) => (
            <li key={uuid ?? name}>
              {uuid === undefined ? (
                <span>{name}</span>
              ) : (
                <Link to={`/domains/${uuid}/visitors`}>
                  <BreakableHost text={name} />
                </Link>
              )}
              <span className={styles['muted']}>{formatInteger(Number(count))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function sentenceOf({ metrics, comparison }: Row): string {
  const [visitors, pageviews] = ['visitor', 'pageview'].map((unit, index) => {
    const count = Number(metrics[index] ?? 0);
    const before = comparison ? Number(comparison.metrics[index] ?? 0) : undefined;
    const change = changeOf(count, before, { format: formatInteger, goodWhen: undefined });
    const text = `${formatInteger(count)} ${unit}${count === 1 ? '' : 's'}`;
    return change === undefined ? text : `${text} (${change.text})`;
  });
  return `${visitors ?? ''} and ${pageviews ?? ''} on all custom domains, against the 7 days before.`;
}
