/** Asks how many requests each of a host's rules answered. Source: docs/reference/query.md ("Requests of a host"). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryHost, type Span } from './host-query.ts';
import { clicksOf } from './rule-counts.ts';

/** Null where the account has nothing on the host yet. */
export function ruleClicksQuery(accountUuid: string, host: string, span: Span) {
  return queryOptions({
    queryKey: ['rule-clicks', accountUuid, host, span],
    queryFn: async ({ signal }) => {
      const answer = await queryHost(
        accountUuid,
        host,
        span,
        { metrics: ['requests'], dimensions: ['request:rule', 'request:status'] },
        signal,
      );
      if (answer === null) return null;
      return clicksOf(
        answer.results.map(({ dimensions: [rule = '', status = ''], metrics: [requests] }) => ({
          rule,
          status,
          requests: Number(requests),
        })),
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}
