/** Asks what is wrong with a host. Source: docs/reference/diagnosis.md. */
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';

export type Diagnosis = components['schemas']['Diagnosis'];

/** Errors: `host_invalid`, `rate_limited`, `too_many_requests_under_way`. */
export function diagnosisQuery(account_uuid: string, host: string) {
  return queryOptions({
    queryKey: ['diagnosis', account_uuid, host],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST('/api/v1/accounts/{account_uuid}/hosts/{host}/diagnose', {
          params: { path: { account_uuid, host } },
          signal,
        }),
      ),
    // Each opening is a check, and none is made unasked.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
