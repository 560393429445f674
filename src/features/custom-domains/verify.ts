/** `POST …/custom_domains/:custom_domain_uuid/verify_dns_records`. Source: docs/reference/domains.md ("Custom domains"). */

import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { errorResponses, refTo } from '../../api/schemas/common.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import type { CustomDomainAnswers } from './answers.ts';
import { CustomDomains } from './custom-domain-store.ts';
import { customDomainItemParams, customDomainSchemas } from './wire.ts';

type VerifyRequest = {
  Params: { account_uuid: string; upstream_uuid: string; custom_domain_uuid: string };
  Body: RequestBody | null;
};

export function addVerifyRoute(
  app: FastifyInstance,
  { store, dns, changes }: ApiParts,
  answers: CustomDomainAnswers,
): void {
  const customDomains = new CustomDomains(store);
  app.post<VerifyRequest>(
    '/api/v1/accounts/:account_uuid/upstreams/:upstream_uuid/custom_domains/:custom_domain_uuid/verify_dns_records',
    {
      schema: {
        operationId: 'verifyDnsRecords',
        summary: 'Check a custom domain’s DNS records',
        description:
          'Looks the DNS records up now instead of at the next scheduled check, which takes 20 s at most, and answers the custom domain with what it found. If the records are right, a certificate is ordered.',
        tags: ['Custom domains'],
        consumes: [...bodyMediaTypes],
        params: customDomainItemParams,
        response: {
          200: refTo(customDomainSchemas.answer, 'The custom domain with the result of the check.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { upstream_uuid: upstream, custom_domain_uuid: named } = request.params;
      const ids = [idOf('upstream', upstream), idOf('custom domain', named)] as const;
      const found = await customDomains.find(accountUuid, ...ids);
      if (!found) throw notFound('custom domain', named);
      refuseUnknownAttributes(request.body ?? emptyBody, []);
      const checked = await dns.verifier.verify(found.uuid);
      // Deleted while it was checked.
      if (!checked) throw notFound('custom domain', named);
      // It is served from now on if its ownership was proven.
      await makeLive(changes, request);
      return answers.one(checked);
    },
  );
}
