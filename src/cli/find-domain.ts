/** Finds the custom domain that a command names by uuid or host. Source: docs/reference/cli.md. */
import { quoteValue } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { readDomainHost } from '../resources/custom-domain.ts';
import { type ApiClient, ApiError } from './api-client.ts';

export type WireDomain = {
  readonly uuid: string;
  readonly upstream_uuid: string;
  readonly host: string;
  readonly time_zone: string;
};

/** Errors: `not_found`, `host_invalid`. */
export async function findWireDomain(
  api: ApiClient,
  accountUuid: string,
  target: string,
): Promise<WireDomain> {
  const collection = `/api/v1/accounts/${accountUuid}/custom_domains`;
  const uuid = parseUuid(target);
  const found =
    uuid === undefined
      ? (await api.page(collection, { filters: { host: readDomainHost(target) } }, 1, 0)).items[0]
      : await api.get(`${collection}/${uuid}`);
  if (!found) throw new ApiError(`there is no custom domain ${quoteValue(target)}`, 'not_found');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the route answers
  return found as WireDomain;
}
