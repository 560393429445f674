/** A summary of the domains, below the heading: how many there are, and how many in each verdict. */
import { useQuery } from '@tanstack/react-query';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { overviewQuery } from '../attention/overview-query.ts';
import { type Verdict, verdictLooks } from '../attention/verdict-badge.tsx';

const order: readonly Verdict['state'][] = ['broken', 'attention', 'healthy', 'setting_up', 'unknown'];

export function DomainsSummary({
  count,
  isFiltered,
}: {
  /** Of the whole list. */
  readonly count: number;
  readonly isFiltered: boolean;
}) {
  const verdicts = useQuery(overviewQuery(useAccountUuid())).data?.custom_domains;
  const counted = `${formatInteger(count)} ${count === 1 ? 'domain' : 'domains'}`;
  if (isFiltered) return <span role="status">{counted} found</span>;
  if (verdicts === undefined) return counted;
  const shown = order.filter((state) => verdicts[state] > 0);
  return [
    counted,
    ...shown.map((state) => `${formatInteger(verdicts[state])} ${verdictLooks[state].text.toLowerCase()}`),
  ].join(' · ');
}
