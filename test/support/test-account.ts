/** An account of a running service, with a token of its own. */

import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import type { ApiAnswer, ApiRequest, EdgeAnswer, EdgeRequest, ServiceClient } from './service-client.ts';

/** What tests ask of a service as one of its accounts. A service itself is its first account. */
export type TestAccount = Pick<
  ServiceClient,
  'accountUuid' | 'token' | 'redirects' | 'apiOrigin' | 'api' | 'edge'
>;

/** Makes an account as the command line does while the service runs. */
export async function newTestAccount(service: ServiceClient): Promise<TestAccount> {
  await using store = await ControlStore.open(service.control, systemClock);
  const { uuid } = await new Accounts(store).create('Test');
  const { secret } = await new AccessTokens(store).create({
    accountUuid: uuid,
    name: 'test',
    scope: 'write',
    expiresAt: null,
  });
  return {
    accountUuid: uuid,
    token: secret,
    redirects: `/api/v1/accounts/${uuid}/redirects`,
    apiOrigin: service.apiOrigin,
    api: (path: string, request?: ApiRequest): Promise<ApiAnswer> =>
      service.api(path, { token: secret, ...request }),
    edge: (host: string, target?: string, options?: EdgeRequest): Promise<EdgeAnswer> =>
      service.edge(host, target, options),
  };
}
