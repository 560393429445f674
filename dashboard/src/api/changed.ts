/** What a write changes in the cache. */
import type { QueryClient } from '@tanstack/react-query';
import { isRecord } from '../../../src/core/json-reader.ts';

/**
 * Asks anew for what is shown of resources, but for nothing that names a deleted item: that would be a 404. Lists that
 * aren't shown lose the item at once, so that a page that is opened next doesn't lead to it.
 */
export async function changed(
  client: QueryClient,
  keys: readonly string[],
  deleted: readonly string[] = [],
): Promise<void> {
  const isOf = ({ queryKey: [key] }: { queryKey: readonly unknown[] }): boolean =>
    keys.some((one) => one === key);
  client.setQueriesData({ type: 'inactive', predicate: isOf }, (answer: unknown) =>
    withoutRows(answer, deleted),
  );
  await client.invalidateQueries({ predicate: isOf, refetchType: 'none' });
  await client.refetchQueries({
    type: 'active',
    predicate: (query) => isOf(query) && !deleted.some((uuid) => query.queryHash.includes(uuid)),
  });
}

/** A list's answer without these rows; any other answer as it is. */
function withoutRows(answer: unknown, deleted: readonly unknown[]): unknown {
  if (!isRecord(answer) || !isRecord(answer['pagination'])) return answer;
  // Upstreams come under another name than all other lists.
  const name = 'records' in answer ? 'records' : 'data';
  const rows = answer[name];
  if (!Array.isArray(rows)) return answer;
  const kept = rows.filter((row) => !(isRecord(row) && deleted.includes(row['uuid'])));
  const count = Number(answer['pagination']['count']) - (rows.length - kept.length);
  return { ...answer, [name]: kept, pagination: { ...answer['pagination'], count } };
}
