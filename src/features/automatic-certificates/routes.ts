/** `/api/v1/accounts/:account_uuid/automatic_certificates`. Source: docs/reference/certificates.md ("Automatic certificates"). */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import type { ApiParts } from '../../api/parts.ts';
import { type Query, readPage, readParameter, readSort } from '../../api/query.ts';
import { page as aboutPage } from '../../api/reference/descriptions.ts';
import { errorResponses, pageSchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { rangeOf } from '../../core/page.ts';
import { parseHostOrWildcard } from '../../core/wildcard-host.ts';
import { readDomainHost } from '../../resources/custom-domain.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import {
  AutomaticCertificateList,
  type AutomaticState,
  automaticStates,
  type HostCertificate,
  type HostCertificateQuery,
  hostCertificateSorts,
} from './certificate-list.ts';
import { AutomaticCertificates } from './certificate-store.ts';
import {
  automaticCertificateQuerySchema,
  automaticCertificateSchema,
  automaticCertificateToWire,
} from './schemas.ts';

type Params = { account_uuid: string; host: string };
type ListRequest = { Params: Params; Querystring: Query };
type OrderRequest = { Params: Params; Body: RequestBody | null };

const tags = ['Automatic certificates'];
const path = '/api/v1/accounts/:account_uuid/automatic_certificates';
const itemParams = Type.Object({
  account_uuid: uuidSchema,
  host: Type.String({ description: 'The host, or a wildcard.', examples: ['shop.example.com'] }),
});

export function addAutomaticCertificateRoutes(
  app: FastifyInstance,
  { store, clock, isForOperator = false, ordersCertificates, orderForecast }: ApiParts,
): void {
  const [list, queue] = [new AutomaticCertificateList(store), new AutomaticCertificates(store)];

  const read = async (query: HostCertificateQuery) => {
    const now = clock.now();
    return await list.list({ ...query, forecast: await orderForecast?.(now) }, now);
  };

  const find = async (accountUuid: string, host: string): Promise<HostCertificate> => {
    const sort = { field: 'host', direction: 'asc' } as const;
    const { certificates } = await read({ accountUuid, host, sort, limit: 1, offset: 0 });
    const [certificate] = certificates;
    if (!certificate) throw unclaimed(host);
    return certificate;
  };

  app.get<ListRequest>(
    path,
    {
      schema: {
        operationId: 'listAutomaticCertificates',
        summary: 'List automatic certificates',
        description: `${aboutPage} One for each host of the account that a custom domain, a redirect or rules have, whether it has a certificate or not. In order of the host unless \`sort\` says otherwise.`,
        tags,
        params: Type.Object({ account_uuid: uuidSchema }),
        querystring: automaticCertificateQuerySchema,
        response: {
          200: pageSchema(automaticCertificateSchema, 'A page of hosts with their certificates.'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const named = readParameter(request.query, 'host', { attribute: 'host' });
      const host = named === undefined ? undefined : readDomainHost(named);
      const state = readState(request.query);
      const page = readPage(request.query);
      const sort = readSort(request.query, hostCertificateSorts, { field: 'host', direction: 'asc' });
      const range = rangeOf(page);
      const { certificates, count } = await read({ accountUuid, host, state, sort, ...range });
      return {
        data: certificates.map(automaticCertificateToWire),
        pagination: paginate(request, reply, page, count),
      };
    },
  );

  app.get<{ Params: Params }>(
    `${path}/:host`,
    {
      schema: {
        operationId: 'getAutomaticCertificate',
        summary: 'Get the automatic certificate of a host',
        description: 'Answers one host of the account, with its certificate or why there is none.',
        tags,
        params: itemParams,
        response: {
          200: refTo(automaticCertificateSchema, 'The host with its certificate.'),
          ...errorResponses(404),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      return automaticCertificateToWire(await find(accountUuid, hostOf(request.params.host)));
    },
  );

  app.post<OrderRequest>(
    `${path}/:host/order`,
    {
      schema: {
        operationId: 'orderAutomaticCertificate',
        summary: 'Order the automatic certificate of a host now',
        description:
          'Has a certificate ordered within seconds, even if the host has one or waits after a failure; the answer is from before. 429 in the 15 minutes after the authority refused one.',
        tags,
        consumes: [...bodyMediaTypes],
        params: itemParams,
        response: {
          202: refTo(automaticCertificateSchema, 'The host, whose certificate is ordered.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const host = hostOf(request.params.host);
      refuseUnknownAttributes(request.body ?? emptyBody, []);
      refuseWithoutAuthority(ordersCertificates);
      const order = await queue.order(accountUuid, host, isForOperator);
      if (!order) throw unclaimed(host);
      if (!order.isOrdered) throw tooSoon(host, order.at, clock.now());
      return reply.code(202).send(automaticCertificateToWire(await find(accountUuid, host)));
    },
  );
}

/** Errors: `host_invalid` where no certificates are ordered. */
export function refuseWithoutAuthority(ordersCertificates = false): void {
  if (!ordersCertificates)
    throw new ServiceError(
      { attribute: 'host' },
      'no certificates are ordered here: see NAMEPLATE_ACME, NAMEPLATE_EDGE_HOSTNAME and NAMEPLATE_EDGE_HTTPS_PORT',
    );
}

/** What is no host has no certificate. */
function hostOf(named: string): string {
  const result = parseHostOrWildcard(named);
  if (!result.ok) throw unclaimed(named);
  return result.host;
}

function unclaimed(host: string): ServiceError {
  return new ServiceError(
    'not_found',
    `there is no custom domain, redirect or rule with host ${quoteValue(host)}`,
  );
}

function tooSoon(host: string, at: number, now: number): ServiceError {
  return new ServiceError(
    'rate_limited',
    `the certificate authority refused a certificate for ${quoteValue(host)} less than 15 minutes ago; it may be ordered again at ${formatTimestamp(at)}`,
    { 'retry-after': String(Math.max(1, Math.ceil((at - now) / 1000))) },
  );
}

/** Errors: `state_invalid`. */
function readState(query: Query): AutomaticState | undefined {
  const text = readParameter(query, 'state', 'state_invalid');
  const state = automaticStates.find((each) => each === text);
  if (text === undefined || state !== undefined) return state;
  throw new ServiceError(
    'state_invalid',
    `state ${quoteValue(text)} is invalid; allowed: ${automaticStates.join(', ')}`,
  );
}
