/** Hosts of the account's redirects and custom domains. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAccountUuid } from '../../session/session.ts';
import { domainListQuery } from '../domains/domain-queries.ts';
import { redirectListQuery } from '../redirects/redirects-queries.ts';

/** Those that contain a text, in order, a page of each kind. */
export function useHosts(query: string): readonly string[] {
  const accountUuid = useAccountUuid();
  const { data: redirects } = useQuery(
    redirectListQuery(accountUuid, { page: 1, sort: 'source_host', query }),
  );
  const { data: domains } = useQuery({
    ...domainListQuery(accountUuid, { page: 1, sort: 'host', query }),
    placeholderData: keepPreviousData,
  });
  const hosts = [
    ...(redirects?.data ?? []).map(({ source_host: host }) => host),
    ...(domains?.data ?? []).map(({ host }) => host),
  ];
  return [...new Set(hosts)].toSorted();
}
