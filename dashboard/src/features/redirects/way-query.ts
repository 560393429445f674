/** The account's redirects and rules on the way that a destination leads. Source: docs/reference/redirects.md ("Circles"). */
import { queryOptions } from '@tanstack/react-query';
import { parseDestination } from '../../../../src/core/redirect-location.ts';
import { api, bodyOf } from '../../api/client.ts';
import { type RedirectValues, valuesOf } from './redirect-values.ts';
import { fetchRedirects } from './redirects-queries.ts';

export type Way = {
  /** Without the one that is edited. */
  readonly redirects: readonly RedirectValues[];
  /** Hosts that have rules. */
  readonly ruled: readonly string[];
};

/** As many redirects as browsers follow. */
const maxHosts = 20;

/** From the destination's host, as each host has one redirect, to one host. Of the host itself, only whether it has rules. */
export function wayQuery(
  accountUuid: string,
  own: string,
  destination: string,
  editedUuid: string | undefined,
) {
  return queryOptions({
    queryKey: ['redirects', 'way', accountUuid, own, destination, editedUuid],
    queryFn: async ({ signal }): Promise<Way> => {
      const redirects: RedirectValues[] = [];
      const ruled: string[] = [];
      const hasRedirect = async (host: string): Promise<boolean> => {
        const { data } = await bodyOf(
          api.GET('/api/v1/accounts/{account_uuid}/hosts', {
            params: { path: { account_uuid: accountUuid }, query: { host } },
            signal,
          }),
        );
        const [found] = data;
        if (found && found.rules > 0) ruled.push(host);
        return found?.redirect_uuid != null;
      };
      if (own !== '') await hasRedirect(own);
      const seen = new Set([own]);
      for (let host = destination; host !== '' && !seen.has(host) && seen.size <= maxHosts; ) {
        seen.add(host);
        if (!(await hasRedirect(host))) break;
        const [redirect] = (await fetchRedirects(accountUuid, { source_host: host }, signal)).data;
        if (!redirect || redirect.uuid === editedUuid) break;
        redirects.push(valuesOf(redirect));
        const parsed = parseDestination(redirect.destination_url);
        host = parsed.ok ? parsed.destination.hostname : '';
      }
      return { redirects, ruled };
    },
  });
}
