/** Within which time most requests were answered, exactly. */
import { useQuery } from '@tanstack/react-query';
import { totalsOf } from '../../../analytics/metric-values.ts';
import { type Query, queryOptions } from '../../../analytics/query.ts';
import type { Scope } from '../../../analytics/scope.ts';
import { formatResponseTime } from '../../../format/numbers.ts';

const percentilesQuery: Query = {
  metrics: ['response_time_p50', 'response_time_p95', 'response_time_p99'],
  dimensions: [],
};
const labels = ['Half of the requests', '95% of the requests', '99% of the requests'];

/** The seconds in which half, 95 % and 99 % of a scope's requests were answered. */
export function usePercentiles(domainUuid: string, scope: Scope) {
  return useQuery(queryOptions(domainUuid, scope, percentilesQuery, (answer) => totalsOf(answer) ?? []));
}

/** Items of a list of definitions. */
export function PercentileFacts({ seconds }: { readonly seconds: readonly number[] }) {
  return labels.map((label, index) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>within {formatResponseTime(seconds[index] ?? 0)}</dd>
    </div>
  ));
}
