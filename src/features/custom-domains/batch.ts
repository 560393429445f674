/** `POST …/custom_domains/batch`. Source: docs/reference/domains.md ("Many at once"). */
import { type TObject, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf, notFound } from '../../api/guard.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import { errorResponses, refTo } from '../../api/schemas/common.ts';
import { createCustomDomainBatch } from '../../control/custom-domain-batch.ts';
import type { CustomDomains } from '../../control/custom-domains.ts';
import { maxBatch } from '../../resources/batch.ts';
import type { OwnNames } from '../../resources/read-custom-domain.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import type { Upstream } from '../../resources/upstream.ts';
import type { CustomDomainAnswers, WireDomain } from './answers.ts';
import { customDomainBodySchemas, customDomainSchema } from './wire.ts';

type BatchRequest = {
  Params: { account_uuid: string; upstream_uuid: string };
  Body: RequestBody | null;
};

const batchSchema = Type.Object({
  custom_domains: Type.Array(refTo(customDomainBodySchemas.create), {
    minItems: 1,
    maxItems: maxBatch,
    description: 'The custom domains to create, each as if it were created alone.',
  }),
});

export function addCustomDomainBatchRoute(
  app: FastifyInstance,
  customDomains: CustomDomains,
  upstreamOf: (accountUuid: string, named: string) => Promise<Upstream['uuid']>,
  {
    answers,
    changes,
    collectionParams,
    own,
  }: {
    readonly answers: CustomDomainAnswers;
    readonly changes: RoutingChanges;
    readonly collectionParams: TObject;
    readonly own: OwnNames;
  },
): void {
  app.post<BatchRequest>(
    '/api/v1/accounts/:account_uuid/upstreams/:upstream_uuid/custom_domains/batch',
    {
      schema: {
        operationId: 'createCustomDomainBatch',
        summary: 'Create many custom domains at once',
        tags: ['Custom domains'],
        consumes: [...bodyMediaTypes],
        params: collectionParams,
        body: batchSchema,
        response: {
          201: Type.Object(
            { data: Type.Array(refTo(customDomainSchema)) },
            { description: 'The custom domains created, in the order of the list.' },
          ),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply): Promise<{ data: WireDomain[] }> => {
      const accountUuid = accountOf(request, 'write');
      const { upstream_uuid: named } = request.params;
      const upstreamUuid = await upstreamOf(accountUuid, named);
      const owner = { accountUuid, upstreamUuid };
      const created = await createCustomDomainBatch(customDomains, owner, request.body ?? emptyBody, own);
      // Deleted since it was found above.
      if (!created) throw notFound('upstream', named);
      await makeLive(changes, request);
      reply.code(201);
      return { data: await answers.many(accountUuid, created) };
    },
  );
}
