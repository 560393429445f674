/** `POST /api/v1/analytics/custom_domains/:uuid/funnel`. Source: docs/reference/funnels.md. */
import type { FastifyInstance } from 'fastify';
import { funnelMembers, readFunnel } from '../../analytics/query/funnel.ts';
import { runFunnel } from '../../analytics/query/run-funnel.ts';
import type { Clock } from '../../core/clock.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { type AccountAnalytics, type DomainFinder, domainUuidOf } from '../analytics-domain.ts';
import { callerOf } from '../guard.ts';
import { type DomainGoals, membersOf, withinLimits } from '../query-request.ts';
import { reportPathSchema } from '../schemas/analytics.ts';
import { errorResponses, noQuerySchema, refTo } from '../schemas/common.ts';
import { funnelAnswerSchema, funnelSchema } from '../schemas/funnel.ts';

type FunnelRoute = { Params: { uuid: string }; Body: RequestBody | null };

export function addFunnelRoutes(
  app: FastifyInstance,
  domains: DomainFinder,
  goals: DomainGoals,
  analytics: AccountAnalytics,
  clock: Clock,
): void {
  app.addSchema(funnelSchema);
  app.addSchema(funnelAnswerSchema);

  app.post<FunnelRoute>(
    '/api/v1/analytics/custom_domains/:uuid/funnel',
    {
      schema: {
        operationId: 'queryFunnel',
        summary: 'Query a funnel',
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
