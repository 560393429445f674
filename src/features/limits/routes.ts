/** `/api/v1/accounts/:account_uuid/limits`. Source: docs/reference/limits.md. */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { mostEventVariety } from '../../analytics/reports/event-variety.ts';
import { accountOf } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage } from '../../api/query.ts';
import { withinLimits } from '../../api/query-request.ts';
import { page as aboutPage } from '../../api/reference/descriptions.ts';
import { errorResponses, pageQuery, pageSchema, uuidSchema } from '../../api/schemas/common.ts';
import { type LimitName, limitNames } from '../../core/account-limits.ts';
import { pageOfList, rangeOf } from '../../core/page.ts';
import { dayMs } from '../../core/time.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { limitSchema } from './schemas.ts';

type LimitsRequest = { Params: { account_uuid: string }; Querystring: Query };

export function addLimitRoutes(
  app: FastifyInstance,
  { store, accountRequests, countedLimits, analytics, clock }: RouteParts,
): void {
  app.get<LimitsRequest>(
    '/api/v1/accounts/:account_uuid/limits',
    {
      schema: {
        operationId: 'listLimits',
        summary: 'List what an account may have and use',
        description: `${aboutPage} \`used\` is what the account uses now, and \`allowed\` what it may; null where there is no limit. Limits are set by the operator. Answers 503 \`unavailable\` while the analytics store is away.`,
        tags: ['Usage'],
        params: Type.Object({ account_uuid: uuidSchema }),
        querystring: Type.Object(pageQuery),
        response: {
          200: pageSchema(limitSchema, 'The limits, with what is used of each.'),
          ...errorResponses(400, 404, 503),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const page = readPage(request.query);
      const names = pageOfList(rangeOf(page), limitNames, (name) => name);
      const [allowed, used] = await Promise.all([
        store.limits.allowed(accountUuid),
        readUsed(accountUuid, names),
      ]);
      return {
        data: names.map((name) => ({ name, used: used.get(name) ?? 0, allowed: allowed[name] })),
        pagination: paginate(request, reply, page, limitNames.length),
      };
    },
  );

  async function readUsed(
    accountUuid: string,
    names: readonly LimitName[],
  ): Promise<ReadonlyMap<LimitName, number>> {
    const used = new Map<LimitName, number>();
    for (const limit of countedLimits)
      if (names.includes(limit.name)) used.set(limit.name, await store.limits.used(accountUuid, limit));
    used.set('requests_per_minute', accountRequests.usedBy(accountUuid));
    if (!names.includes('event_names') && !names.includes('property_keys')) return used;
    const now = clock.now();
    const domains = await new CustomDomains(store).listUuids(accountUuid);
    const variety = await withinLimits(() =>
      mostEventVariety(analytics.forAccount(accountUuid), domains, now - (now % dayMs)),
    );
    return used.set('event_names', variety.names).set('property_keys', variety.keys);
  }
}
