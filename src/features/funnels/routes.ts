/** `POST /api/v1/analytics/custom_domains/:uuid/funnel`. Source: docs/reference/funnels.md. */
import type { FastifyInstance } from 'fastify';
import { funnelMembers, readFunnel } from '../../analytics/query/funnel.ts';
import { runFunnel } from '../../analytics/query/run-funnel.ts';
import { type AccountAnalytics, type DomainFinder, domainUuidOf } from '../../api/analytics-domain.ts';
import { callerOf } from '../../api/guard.ts';
import { type DomainGoals, membersOf, withinLimits } from '../../api/query-request.ts';
import { errorResponses, noQuerySchema, refTo } from '../../api/schemas/common.ts';
import type { Clock } from '../../core/clock.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { reportPathSchema } from '../reports/report-schemas.ts';
import { funnelAnswerSchema, funnelSchema } from './schemas.ts';

type FunnelRoute = { Params: { uuid: string }; Body: RequestBody | null };

export function addFunnelRoutes(
  app: FastifyInstance,
  domains: DomainFinder,
  goals: DomainGoals,
  analytics: AccountAnalytics,
  clock: Clock,
): void {
  app.post<FunnelRoute>(
    '/api/v1/analytics/custom_domains/:uuid/funnel',
    {
      schema: {
        operationId: 'queryFunnel',
        summary: 'Query a funnel',
        description:
          'Counts the visitors who take 2 to 8 steps in order. Each step is a goal, a custom event or a page. Rates are percentages. Answers 400 `query_invalid` with the place of the mistake.',
        tags: ['Web analytics'],
        params: reportPathSchema,
        querystring: noQuerySchema,
        body: refTo(funnelSchema),
        response: { 200: refTo(funnelAnswerSchema), ...errorResponses(400, 404, 413, 415, 503) },
      },
    },
    async (request) => {
      const domain = await domainUuidOf(request, domains);
      const members = membersOf(request.body, funnelMembers);
      const funnel = readFunnel(members, await goals.ofDomain(domain), clock.now());
      const store = analytics.forAccount(callerOf(request).accountUuid);
      return withinLimits(() => runFunnel(store, domain, funnel));
    },
  );
}
