/**
 * `/api/v1/analytics/custom_domains/:uuid/expectation` and `/api/v1/accounts/:account_uuid/expectation`. Source:
 * docs/reference/expectation.md.
 */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { keptAt, trafficSeries } from '../../analytics/expectation/traffic-series.ts';
import { accountOf, callerOf, idOf, notFound } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import type { Query } from '../../api/query.ts';
import { withinLimits } from '../../api/query-request.ts';
import { errorResponses, uuidSchema } from '../../api/schemas/common.ts';
import { defaultTimeZone } from '../../core/time-zone.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { readSpan, spanQuerySchema, trafficHourToWire, trafficSeriesSchema } from './schemas.ts';
import { subjectsOfAccount } from './subject-store.ts';

const tags = ['Proxy analytics'];
const response = { 200: trafficSeriesSchema, ...errorResponses(400, 404, 503) };

export function addExpectationRoutes(
  app: FastifyInstance,
  {
    store,
    analytics,
    retentionDays,
    clock,
  }: Pick<ApiParts, 'store' | 'analytics' | 'retentionDays' | 'clock'>,
): void {
  app.get<{ Params: { uuid: string }; Querystring: Query }>(
    '/api/v1/analytics/custom_domains/:uuid/expectation',
    {
      schema: {
        operationId: 'getDomainExpectation',
        summary: 'Compare a custom domain’s traffic with what was expected',
        description:
          'Whole UTC hours. An hour is compared with those that began at the same time of day, by the clock of the domain’s `time_zone`, 7, 14, 21 and 28 days before.',
        tags,
        params: Type.Object({ uuid: uuidSchema }),
        querystring: spanQuerySchema,
        response,
      },
    },
    async (request) => {
      const { accountUuid } = callerOf(request);
      const uuid = idOf('custom domain', request.params.uuid);
      const domain = await new CustomDomains(store).findInAccount(accountUuid, uuid);
      if (!domain) throw notFound('custom domain', request.params.uuid);
      return await answer(accountUuid, [uuid], domain.timeZone, request.query);
    },
  );

  app.get<{ Params: { account_uuid: string }; Querystring: Query }>(
    '/api/v1/accounts/:account_uuid/expectation',
    {
      schema: {
        operationId: 'getAccountExpectation',
        summary: 'Compare an account’s traffic with what was expected',
        description:
          'As for one custom domain, of the requests of all custom domains, redirects and rules of the account together. Time of day is UTC.',
        tags,
        params: Type.Object({ account_uuid: uuidSchema }),
        querystring: spanQuerySchema,
        response,
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const domains = (await subjectsOfAccount(store, accountUuid)).map(({ uuid }) => uuid);
      return await answer(accountUuid, domains, defaultTimeZone, request.query);
    },
  );

  async function answer(
    accountUuid: string,
    domains: readonly string[],
    zone: string,
    query: Query,
  ): Promise<object> {
    const span = readSpan(query);
    const kept = keptAt(clock.now(), retentionDays);
    const hours = await withinLimits(
      () => trafficSeries(analytics.forAccount(accountUuid), { domains, zone, span }, kept),
      'ask for a shorter range',
    );
    return { data: hours.map(trafficHourToWire) };
  }
}
