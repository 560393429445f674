/** What custom domains used in a month, as the API answers it. Source: docs/reference/usage.md. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { UsageView } from './usage-address.ts';

export type DomainUsage = components['schemas']['Usage'];
export type ExternalIdUsage = components['schemas']['ExternalIdUsage'];

export type Limit = components['schemas']['Limit'];

export const usagePerPage = 25;

type DomainView = Pick<UsageView, 'month' | 'externalId' | 'sort'>;

export function domainUsageQuery(accountUuid: string, view: DomainView & { readonly page: number }) {
  const { page } = view;
  return queryOptions({
    queryKey: ['usage', 'domains', accountUuid, view.month, view.externalId, view.sort, page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/usage', {
          params: {
            path: { account_uuid: accountUuid },
            query: { ...domainParameters(view), page, per_page: usagePerPage },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function externalIdUsageQuery(accountUuid: string, month: string, page: number) {
  return queryOptions({
    queryKey: ['usage', 'external-ids', accountUuid, month, page],
    queryFn: ({ signal }) => fetchExternalIds(accountUuid, { month, page, per_page: usagePerPage }, signal),
    placeholderData: keepPreviousData,
  });
}

export function limitsQuery(accountUuid: string) {
  return queryOptions({
    queryKey: ['usage', 'limits', accountUuid],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/limits', {
          params: { path: { account_uuid: accountUuid }, query: { per_page: 100 } },
          signal,
        }),
      ),
  });
}

/** All custom domains of a view as the API's CSV file. */
export function fetchDomainCsv(accountUuid: string, view: DomainView): Promise<string> {
  return bodyOf<string>(
    api.GET('/api/v1/accounts/{account_uuid}/usage', {
      params: { path: { account_uuid: accountUuid }, query: domainParameters(view) },
      headers: { accept: 'text/csv' },
      parseAs: 'text',
    }),
  );
}

export function fetchExternalIds(
  accountUuid: string,
  query: { readonly month: string; readonly page: number; readonly per_page: number },
  signal?: AbortSignal,
) {
  return bodyOf(
    api.GET('/api/v1/accounts/{account_uuid}/usage/external_ids', {
      params: { path: { account_uuid: accountUuid }, query },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

function domainParameters({ month, externalId, sort }: DomainView) {
  return { month, sort, ...(externalId === undefined ? {} : { external_id: externalId }) };
}
