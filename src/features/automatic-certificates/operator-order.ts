/** The operator's order of a certificate, for hosts of any account and the edge's own name. Source: docs/reference/operator-api.md. */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import type { ApiParts } from '../../api/parts.ts';
import { errorResponses, messageSchema, refTo } from '../../api/schemas/common.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { customDomainResource } from '../../resources/custom-domain.ts';
import { readRequired, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { AutomaticCertificates } from './certificate-store.ts';
import { refuseWithoutAuthority } from './routes.ts';

export function addOperatorOrderRoute(app: FastifyInstance, { store, ordersCertificates }: ApiParts): void {
  const automaticCertificates = new AutomaticCertificates(store);
  app.post<{ Body: RequestBody | null }>(
    '/api/v1/automatic_certificates',
    {
      schema: {
        operationId: 'orderCertificate',
        summary: 'Order an automatic certificate now',
        tags: ['Automatic certificates'],
        consumes: [...bodyMediaTypes],
        body: Type.Object({ host: Type.String() }),
        response: { 200: refTo(messageSchema, 'That it is ordered.'), ...errorResponses(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['host']);
      const host = readRequired(body, customDomainResource.attributes.host);
      refuseWithoutAuthority(ordersCertificates);
      if (!(await automaticCertificates.wantNow(host)))
        throw new ServiceError(
          'not_found',
          `there is no custom domain or redirect with host ${quoteValue(host)}`,
        );
      return { message: `A certificate for ${host} will be ordered within seconds, while the service runs.` };
    },
  );
}
