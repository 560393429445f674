/** `/api/v1/accounts` and `/api/v1/me`. Source: docs/reference/api.md ("Accounts"), docs/reference/people.md. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../api/auth.ts';
import { type TokenCaller, tokenDomainsOf } from '../../api/caller.ts';
import { callerOf, notFound, userSessionOf } from '../../api/guard.ts';
import { errorResponses, noQuerySchema } from '../../api/schemas/common.ts';
import type { TokenDomains } from '../../core/token-domains.ts';
import { accessTokenResource } from '../../resources/access-token.ts';
import { toWire } from '../../resources/resource.ts';
import { userToWire } from '../people/user-schemas.ts';
import type { Accounts } from './account-store.ts';
import { accountListSchema, accountToWire, meSchema, signedToWire } from './schemas.ts';

/** What is read of custom domains; implemented by the control store. */
export interface SetDomains {
  listNamed(accountUuid: string, set: TokenDomains): Promise<readonly object[]>;
}

export function addAccountRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  domains: SetDomains,
  authenticator: Authenticator,
): void {
  const tokenToWire = ({ token }: TokenCaller) =>
    toWire(accessTokenResource, { ...token, lastUsedAt: authenticator.lastUsedAt(token) });
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
          'Answers the token that the request carries and its account, and, of a signed token or one with the scope `analytics`, the first 10,000 of its custom domains in order of host. For a session of a user: the user, and the role in the account that `X-Account` names, or the oldest membership without it.',
        tags: ['Accounts'],
        response: { 200: meSchema, ...errorResponses() },
      },
    },
    async (request) => {
      const { caller } = request;
      if (caller?.kind !== 'token' && caller?.kind !== 'signed') return meAsUser(request);
      const { accountUuid } = caller;
      const set = tokenDomainsOf(caller);
      return {
        token: caller.kind === 'token' ? tokenToWire(caller) : signedToWire(caller),
        account: accountToWire(await accountNamed(accountUuid)),
        ...(set && { custom_domains: await domains.listNamed(accountUuid, set) }),
      };
    },
  );
}
