/** What the account may have, and how much of it is used. Source: docs/guides/dashboard-usage.md ("Limits"). */
import { useQuery } from '@tanstack/react-query';
import { formatPercentage } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Pending } from '../../ui/pending.tsx';
import { formatAmount, nearnessOf, wordsOf } from './limit-words.ts';
import styles from './limits.module.css';
import { type Limit, limitsQuery } from './usage-queries.ts';

export function LimitsCard() {
  const { data, error, refetch } = useQuery(limitsQuery(useAccountUuid()));
  return (
    <Card title="Limits" flush>
      {data === undefined ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={6} label="Loading limits" />
      ) : (
        <ul className={styles['list']} aria-label="Limits">
          {data.data.map((limit) => (
            <LimitItem key={limit.name} limit={limit} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function LimitItem({ limit: { name, used, allowed } }: { readonly limit: Limit }) {
  const { title, note } = wordsOf(name);
  const nearness = nearnessOf(used, allowed);
  const mark = nearness?.mark;
  return (
    <li className={styles['item']}>
      <div className={styles['name']}>
        <span className={styles['title']}>{title}</span>
        {mark === undefined ? null : <Badge tone={mark.tone}>{mark.word}</Badge>}
      </div>
      <div className={styles['amount']}>
        {formatAmount(name, used)}
        <span className={styles['muted']}>
          {allowed === null ? ', no limit' : ` of ${formatAmount(name, allowed)}`}
        </span>
      </div>
      <div className={styles['note']}>{note}</div>
      {nearness === undefined || mark === undefined ? null : (
        <div
          className={styles['bar']}
          role="meter"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(nearness.percentage, 100)}
          aria-valuetext={formatPercentage(nearness.percentage)}
          data-tone={mark.tone}
        >
          <span style={{ width: `${Math.min(nearness.percentage, 100)}%` }} />
        </div>
      )}
    </li>
  );
}
