/** `POST /api/v1/accounts/:account_uuid/redirects/batch`. Source: docs/reference/redirects.md ("Many at once"). */

import { type TObject, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { live } from '../../api/reference/descriptions.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { errorResponses, refTo, uuidSchema } from '../../api/schemas/common.ts';
import { batchOptions } from '../../api/schemas/resource.ts';
import { maxBatch } from '../../resources/batch.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { createRedirectBatch } from './create-batch.ts';
import { Redirects } from './redirect-store.ts';
import { redirectSchemas, writtenRedirectsToWire } from './wire.ts';

type BatchRequest = { Params: { account_uuid: string }; Body: RequestBody | null };

const batchSchema = Type.Object({
  redirects: Type.Array(refTo(redirectSchemas.bodies.create), {
    minItems: 1,
    maxItems: maxBatch,
    description: 'The redirects to create, each as if it were created alone.',
  }),
  ...batchOptions,
});

export function addRedirectBatchRoute(
  app: FastifyInstance,
  { path, tag }: { readonly path: string; readonly tag: { readonly name: string } },
  { store, changes }: ApiParts,
  refuseHost: (host: string) => void,
): void {
  app.post<BatchRequest>(
    `${path}/batch`,
    {
      schema: {
        operationId: 'createRedirectBatch',
        summary: 'Create many redirects at once',
        description: `Creates all of them or, when some can't be created, none: the message then names each by its place in the list. ${live} With \`dry_run\`, everything is checked in a transaction that is undone.`,
        tags: [tag.name],
        consumes: [...bodyMediaTypes],
        params: Type.Object({ account_uuid: uuidSchema }),
        body: batchSchema,
        response: {
          200: dataSchema('A dry run: the redirects that would be created, with uuids that are not kept.'),
          201: dataSchema('The redirects created, in the order of the list.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const body = request.body ?? emptyBody;
      const batch = await createRedirectBatch(new Redirects(store), accountUuid, body, refuseHost);
      if (!batch.dryRun) await makeLive(changes, request);
      reply.code(batch.dryRun ? 200 : 201);
      return { data: await writtenRedirectsToWire(store, batch.redirects) };
    },
  );
}

function dataSchema(description: string): TObject {
  return Type.Object({ data: Type.Array(refTo(redirectSchemas.answer)) }, { description });
}
