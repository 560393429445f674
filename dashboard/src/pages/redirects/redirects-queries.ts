/** Redirects of the account, as the API answers and takes them. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { Redirect, RedirectValues } from './redirect-values.ts';

export type RedirectSort = NonNullable<
  NonNullable<operations['listRedirects']['parameters']['query']>['sort']
>;

export type RedirectList = {
  /** Begins with 1. */
  readonly page: number;
  readonly sort: RedirectSort;
  /** Text to search for; empty for all. */
  readonly query: string;
};

export type RedirectPage = Awaited<ReturnType<typeof fetchRedirects>>;

export const perPage = 25;

export function redirectListQuery(accountUuid: string, { page, sort, query }: RedirectList) {
  return queryOptions({
    queryKey: ['redirects', 'list', accountUuid, page, sort, query],
    queryFn: ({ signal }) =>
      fetchRedirects(
        accountUuid,
        { page, per_page: perPage, sort, ...(query === '' ? {} : { query }) },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

export function redirectQuery(accountUuid: string, redirectUuid: string) {
  return queryOptions({
    queryKey: ['redirects', 'one', accountUuid, redirectUuid],
    queryFn: () =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}', {
          params: { path: { account_uuid: accountUuid, redirect_uuid: redirectUuid } },
        }),
      ),
  });
}

/** The account's redirect of a host; null when there is none. */
export function redirectOfHostQuery(accountUuid: string, host: string) {
  return queryOptions({
    queryKey: ['redirects', 'of-host', accountUuid, host],
    queryFn: async () => {
      const { data } = await fetchRedirects(accountUuid, { source_host: host });
      return data[0] ?? null;
    },
  });
}

export function fetchRedirects(
  accountUuid: string,
  query: NonNullable<operations['listRedirects']['parameters']['query']>,
  signal?: AbortSignal,
) {
  return bodyOf(
    api.GET('/api/v1/accounts/{account_uuid}/redirects', {
      params: { path: { account_uuid: accountUuid }, query },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

/** Errors: `source_host_taken` and those of the attributes. */
export function createRedirect(accountUuid: string, values: RedirectValues): Promise<Redirect> {
  return bodyOf(
    api.POST('/api/v1/accounts/{account_uuid}/redirects', {
      params: { path: { account_uuid: accountUuid } },
      body: values,
    }),
  );
}

export function updateRedirect(
  accountUuid: string,
  redirectUuid: string,
  changes: Partial<RedirectValues>,
): Promise<Redirect> {
  return bodyOf(
    api.PUT('/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}', {
      params: { path: { account_uuid: accountUuid, redirect_uuid: redirectUuid } },
      body: changes,
    }),
  );
}

export async function deleteRedirect(accountUuid: string, redirectUuid: string): Promise<void> {
  await api.DELETE('/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}', {
    params: { path: { account_uuid: accountUuid, redirect_uuid: redirectUuid } },
  });
}

/** Lets the list be read anew; what a form looked up is, when it is needed again. */
export async function redirectsChanged(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['redirects'], refetchType: 'none' });
  await queryClient.refetchQueries({ queryKey: ['redirects', 'list'], type: 'active' });
}
