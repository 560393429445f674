/**
 * `POST /api/v1/accounts/:account_uuid/query` and `…/requests/query`: the questions of one custom domain, over all of an account. Source:
 * docs/reference/query.md ("Queries over an account").
 */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { QueriedDomain } from '../../analytics/query/domain-dimensions.ts';
import { DomainSet } from '../../analytics/query/domain-set.ts';
import { sharedGoals } from '../../analytics/query/goals.ts';
import {
  queryMembers,
  readAccountRequestQuery,
  readAccountVisitorQuery,
} from '../../analytics/query/read-query.ts';
import { runAccountRequestQuery, runAccountVisitorQuery } from '../../analytics/query/run-account-query.ts';
import { tokenDomainsOf } from '../../api/caller.ts';
import { accountOf, callerOf } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { membersOf } from '../../api/query-request.ts';
import { query as aboutQuery } from '../../api/reference/descriptions.ts';
import { errorResponses, noQuerySchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import { isAmong, type TokenDomains } from '../../core/token-domains.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { domainGoals } from '../goals/domain-goals.ts';
import { domainsOf } from './account-domains.ts';
import { answerQuery } from './query-answer.ts';
import { accountRequestQuerySchema, accountVisitorQuerySchema, queryAnswerSchema } from './query-schemas.ts';

type AccountRoute = { Params: { account_uuid: string }; Body: RequestBody | null };

const path = '/api/v1/accounts/:account_uuid';
const params = Type.Object({ account_uuid: uuidSchema });
const response = { 200: refTo(queryAnswerSchema), ...errorResponses(400, 404, 413, 415, 503) };
const sums =
  'Counts of custom domains add up, and so do visitors; rates divide sums by sums. `domain:…` dimensions are of the custom domains as they are now.';

export function addAccountQueryRoutes(
  app: FastifyInstance,
  { store, analytics, clock }: Pick<ApiParts, 'store' | 'analytics' | 'clock'>,
): void {
  const goals = domainGoals(store);

  app.post<AccountRoute>(
    `${path}/query`,
    {
      schema: {
        operationId: 'queryAccountVisitors',
        summary: 'Query visitors of all custom domains',
        description: `${aboutQuery} Over all custom domains of the account. ${sums}`,
        tags: ['Web analytics'],
        params,
        querystring: noQuerySchema,
        body: refTo(accountVisitorQuerySchema),
        response,
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const members = membersOf(request.body, queryMembers);
      const limit = tokenDomainsOf(callerOf(request));
      const domains = await domainsOf(store, accountUuid);
      const custom = within(limit, domains).filter((domain) => domain.custom !== undefined);
      const set = new DomainSet(analytics.forAccount(accountUuid), custom);
      const shared = sharedGoals(set, await goals.ofAccount(accountUuid));
      const query = readAccountVisitorQuery(members, clock.now(), shared, limit !== null);
      return answerQuery(query, members, (each) => runAccountVisitorQuery(set, each));
    },
  );

  app.post<AccountRoute>(
    `${path}/requests/query`,
    {
      schema: {
        operationId: 'queryAccountRequests',
        summary: 'Query requests of all hosts',
        description: `${aboutQuery} Counts the requests of all custom domains, redirects and rules of the account. ${sums}`,
        tags: ['Proxy analytics'],
        params,
        querystring: noQuerySchema,
        body: refTo(accountRequestQuerySchema),
        response,
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const members = membersOf(request.body, queryMembers);
      const limit = tokenDomainsOf(callerOf(request));
      const query = readAccountRequestQuery(members, clock.now(), limit !== null);
      const domains = within(limit, await domainsOf(store, accountUuid));
      const set = new DomainSet(analytics.forAccount(accountUuid), domains);
      return answerQuery(query, members, (each) => runAccountRequestQuery(set, each));
    },
  );
}

/** Those that a token is limited to, which are custom domains. */
function within(limit: TokenDomains | null, domains: readonly QueriedDomain[]): readonly QueriedDomain[] {
  if (!limit) return domains;
  const isMember = isAmong(limit);
  return domains.filter(
    ({ uuid, custom }) => custom !== undefined && isMember({ uuid, externalId: custom.externalId }),
  );
}
