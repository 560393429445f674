/** The account's audit trail, as the API answers it. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import type { AuditAction, AuditedKind } from '../../../../src/core/audit.ts';
import { api, bodyOf } from '../../api/client.ts';

export type AuditEvent = components['schemas']['AuditEvent'];

export const perPage = 25;

export type ActivityFilters = {
  readonly resource?: AuditedKind | undefined;
  readonly action?: AuditAction | undefined;
  readonly page: number;
};

export function activityQuery(accountUuid: string, { resource, action, page }: ActivityFilters) {
  return queryOptions({
    queryKey: ['activity', accountUuid, resource, action, page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/audit_events', {
          params: {
            path: { account_uuid: accountUuid },
            query: {
              page,
              per_page: perPage,
              ...(resource === undefined ? {} : { resource }),
              ...(action === undefined ? {} : { action }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    // Whatever was changed since, on whichever page.
    staleTime: 0,
  });
}
