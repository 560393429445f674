/** All redirects of an account, read page by page. */

import { withRetry } from '../../api/with-retry.ts';
import type { Redirect } from './redirect-values.ts';
import { redirectsToCsv } from './redirects-csv.ts';
import { fetchRedirects } from './redirects-queries.ts';

/** The most that the API gives at once. */
const perPage = 1000;

export async function exportRedirects(
  accountUuid: string,
  onFetched: (count: number) => void,
): Promise<{ readonly text: string; readonly count: number }> {
  const redirects = await fetchAllRedirects(accountUuid, onFetched);
  return { text: redirectsToCsv(redirects), count: redirects.length };
}

/** Every redirect once, in order of host: what is created or deleted meanwhile moves the pages. */
export async function fetchAllRedirects(
  accountUuid: string,
  onFetched: (count: number) => void,
  signal?: AbortSignal,
): Promise<readonly Redirect[]> {
  const redirects = new Map<string, Redirect>();
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await withRetry(
      () => fetchRedirects(accountUuid, { page, per_page: perPage, sort: 'source_host' }, signal),
      signal === undefined ? {} : { signal },
    );
    for (const redirect of data) redirects.set(redirect.uuid, redirect);
    onFetched(redirects.size);
    if (data.length === 0 || page * perPage >= pagination.count) return [...redirects.values()];
  }
}
