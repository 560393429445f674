/** `GET …/upstreams/:upstream_uuid/health`. Source: docs/reference/domains.md ("Health now"). */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import { RateLimit, takeOrRefuse } from '../../api/rate-limit.ts';
import { errorResponses, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { Clock } from '../../core/clock.ts';
import type { CheckUpstream } from '../../core/upstream-health.ts';
import { upstreamHealthSchema, upstreamHealthToWire } from './health-wire.ts';
import type { Upstreams } from './upstream-store.ts';

/** In a minute. Each makes a connection to every target, wherever the account says that they are. */
const maxPerAccount = 30;

export function addUpstreamHealthRoute(
  app: FastifyInstance,
  upstreams: Upstreams,
  check: CheckUpstream,
  clock: Clock,
): void {
  const perAccount = new RateLimit(maxPerAccount, clock);

  app.get<{ Params: { account_uuid: string; upstream_uuid: string } }>(
    '/api/v1/accounts/:account_uuid/upstreams/:upstream_uuid/health',
    {
      schema: {
        operationId: 'getUpstreamHealth',
        summary: 'Check an upstream now',
        description:
          'Sends each target of the upstream its `health_check` now, and answers what each did. It takes as long as the check’s time-out, 10 s at most. Without a `health_check`, any answer to `GET /` within 5 s is good. An account can ask 30 times a minute.',
        tags: ['Upstreams'],
        params: Type.Object({ account_uuid: uuidSchema, upstream_uuid: uuidSchema }),
        querystring: Type.Object({}),
        response: { 200: refTo(upstreamHealthSchema, 'What each target did.'), ...errorResponses(400, 404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const { upstream_uuid: named } = request.params;
      const upstream = await upstreams.findRoute(accountUuid, idOf('upstream', named));
      if (!upstream) throw notFound('upstream', named);
      takeOrRefuse(perAccount, accountUuid, `more than ${maxPerAccount} checks of upstreams in a minute`);
      const checkedAt = clock.now();
      return upstreamHealthToWire(checkedAt, await check(upstream));
    },
  );
}
