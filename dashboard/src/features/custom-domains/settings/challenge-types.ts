/** How certificates of custom domains can be validated here. */
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { useAccountUuid } from '../../../session/session.ts';

/** Whether through DNS; undefined until that is known. */
export function useOffersDns(): boolean | undefined {
  const accountUuid = useAccountUuid();
  const { data } = useQuery({
    queryKey: ['challenge-types', accountUuid],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/custom_domains/challenge_types', {
          params: { path: { account_uuid: accountUuid } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.offered.includes('dns01');
}
