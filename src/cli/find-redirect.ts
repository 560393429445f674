/** Finds the redirect that a command names by uuid or host. Source: docs/reference/cli.md. */
import type { ControlStore } from '../control/store.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import type { Redirect } from '../resources/redirect.ts';
import { readSourceHost } from '../resources/redirect.ts';
import { chooseAccount } from './store.ts';

/** Errors: `not_found`, `source_host_invalid`. */
export async function findRedirect(
  store: ControlStore,
  target: string,
  account: string | undefined,
): Promise<Redirect> {
  const accountUuid = await chooseAccount(store, account);
  const uuid = parseUuid(target) ?? (await store.redirects.uuidOfHost(readSourceHost(target)));
  const redirect = uuid === undefined ? undefined : await store.redirects.find(accountUuid, uuid);
  if (!redirect) throw noRedirect(target);
  return redirect;
}

export function noRedirect(target: string): ServiceError {
  return new ServiceError('not_found', `there is no redirect ${quoteValue(target)}`);
}
