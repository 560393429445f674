/** The account's redirects of the hosts in a file: by host when they are few, else all of them, page by page. */

import { withRetry } from '../../../api/with-retry.ts';
import { fetchAllRedirects } from '../export-redirects.ts';
import type { Redirect } from '../redirect-values.ts';
import { fetchRedirects } from '../redirects-queries.ts';

/** Up to here a request for each is less than all pages of a large account. */
const fewHosts = 20;

export async function findExisting(
  accountUuid: string,
  hosts: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Redirect>> {
  const wanted = new Set(hosts);
  const found = new Map<string, Redirect>();
  const take = (redirects: readonly Redirect[]): void => {
    for (const redirect of redirects)
      if (wanted.has(redirect.source_host)) found.set(redirect.source_host, redirect);
  };
  if (wanted.size > fewHosts) {
    take(await fetchAllRedirects(accountUuid, () => {}, signal));
    return found;
  }
  for (const host of wanted) {
    const { data } = await withRetry(() => fetchRedirects(accountUuid, { source_host: host }, signal), {
      signal,
    });
    take(data);
  }
  return found;
}
