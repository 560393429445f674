/**
 * The newest requests of a host: a page of them, older ones on demand, and while it is live what arrives, asked for every
 * two seconds.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { useAccountUuid } from '../../session/session.ts';
import { followSince, type ListedRequest, mergeRequests } from './merge-requests.ts';
import { apiFilters, type RequestFilters } from './request-filters.ts';

const perPage = 50;
const followMs = 2_000;
/** More than this in a minute, or on the page, and the list begins anew: nobody reads them. */
const mostFollowed = 200;
const mostArrived = 1_000;

type Page = { readonly cursor?: string; readonly since?: string; readonly per_page: number };

const nothing: readonly ListedRequest[] = [];

export function useRequests(host: string, filters: RequestFilters, isLive: boolean) {
  const accountUuid = useAccountUuid();
  const text = JSON.stringify(apiFilters(filters));
  const read = (page: Page, signal: AbortSignal) =>
    bodyOf(
      api.GET('/api/v1/accounts/{account_uuid}/hosts/{host}/requests', {
        params: {
          path: { account_uuid: accountUuid, host },
          query: { ...page, ...(text === '[]' ? {} : { filters: text }) },
        },
        signal,
      }),
    );
  const about = ['requests', accountUuid, host, text];
  const listed = useInfiniteQuery({
    queryKey: [...about, 'listed'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      read({ per_page: perPage, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal),
    getNextPageParam: ({ pagination }) => pagination.next,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const pages = useMemo(() => listed.data?.pages.flatMap(({ data }) => data) ?? nothing, [listed.data]);
  const [arrived, setArrived] = useState({ about: text, rows: nothing });
  const newer = arrived.about === text ? arrived.rows : nothing;
  const rows = useMemo(() => mergeRequests(pages, newer), [pages, newer]);
  const followed = useQuery({
    queryKey: [...about, 'followed'],
    queryFn: ({ signal }) =>
      read({ per_page: mostFollowed, since: followSince(rows[0], Date.now()) }, signal),
    enabled: isLive && listed.isSuccess,
    refetchInterval: followMs,
    gcTime: 0,
    structuralSharing: false,
  });
  const { refetch } = listed;
  useEffect(() => {
    if (followed.data === undefined) return;
    const { data, pagination } = followed.data;
    setArrived((before) => {
      const known = before.about === text ? before.rows : nothing;
      const next = mergeRequests(known, data);
      const isTooMuch = pagination.next !== null || next.length > mostArrived;
      if (isTooMuch) void refetch();
      return { about: text, rows: isTooMuch ? data : next };
    });
  }, [followed.data, text, refetch]);
  return {
    rows,
    isLoading: listed.isPending,
    /** Of the list, or of following it. */
    error: listed.error ?? followed.error,
    retry: () => void (listed.error ? listed.refetch() : followed.refetch()),
    hasOlder: listed.hasNextPage,
    isLoadingOlder: listed.isFetchingNextPage,
    loadOlder: () => void listed.fetchNextPage(),
  };
}
