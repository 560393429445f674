/**
 * `/api/v1/accounts/:account_uuid/upstreams/:upstream_uuid/custom_domains`.
 * Source: docs/reference/domains.md ("Custom domains").
 */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { expectationOf, ifMatchSchema } from '../../api/entity-tags.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import type { Query } from '../../api/query.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import { errorResponses, messageSchema, pageSchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { CustomDomain } from '../../control/custom-domains.ts';
import type { ControlStore } from '../../control/store.ts';
import type { DnsRecords } from '../../core/custom-domain.ts';
import { customDomainResource } from '../../resources/custom-domain.ts';
import { readOptional, readRequired, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import {
  readChangedCustomDomain,
  readNewCustomDomain,
  refuseHost,
} from '../../resources/read-custom-domain.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { customDomainAnswers } from './answers.ts';
import { addCustomDomainBatchRoute } from './batch.ts';
import { listCustomDomains } from './list.ts';
import { addMoveCustomDomainRoute } from './move.ts';
import {
  customDomainBodySchemas,
  customDomainItemParams,
  customDomainQuerySchema,
  customDomainSchema,
  deletedCustomDomainMessage,
} from './wire.ts';

/** Checks the DNS records of a domain at once. */
export interface DomainVerifier {
  /** Stores the result and returns the domain as it is then; undefined when there is none. */
  verify(domainUuid: string): Promise<CustomDomain | undefined>;
}

/** What leads visitors of custom domains to the edge. */
export type DomainDns = {
  readonly records: DnsRecords;
  readonly verifier: DomainVerifier;
  /** Of the registered domain of a host, in lower case; none where they aren't known. */
  readonly nameServersOf: (host: string) => Promise<readonly string[]>;
  /** Public name of the edge, which cannot be a custom domain. */
  readonly edgeHostname: string | undefined;
  /** In which challenges are answered; undefined: none. */
  readonly zone: string | undefined;
};

type CollectionParams = { account_uuid: string; upstream_uuid: string };
type ListRequest = { Params: CollectionParams; Querystring: Query; Body: RequestBody | null };
type ItemRequest = {
  Params: CollectionParams & { custom_domain_uuid: string };
  Body: RequestBody | null;
};

const collection = '/api/v1/accounts/:account_uuid/upstreams/:upstream_uuid/custom_domains';
const item = `${collection}/:custom_domain_uuid`;
const tags = ['Custom domains'];
const collectionParams = Type.Object({ account_uuid: uuidSchema, upstream_uuid: uuidSchema });
const { host: hostAttribute } = customDomainResource.attributes;
const consumes = [...bodyMediaTypes];

export function addCustomDomainRoutes(
  app: FastifyInstance,
  {
    upstreams,
    customDomains,
    certificates,
  }: Pick<ControlStore, 'upstreams' | 'customDomains' | 'certificates'>,
  { records, verifier, edgeHostname, zone }: DomainDns,
  changes: RoutingChanges,
): void {
  const answers = customDomainAnswers({ certificates, customDomains }, records);
  const { one: toWire } = answers;
  const upstreamOf = async (accountUuid: string, named: string) => {
    const upstream = await upstreams.find(accountUuid, idOf('upstream', named));
    if (!upstream) throw notFound('upstream', named);
    return upstream.uuid;
  };
  const idsOf = ({ upstream_uuid, custom_domain_uuid }: ItemRequest['Params']) =>
    [idOf('upstream', upstream_uuid), idOf('custom domain', custom_domain_uuid)] as const;
  const domainOf = async (accountUuid: string, params: ItemRequest['Params']) => {
    const domain = await customDomains.find(accountUuid, ...idsOf(params));
    if (!domain) throw notFound('custom domain', params.custom_domain_uuid);
    return domain;
  };

  app.get<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'listCustomDomains',
        summary: 'List an upstream’s custom domains',
        tags,
        params: collectionParams,
        querystring: customDomainQuerySchema,
        response: {
          200: pageSchema(customDomainSchema, 'A page of custom domains.'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const upstreamUuid = await upstreamOf(accountUuid, request.params.upstream_uuid);
      return listCustomDomains(request, reply, customDomains, answers, { accountUuid, upstreamUuid });
    },
  );

  app.post<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'createCustomDomain',
        summary: 'Create a custom domain',
        tags,
        consumes,
        params: collectionParams,
        body: refTo(customDomainBodySchemas.create),
        response: {
          201: refTo(customDomainSchema, 'The custom domain created, with the DNS records to create.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const { upstream_uuid: named } = request.params;
      const upstreamUuid = await upstreamOf(accountUuid, named);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, customDomainResource.names);
      const host = readRequired(body, hostAttribute);
      refuseHost(host, edgeHostname);
      await customDomains.refuseTaken(accountUuid, host);
      const attributes = readNewCustomDomain(body, { edgeHostname, zone });
      const domain = await customDomains.create(accountUuid, upstreamUuid, attributes);
      // Deleted since it was found above.
      if (!domain) throw notFound('upstream', named);
      await makeLive(changes, request);
      const path = `/api/v1/accounts/${accountUuid}/upstreams/${upstreamUuid}/custom_domains/${domain.uuid}`;
      reply.code(201).header('location', path);
      return toWire(domain);
    },
  );

  app.get<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'getCustomDomain',
        summary: 'Retrieve a custom domain',
        tags,
        params: customDomainItemParams,
        response: { 200: refTo(customDomainSchema, 'The custom domain.'), ...errorResponses(404) },
      },
    },
    async (request) => toWire(await domainOf(accountOf(request, 'read'), request.params)),
  );

  app.put<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'updateCustomDomain',
        summary: 'Update a custom domain',
        tags,
        consumes,
        params: customDomainItemParams,
        headers: ifMatchSchema,
        body: refTo(customDomainBodySchemas.update),
        response: {
          200: refTo(customDomainSchema, 'The custom domain as it is now.'),
          ...errorResponses(400, 403, 404, 412, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { uuid, upstreamUuid } = await domainOf(accountUuid, request.params);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, customDomainResource.names);
      const host = readOptional(body, hostAttribute);
      if (host !== undefined) {
        refuseHost(host, edgeHostname);
        await customDomains.refuseTaken(accountUuid, host, uuid);
      }
      const expect = expectationOf(request);
      const updated = await customDomains.update(accountUuid, upstreamUuid, uuid, (current) => {
        expect(current);
        return readChangedCustomDomain(body, current, { edgeHostname, zone });
      });
      // Deleted since it was found above.
      if (!updated) throw notFound('custom domain', request.params.custom_domain_uuid);
      await makeLive(changes, request);
      return toWire(updated);
    },
  );

  app.delete<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'deleteCustomDomain',
        summary: 'Delete a custom domain',
        tags,
        params: customDomainItemParams,
        response: {
          200: refTo(messageSchema, 'A confirmation that names the uuid and the host.'),
          ...errorResponses(403, 404),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const deleted = await customDomains.delete(accountUuid, ...idsOf(request.params));
      if (!deleted) throw notFound('custom domain', request.params.custom_domain_uuid);
      await makeLive(changes, request);
      return { message: deletedCustomDomainMessage(deleted) };
    },
  );

  addCustomDomainBatchRoute(app, customDomains, upstreamOf, {
    answers,
    changes,
    collectionParams,
    own: { edgeHostname, zone },
  });
  addMoveCustomDomainRoute(app, customDomains, answers, changes);

  app.post<ItemRequest>(
    `${item}/verify_dns_records`,
    {
      schema: {
        operationId: 'verifyDnsRecords',
        summary: 'Check a custom domain’s DNS records',
        tags,
        consumes,
        params: customDomainItemParams,
        response: {
          200: refTo(customDomainSchema, 'The custom domain with the result of the check.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const domain = await domainOf(accountOf(request, 'write'), request.params);
      refuseUnknownAttributes(request.body ?? emptyBody, []);
      const checked = await verifier.verify(domain.uuid);
      // Deleted while it was checked.
      if (!checked) throw notFound('custom domain', request.params.custom_domain_uuid);
      // It is served from now on if its ownership was proven.
      await makeLive(changes, request);
      return toWire(checked);
    },
  );
}
