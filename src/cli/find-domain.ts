/** Finds the custom domain that a command names by uuid or host. Source: docs/reference/cli.md. */
import { quoteValue } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { readDomainHost } from '../resources/custom-domain.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './sending.ts';

export type WireDomain = {
  readonly uuid: string;
  readonly upstream_uuid: string;
  readonly host: string;
  readonly time_zone: string;
};

/** Errors: `not_found`, `host_invalid`. */
export async function findDomain(api: ApiClient, accountPath: string, target: string): Promise<WireDomain> {
  const collection = `${accountPath}/custom_domains`;
  const uuid = parseUuid(target);
  if (uuid !== undefined) return api.get(`${collection}/${uuid}`);
  const { items } = await api.page<WireDomain>(collection, { host: readDomainHost(target) }, 1, 0);
  const [found] = items;
  if (!found) throw new ApiError(`there is no custom domain ${quoteValue(target)}`, 'not_found');
  return found;
}

/** Where a custom domain's saved funnels are in the API. */
export function funnelsPath({ uuid }: WireDomain): string {
  return `/api/v1/analytics/custom_domains/${uuid}/funnels`;
}

/** Where a custom domain is in the API. */
export function domainPath(accountPath: string, { upstream_uuid, uuid }: WireDomain): string {
  return `${accountPath}/upstreams/${upstream_uuid}/custom_domains/${uuid}`;
}
