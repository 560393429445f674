/** `/api/v1/accounts/:account_uuid/hosts`. Source: docs/reference/hosts.md. */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { accountOf } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage, readParameter, readSearch, readSort } from '../../api/query.ts';
import { page as aboutPage } from '../../api/reference/descriptions.ts';
import { errorResponses, pageSchema, uuidSchema } from '../../api/schemas/common.ts';
import type { ControlStore } from '../../control/store.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { reachableStates, verdictStates } from '../../core/finding.ts';
import { rangeOf } from '../../core/page.ts';
import { readDomainHost } from '../../resources/custom-domain.ts';
import { readAttention } from '../attention/verdict.ts';
import { Hosts } from './host-list.ts';
import { hostQuerySchema, hostSchema, hostSortFields, hostToWire } from './schemas.ts';

type ListRequest = { Params: { account_uuid: string }; Querystring: Query };

export function addHostRoutes(app: FastifyInstance, store: ControlStore): void {
  app.get<ListRequest>(
    '/api/v1/accounts/:account_uuid/hosts',
    {
      schema: {
        operationId: 'listHosts',
        summary: 'List an account’s hosts',
        description: `${aboutPage} In order of the host unless \`sort\` says otherwise. \`query\` finds part of the host. A host is listed as long as the account has a custom domain, a redirect or rules on it.`,
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
      const verdict = readChoice(request.query, 'verdict', verdictStates);
      const reachable = readChoice(request.query, 'reachable', reachableStates);
      const search = readSearch(request.query);
      const page = readPage(request.query);
      const sort = readSort(request.query, hostSortFields, { field: 'host', direction: 'asc' });
      const { hosts: listed, count } = await new Hosts(store).list({
        accountUuid,
        host,
        hasRules,
        verdict,
        reachable,
        search,
        sort,
        ...rangeOf(page),
      });
      const attention = await readAttention(
        store,
        accountUuid,
        listed.map(({ judged }) => judged),
      );
      const data = listed.map((one, place) => hostToWire(one, attention[place]));
      return { data, pagination: paginate(request, reply, page, count) };
    },
  );
}

/** Errors: `verdict_invalid`, `reachable_invalid`. */
function readChoice<Choice extends string>(
  query: Query,
  name: 'verdict' | 'reachable',
  choices: readonly Choice[],
): Choice | undefined {
  const text = readParameter(query, name, { attribute: name });
  if (text === undefined) return undefined;
  const choice = choices.find((each) => each === text);
  if (choice === undefined)
    throw new ServiceError(
      { attribute: name },
      `${name} ${quoteValue(text)} is invalid; allowed: ${choices.join(', ')}`,
    );
  return choice;
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
