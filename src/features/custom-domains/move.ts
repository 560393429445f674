/** `POST …/custom_domains/:custom_domain_uuid/move`. Source: docs/reference/domains.md ("Moving to another upstream"). */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { schemasOf, textAttribute } from '../../api/attributes.ts';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { live } from '../../api/reference/descriptions.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { errorResponses, refTo, uuidSchema } from '../../api/schemas/common.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { parseUuid } from '../../core/ids.ts';
import { readRequired, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import type { CustomDomainAnswers } from './answers.ts';
import { CustomDomains } from './custom-domain-store.ts';
import { customDomainItemParams, customDomainSchemas } from './wire.ts';

type MoveRequest = {
  Params: { account_uuid: string; upstream_uuid: string; custom_domain_uuid: string };
  Body: RequestBody | null;
};

const upstreamAttribute = textAttribute({
  name: 'upstream_uuid',
  allowed: 'the uuid of an upstream of the account',
  schema: uuidSchema,
  read(text) {
    const value = parseUuid(text);
    return value === undefined ? { ok: false } : { ok: true, value };
  },
});

export function addMoveCustomDomainRoute(
  app: FastifyInstance,
  { store, changes }: ApiParts,
  answers: CustomDomainAnswers,
): void {
  const customDomains = new CustomDomains(store);
  app.post<MoveRequest>(
    '/api/v1/accounts/:account_uuid/upstreams/:upstream_uuid/custom_domains/:custom_domain_uuid/move',
    {
      schema: {
        operationId: 'moveCustomDomain',
        summary: 'Move a custom domain to another upstream',
        description: `Its uuid, analytics and certificates stay, and no request fails meanwhile. ${live}`,
        tags: ['Custom domains'],
        consumes: [...bodyMediaTypes],
        params: customDomainItemParams,
        body: Type.Object(schemasOf([upstreamAttribute])),
        response: {
          200: refTo(customDomainSchemas.answer, 'The custom domain, on its new upstream.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { upstream_uuid: upstream, custom_domain_uuid: named } = request.params;
      const ids = [idOf('upstream', upstream), idOf('custom domain', named)] as const;
      if (!(await customDomains.find(accountUuid, ...ids))) throw notFound('custom domain', named);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, [upstreamAttribute.name]);
      const target = readRequired(body, upstreamAttribute);
      const moved = await customDomains.move(accountUuid, ...ids, target);
      // Deleted or moved since it was found above.
      if (moved === 'no domain') throw notFound('custom domain', named);
      if (moved === 'no upstream') throw noSuchUpstream(target);
      await makeLive(changes, request);
      return answers.one(moved);
    },
  );
}

function noSuchUpstream(uuid: string): ServiceError {
  return new ServiceError(
    'upstream_uuid_invalid',
    `upstream_uuid ${quoteValue(uuid)} is invalid: the account has no such upstream; allowed: ${upstreamAttribute.allowed}`,
  );
}
