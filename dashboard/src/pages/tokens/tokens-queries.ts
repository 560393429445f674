/** Access tokens of the account, as the API answers and takes them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';

export type AccessToken = components['schemas']['AccessToken'];
export type CreatedAccessToken = components['schemas']['CreatedAccessToken'];

export const perPage = 25;

export function tokenListQuery(accountUuid: string, page: number) {
  return queryOptions({
    queryKey: ['tokens', 'list', accountUuid, page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/access_tokens', {
          params: { path: { account_uuid: accountUuid }, query: { page, per_page: perPage } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Errors: `name_invalid`, `scope_invalid`, `expires_at_invalid`. */
export function createToken(
  accountUuid: string,
  body: components['schemas']['AccessTokenCreate'],
): Promise<CreatedAccessToken> {
  return bodyOf(
    api.POST('/api/v1/accounts/{account_uuid}/access_tokens', {
      params: { path: { account_uuid: accountUuid } },
      body,
    }),
  );
}

export async function revokeToken(accountUuid: string, tokenUuid: string): Promise<void> {
  await api.DELETE('/api/v1/accounts/{account_uuid}/access_tokens/{access_token_uuid}', {
    params: { path: { account_uuid: accountUuid, access_token_uuid: tokenUuid } },
  });
}
