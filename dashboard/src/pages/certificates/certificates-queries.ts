/** Custom certificates of the account, as the API answers and takes them. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';

export type Certificate = components['schemas']['CustomCertificate'];

export const perPage = 25;

export function certificateListQuery(accountUuid: string, page: number) {
  return queryOptions({
    queryKey: ['certificates', 'list', accountUuid, page],
    queryFn: ({ signal }) => fetchCertificates(accountUuid, { page, per_page: perPage }, signal),
    placeholderData: keepPreviousData,
  });
}

export function certificateQuery(accountUuid: string, certificateUuid: string) {
  return queryOptions({
    queryKey: ['certificates', 'one', accountUuid, certificateUuid],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/custom_certificates/{certificate_uuid}', {
          params: { path: { account_uuid: accountUuid, certificate_uuid: certificateUuid } },
          signal,
        }),
      ),
  });
}

export function fetchCertificates(
  accountUuid: string,
  query: { readonly page: number; readonly per_page: number },
  signal: AbortSignal,
) {
  return bodyOf(
    api.GET('/api/v1/accounts/{account_uuid}/custom_certificates', {
      params: { path: { account_uuid: accountUuid }, query },
      signal,
    }),
  );
}

/** Errors: `certificate_invalid`, `private_key_invalid`, `certificate_taken`. */
export function createCertificate(
  accountUuid: string,
  body: components['schemas']['CustomCertificateCreate'],
): Promise<Certificate> {
  return bodyOf(
    api.POST('/api/v1/accounts/{account_uuid}/custom_certificates', {
      params: { path: { account_uuid: accountUuid } },
      body,
    }),
  );
}

export async function deleteCertificate(accountUuid: string, certificateUuid: string): Promise<void> {
  await api.DELETE('/api/v1/accounts/{account_uuid}/custom_certificates/{certificate_uuid}', {
    params: { path: { account_uuid: accountUuid, certificate_uuid: certificateUuid } },
  });
}

/** Refetches the list now; certificates and their hosts when next needed. */
export async function certificatesChanged(queryClient: QueryClient): Promise<void> {
  // Not immediately: the deleted certificate's page would fetch it once more.
  await queryClient.invalidateQueries({ queryKey: ['certificates'], refetchType: 'none' });
  await queryClient.refetchQueries({ queryKey: ['certificates', 'list'], type: 'active' });
}
