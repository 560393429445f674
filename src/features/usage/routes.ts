/** `/api/v1/accounts/:account_uuid/usage`. Source: docs/reference/usage.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { usageOf } from '../../analytics/reports/usage.ts';
import type { AccountAnalytics } from '../../api/analytics-domain.ts';
import { tokenDomainsOf } from '../../api/caller.ts';
import { accountOf, callerOf } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage, readSort } from '../../api/query.ts';
import { withinLimits } from '../../api/query-request.ts';
import { page as aboutPage } from '../../api/reference/descriptions.ts';
import { errorResponses, pageSchema, uuidSchema } from '../../api/schemas/common.ts';
import { addVary } from '../../api/vary.ts';
import type { Clock } from '../../core/clock.ts';
import { prefersCsv } from '../../core/content-negotiation.ts';
import { daysOfMonth } from '../../core/month.ts';
import { rangeOf } from '../../core/page.ts';
import { noUsage } from '../../core/usage.ts';
import {
  externalIdsToWire,
  externalIdUsageQuerySchema,
  externalIdUsageSchema,
  readUsageFilters,
  type ShownUsage,
  usageQuerySchema,
  usageSchema,
  usageToCsv,
  usageToWire,
} from './schemas.ts';
import { type MeteredDomain, type UsageLists, usageSortFields } from './usage-lists.ts';

type UsageRequest = { Params: { account_uuid: string }; Querystring: Query };

const collection = '/api/v1/accounts/:account_uuid/usage';
const tags = ['Usage'];
const params = Type.Object({ account_uuid: uuidSchema });

export function addUsageRoutes(
  app: FastifyInstance,
  usage: UsageLists,
  analytics: AccountAnalytics,
  clock: Clock,
): void {
  app.get<UsageRequest>(
    collection,
    {
      schema: {
        operationId: 'listUsage',
        summary: 'List what custom domains used in a month',
        description: `${aboutPage} In order of host unless \`sort\` says otherwise. A month that is over is closed two days later; until then its figures are counted anew each time. With \`Accept: text/csv\` the answer is a CSV file of all custom domains that match, in order of host. Answers 503 \`query_too_expensive\` when counting an open month takes too long.`,
        tags,
        params,
        querystring: usageQuerySchema,
        response: {
          200: pageSchema(usageSchema, 'A page of custom domains with their usage.'),
          ...errorResponses(400, 404, 503),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const within = tokenDomainsOf(callerOf(request));
      const filters = { accountUuid, within, ...readUsageFilters(request.query, clock.now()) };
      const { month } = filters;
      const page = readPage(request.query);
      const sort = readSort(request.query, usageSortFields, { field: 'host', direction: 'asc' });
      addVary(reply, 'Accept');
      if (prefersCsv(request.headers.accept)) {
        const shown = await withUsage(accountUuid, month, await usage.all(filters));
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="usage-${month}.csv"`);
        return usageToCsv(shown.map((each) => usageToWire(each, month)));
      }
      const range = rangeOf(page);
      const { domains, count } = await usage.list(filters, { sort, ...range });
      const shown = await withUsage(accountUuid, month, domains);
      return {
        data: shown.map((each) => usageToWire(each, month)),
        pagination: paginate(request, reply, page, count),
      };
    },
  );

  app.get<UsageRequest>(
    `${collection}/external_ids`,
    {
      schema: {
        operationId: 'listUsageByExternalId',
        summary: 'List what each external id used in a month',
        description: `${aboutPage} In order of external id. Each custom domain counts its own visitors, so somebody who visits two of them counts twice.`,
        tags,
        params,
        querystring: externalIdUsageQuerySchema,
        response: {
          200: pageSchema(externalIdUsageSchema, 'A page of external ids with their usage.'),
          ...errorResponses(400, 404, 503),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const { month, externalId } = readUsageFilters(request.query, clock.now());
      const page = readPage(request.query);
      const { domains, count } = await usage.listByExternalId(
        { accountUuid, month, externalId, within: tokenDomainsOf(callerOf(request)) },
        rangeOf(page),
      );
      return {
        data: externalIdsToWire(await withUsage(accountUuid, month, domains), month),
        pagination: paginate(request, reply, page, count),
      };
    },
  );

  /** Counts what isn't closed yet. */
  async function withUsage(
    accountUuid: string,
    month: string,
    domains: readonly MeteredDomain[],
  ): Promise<ShownUsage[]> {
    const open = domains.flatMap(({ uuid, usage: closed }) => (closed === null ? [uuid] : []));
    const counted = await withinLimits(
      () => usageOf(analytics.forAccount(accountUuid), open, daysOfMonth(month)),
      'ask for fewer custom domains at once, with per_page or a filter',
    );
    return domains.map(({ usage: closed, ...domain }) => ({
      ...domain,
      usage: closed ?? counted.get(domain.uuid) ?? noUsage,
      isClosed: closed !== null,
    }));
  }
}
