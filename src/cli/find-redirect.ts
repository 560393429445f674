/** Finds the redirect that a command names by uuid or host. Source: docs/reference/cli.md. */
import { quoteValue } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { type Redirect, readSourceHost, redirectResource } from '../resources/redirect.ts';
import { fromWire } from '../resources/resource.ts';
import { type ApiClient, ApiError } from './api-client.ts';

/** Errors: `not_found`, `source_host_invalid`. */
export async function findRedirect(api: ApiClient, accountUuid: string, target: string): Promise<Redirect> {
  const collection = `/api/v1/accounts/${accountUuid}/redirects`;
  const uuid = parseUuid(target);
  if (uuid !== undefined) return fromWire(redirectResource, await api.get(`${collection}/${uuid}`));
  const filters = { source_host: readSourceHost(target) };
  const sort = { field: 'created_at', direction: 'asc' } as const;
  const [found] = (await api.page(collection, { filters, sort }, 1, 0)).items;
  if (!found) throw new ApiError(`there is no redirect ${quoteValue(target)}`, 'not_found');
  return fromWire(redirectResource, found);
}
