/** `POST …/custom_domains/batch`. Source: docs/reference/domains.md ("Many at once"). */

import { type TObject, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { live } from '../../api/reference/descriptions.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { errorResponses, refTo, uuidSchema } from '../../api/schemas/common.ts';
import { batchOptions, resourceBodySchemas } from '../../api/schemas/resource.ts';
import { maxBatch } from '../../resources/batch.ts';
import { customDomainBatchResource } from '../../resources/custom-domain.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { Upstreams } from '../upstreams/upstream-store.ts';
import type { CustomDomainAnswers, WireDomain } from './answers.ts';
import { createCustomDomainBatch } from './create-batch.ts';
import { CustomDomains } from './custom-domain-store.ts';
import { customDomainSchemas } from './wire.ts';

type BatchRequest = {
  Params: { account_uuid: string; upstream_uuid: string };
  Body: RequestBody | null;
};

const batchSchema = Type.Object({
  custom_domains: Type.Array(refTo(customDomainSchemas.bodies.create), {
    minItems: 1,
    maxItems: maxBatch,
    description: 'The custom domains to create, each as if it were created alone.',
  }),
  ...batchOptions,
  ...resourceBodySchemas(customDomainBatchResource).update.properties,
});

export function addCustomDomainBatchRoute(
  app: FastifyInstance,
  parts: ApiParts,
  answers: CustomDomainAnswers,
): void {
  const { store, changes } = parts;
  app.post<BatchRequest>(
    '/api/v1/accounts/:account_uuid/upstreams/:upstream_uuid/custom_domains/batch',
    {
      schema: {
        operationId: 'createCustomDomainBatch',
        summary: 'Create many custom domains at once',
        description: `Creates all of them or, when some can't be created, none: the message then names each by its place in the list. ${live} With \`dry_run\`, everything is checked in a transaction that is undone.`,
        tags: ['Custom domains'],
        consumes: [...bodyMediaTypes],
        params: Type.Object({ account_uuid: uuidSchema, upstream_uuid: uuidSchema }),
        body: batchSchema,
        response: {
          200: dataSchema(
            'A dry run: the custom domains that would be created, with uuids that are not kept.',
          ),
          201: dataSchema('The custom domains created, in the order of the list.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply): Promise<{ data: WireDomain[] }> => {
      const accountUuid = accountOf(request, 'write');
      const { upstream_uuid: named } = request.params;
      const upstream = await new Upstreams(store).find(accountUuid, idOf('upstream', named));
      if (!upstream) throw notFound('upstream', named);
      const owner = { accountUuid, upstreamUuid: upstream.uuid };
      const body = request.body ?? emptyBody;
      const batch = await createCustomDomainBatch(new CustomDomains(store), owner, body, parts);
      // Deleted since it was found above.
      if (!batch) throw notFound('upstream', named);
      if (!batch.dryRun) await makeLive(changes, request);
      reply.code(batch.dryRun ? 200 : 201);
      return { data: await answers.many(batch.created) };
    },
  );
}

function dataSchema(description: string): TObject {
  return Type.Object({ data: Type.Array(refTo(customDomainSchemas.answer)) }, { description });
}
