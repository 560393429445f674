/** Whether the service has a mail server. */
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';

export function useSendsEmail(): boolean {
  const { data } = useQuery({
    queryKey: ['password-reset'],
    queryFn: () => bodyOf(api.GET('/session/password_reset')),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.offered ?? false;
}
