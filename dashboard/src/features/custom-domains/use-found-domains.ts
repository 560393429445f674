/** The account's domains whose host or external id has a part of what is typed. The API searches, so thousands are fine. */
import { useQuery } from '@tanstack/react-query';
import { customDomains } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import { useSettled } from '../../ui/use-settled.ts';

const pauseMs = 150;

export function useFoundDomains(typed: string, most: number) {
  const text = typed.trim();
  const query = useSettled(text, pauseMs);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    customDomains.list(
      { account_uuid: useAccountUuid() },
      { per_page: most, sort: 'host', ...(query === '' ? {} : { query }) },
    ),
  );
  return {
    found: data?.data ?? [],
    /** How many there are; undefined until the first answer. */
    total: data?.pagination.count,
    isWaiting: isPlaceholderData || query !== text || (data === undefined && error === null),
    error,
    retry: () => void refetch(),
  };
}
