/** `/api/v1/accounts` and `/api/v1/me`. Source: docs/reference/api.md ("Accounts"). */
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../control/accounts.ts';
import type { Authenticator } from '../auth.ts';
import { notFound, tokenOf } from '../guard.ts';
import { accessTokenToWire } from '../schemas/access-token.ts';
import { accountListSchema, accountToWire, meSchema } from '../schemas/account.ts';
import { errorResponses, noQuerySchema } from '../schemas/common.ts';

export function addAccountRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  authenticator: Authenticator,
): void {
  const accountOfToken = async (accountUuid: string) => {
    const account = await accounts.find(accountUuid);
    if (!account) throw notFound('account', accountUuid);
    return account;
  };

  app.get(
    '/api/v1/accounts',
    {
      schema: {
        operationId: 'listAccounts',
        summary: 'List accounts',
        tags: ['Accounts'],
        querystring: noQuerySchema,
        response: { 200: accountListSchema, ...errorResponses(400) },
      },
    },
    async (request) => [accountToWire(await accountOfToken(tokenOf(request).accountUuid))],
  );

  app.get(
    '/api/v1/me',
    {
      schema: {
        operationId: 'getMe',
        summary: 'Retrieve the current token and account',
        tags: ['Accounts'],
        response: { 200: meSchema, ...errorResponses() },
      },
    },
    async (request) => {
      const token = tokenOf(request);
      return {
        token: accessTokenToWire({ ...token, lastUsedAt: authenticator.lastUsedAt(token) }),
        account: accountToWire(await accountOfToken(token.accountUuid)),
      };
    },
  );
}
