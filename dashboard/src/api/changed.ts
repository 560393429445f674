/** Asks anew for what is shown after a write. */
import type { QueryClient } from '@tanstack/react-query';

/** Asks anew for what is shown of resources, but for nothing that names a deleted item: that would be a 404. */
export async function changed(
  client: QueryClient,
  keys: readonly string[],
  deleted: readonly string[] = [],
): Promise<void> {
  const isOf = ({ queryKey: [key] }: { queryKey: readonly unknown[] }): boolean =>
    keys.some((one) => one === key);
  await client.invalidateQueries({ predicate: isOf, refetchType: 'none' });
  await client.refetchQueries({
    type: 'active',
    predicate: (query) => isOf(query) && !deleted.some((uuid) => query.queryHash.includes(uuid)),
  });
}
