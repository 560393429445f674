/** The operator's view of automatic certificates. Source: docs/reference/operator-api.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage } from '../../api/query.ts';
import { errorResponses, messageSchema, pageQuery, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { AutomaticCertificate } from '../../control/automatic-certificate-list.ts';
import type { ControlStore } from '../../control/store.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { pageOffset } from '../../core/page.ts';
import { customDomainResource } from '../../resources/custom-domain.ts';
import { readRequired, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';

type ListRequest = { Params: { account_uuid: string }; Querystring: Query };

const tags = ['Certificates'];
const { host: hostAttribute } = customDomainResource.attributes;

export function addOperatorCertificateRoutes(
  app: FastifyInstance,
  {
    automaticCertificateList: list,
    automaticCertificates: queue,
  }: Pick<ControlStore, 'automaticCertificateList' | 'automaticCertificates'>,
  ordersCertificates: boolean,
): void {
  app.get<ListRequest>(
    '/api/v1/accounts/:account_uuid/automatic_certificates',
    {
      schema: {
        operationId: 'listAutomaticCertificates',
        summary: 'List automatic certificates and their orders',
        tags,
        params: Type.Object({ account_uuid: uuidSchema }),
        querystring: Type.Object(pageQuery),
        response: {
          200: Type.Object({ data: Type.Array(Type.Any()), pagination: Type.Any() }),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query);
      const range = { limit: page.perPage, offset: pageOffset(page) };
      const { certificates, count } = await list.list(accountOf(request, 'read'), range);
      return { data: certificates.map(toWire), pagination: paginate(request, reply, page, count) };
    },
  );

  app.post<{ Body: RequestBody | null }>(
    '/api/v1/automatic_certificates',
    {
      schema: {
        operationId: 'orderCertificate',
        summary: 'Order an automatic certificate now',
        tags,
        consumes: [...bodyMediaTypes],
        body: Type.Object({ host: Type.String() }),
        response: { 200: refTo(messageSchema, 'That it is ordered.'), ...errorResponses(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['host']);
      const host = readRequired(body, hostAttribute);
      if (!ordersCertificates)
        throw new ServiceError(
          { attribute: 'host' },
          'no certificates are ordered here: see NAMEPLATE_ACME, NAMEPLATE_EDGE_HOSTNAME and NAMEPLATE_EDGE_HTTPS_PORT',
        );
      if (!(await queue.wantNow(host)))
        throw new ServiceError(
          'not_found',
          `there is no custom domain or redirect with host ${quoteValue(host)}`,
        );
      return { message: `A certificate for ${host} will be ordered within seconds, while the service runs.` };
    },
  );
}

function toWire(certificate: AutomaticCertificate): Record<string, unknown> {
  const { host, issuer, expiresAt, nextAttemptAt, failures, lastError } = certificate;
  return {
    host,
    issuer,
    expires_at: expiresAt === null ? null : formatTimestamp(expiresAt),
    next_attempt_at: formatTimestamp(nextAttemptAt),
    failures,
    last_error: lastError,
  };
}
