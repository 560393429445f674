/** `/api/v1/accounts` and `/api/v1/me`. Source: docs/reference/api.md ("Accounts"), docs/reference/people.md. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../api/auth.ts';
import { callerOf, notFound, userSessionOf } from '../../api/guard.ts';
import { errorResponses, noQuerySchema } from '../../api/schemas/common.ts';
import { accessTokenResource } from '../../resources/access-token.ts';
import { toWire } from '../../resources/resource.ts';
import { userToWire } from '../people/user-schemas.ts';
import type { Accounts } from './account-store.ts';
import { accountListSchema, accountToWire, meSchema } from './schemas.ts';

export function addAccountRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  authenticator: Authenticator,
): void {
  const accountNamed = async (accountUuid: string) => {
    const account = await accounts.find(accountUuid);
    if (!account) throw notFound('account', accountUuid);
    return account;
  };
  const meAsUser = async (request: FastifyRequest) => {
    const { user } = userSessionOf(request);
    // Without any membership, the user is all there is to tell.
    if (request.caller?.accountUuid === null) return { user: userToWire(user), role: null, account: null };
    const caller = callerOf(request);
    return {
      user: userToWire(user),
      role: caller.kind === 'user' ? caller.role : null,
      account: accountToWire(await accountNamed(caller.accountUuid)),
    };
  };

  app.get(
    '/api/v1/accounts',
    {
      schema: {
        operationId: 'listAccounts',
        summary: 'List accounts',
        description:
          'Answers a bare array with the account of the token, or with every account that the user is a member of.',
        tags: ['Accounts'],
        querystring: noQuerySchema,
        response: { 200: accountListSchema, ...errorResponses(400) },
      },
    },
    async (request) => {
      if (request.caller?.kind === 'user') {
        const { memberships } = request.caller.session;
        return (await accounts.findMany(memberships.map(({ accountUuid }) => accountUuid))).map(
          accountToWire,
        );
      }
      if (request.caller?.kind === 'operator') return (await accounts.list()).map(accountToWire);
      return [accountToWire(await accountNamed(callerOf(request).accountUuid))];
    },
  );

  app.get(
    '/api/v1/me',
    {
      schema: {
        operationId: 'getMe',
        summary: 'Retrieve the current token or user, and the account',
        description:
          'Answers the token that the request carries and its account. For a session of a user: the user, and the role in the account that `X-Account` names, or the oldest membership without it.',
        tags: ['Accounts'],
        response: { 200: meSchema, ...errorResponses() },
      },
    },
    async (request) => {
      const caller = request.caller?.kind === 'token' ? request.caller : undefined;
      if (!caller) return meAsUser(request);
      const { token } = caller;
      return {
        token: toWire(accessTokenResource, { ...token, lastUsedAt: authenticator.lastUsedAt(token) }),
        account: accountToWire(await accountNamed(token.accountUuid)),
      };
    },
  );
}
