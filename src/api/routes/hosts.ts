/** `/api/v1/accounts/:account_uuid/hosts`. Source: docs/reference/hosts.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Hosts } from '../../control/hosts.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { pageOffset } from '../../core/page.ts';
import { readDomainHost } from '../../resources/custom-domain.ts';
import { accountOf } from '../guard.ts';
import { paginate } from '../page-answer.ts';
import { type Query, readPage, readParameter, readSearch, readSort } from '../query.ts';
import { errorResponses, pageSchema, uuidSchema } from '../schemas/common.ts';
import { hostQuerySchema, hostSchema, hostSortFields, hostToWire } from '../schemas/host.ts';

type ListRequest = { Params: { account_uuid: string }; Querystring: Query };

export function addHostRoutes(app: FastifyInstance, hosts: Hosts): void {
  app.addSchema(hostSchema);
  app.get<ListRequest>(
    '/api/v1/accounts/:account_uuid/hosts',
    {
      schema: {
        operationId: 'listHosts',
        summary: 'List an account’s hosts',
        tags: ['Hosts'],
        params: Type.Object({ account_uuid: uuidSchema }),
        querystring: hostQuerySchema,
        response: { 200: pageSchema(hostSchema, 'A page of hosts.'), ...errorResponses(400, 404) },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const named = readParameter(request.query, 'host', { attribute: 'host' });
      const host = named === undefined ? undefined : readDomainHost(named);
      const hasRules = readHasRules(request.query);
      const search = readSearch(request.query);
      const page = readPage(request.query);
      const { direction } = readSort(request.query, hostSortFields, { field: 'host', direction: 'asc' });
      const { hosts: listed, count } = await hosts.list({
        accountUuid,
        host,
        hasRules,
        search,
        direction,
        limit: page.perPage,
        offset: pageOffset(page),
      });
      return { data: listed.map(hostToWire), pagination: paginate(request, reply, page, count) };
    },
  );
}

/** Errors: `has_rules_invalid`. */
function readHasRules(query: Query): boolean | undefined {
  const text = readParameter(query, 'has_rules', 'has_rules_invalid');
  if (text === undefined || text === 'true' || text === 'false') return text && text === 'true';
  throw new ServiceError(
    'has_rules_invalid',
    `has_rules ${quoteValue(text)} is invalid; allowed: true, false`,
  );
}
