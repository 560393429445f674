/**
 * `…/custom_domains/:custom_domain_uuid/connect_links` and `/api/v1/accounts/:account_uuid/brand`. Source: docs/reference/connect-page.md.
 */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { type ForwardingPeers, linkOriginOf } from '../../api/client.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import type { OutgoingMail } from '../../api/mail/outgoing-mail.ts';
import { errorResponses, messageSchema, noQuerySchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { type CustomDomain, CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { AccountBrands } from './brand-store.ts';
import { ConnectLinks } from './connect-link-store.ts';
import type { Instructions } from './instructions.ts';
import { ConnectReminders } from './reminder-store.ts';
import {
  brandAttributeNames,
  brandBodySchema,
  brandSchema,
  connectLinkAttributeNames,
  connectLinkBodySchema,
  connectLinkListSchema,
  connectLinkToWire,
  createdConnectLinkSchema,
  createdConnectLinkToWire,
  readBrand,
  readNewConnectLink,
  readRecipient,
  readRemind,
} from './schemas.ts';

type AccountRequest = { Params: { account_uuid: string }; Body: RequestBody | null };
type DomainParams = { account_uuid: string; upstream_uuid: string; custom_domain_uuid: string };
type DomainRequest = { Params: DomainParams; Body: RequestBody | null };
type ItemRequest = { Params: DomainParams & { connect_link_uuid: string } };

const brandPath = '/api/v1/accounts/:account_uuid/brand';
const collection =
  '/api/v1/accounts/:account_uuid/upstreams/:upstream_uuid/custom_domains/:custom_domain_uuid/connect_links';
const tags = ['Connect page'];
const accountParams = Type.Object({ account_uuid: uuidSchema });
const domainParams = Type.Object({
  account_uuid: uuidSchema,
  upstream_uuid: uuidSchema,
  custom_domain_uuid: uuidSchema,
});
const consumes = [...bodyMediaTypes];

export type ConnectLinkParts = {
  readonly peers: ForwardingPeers;
  readonly clock: Clock;
  readonly instructions: Instructions;
  readonly mail: OutgoingMail;
  /** What links begin with; undefined: with the origin that they are asked for at. */
  readonly origin: string | undefined;
};

export function addConnectLinkRoutes(
  app: FastifyInstance,
  store: ControlStore,
  { peers, clock, origin, instructions, mail }: ConnectLinkParts,
): void {
  const customDomains = new CustomDomains(store);
  const connectLinks = new ConnectLinks(store);
  const brands = new AccountBrands(store);
  const reminders = new ConnectReminders(store);
  /** The domain that the path names. Errors: `not_found`. */
  const domainOf = async (accountUuid: string, params: DomainParams): Promise<CustomDomain> => {
    const { upstream_uuid: upstream, custom_domain_uuid: named } = params;
    const domain = await customDomains.find(
      accountUuid,
      idOf('upstream', upstream),
      idOf('custom domain', named),
    );
    if (!domain) throw notFound('custom domain', named);
    return domain;
  };

  app.get<DomainRequest>(
    collection,
    {
      schema: {
        operationId: 'listConnectLinks',
        summary: 'List a custom domain’s open connect links',
        description: 'Answers the links that still open the page, without their addresses.',
        tags,
        params: domainParams,
        querystring: noQuerySchema,
        response: { 200: connectLinkListSchema, ...errorResponses(400, 404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      return (await connectLinks.listOpen((await domainOf(accountUuid, request.params)).uuid)).map(
        connectLinkToWire,
      );
    },
  );

  app.post<DomainRequest>(
    collection,
    {
      schema: {
        operationId: 'createConnectLink',
        summary: 'Create a connect link',
        description:
          'Only this answer has the address. Whoever has it sees the DNS records of this custom domain, whether they are found, and its statistics, or with `kind` `statistics` the statistics alone, until the link expires or is revoked. With `email`, the records and the address are sent there; if that fails there is no link. With `remind`, the address is reminded after 2 and 7 days, until the custom domain is ready. More than 100 open links answer 400 `too_many_connect_links`. While the account is called `Default` and its brand has no name, the answer is 400 `brand_missing`.',
        tags,
        consumes,
        params: domainParams,
        body: refTo(connectLinkBodySchema),
        response: {
          201: refTo(createdConnectLinkSchema, 'The link created, with its address.'),
          ...errorResponses(400, 403, 404, 413, 415, 503),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, connectLinkAttributeNames);
      const wanted = readNewConnectLink(body, clock.now());
      const recipient = readRecipient(body, wanted);
      const isReminded = readRemind(body, recipient);
      const domain = await domainOf(accountUuid, request.params);
      await brands.named(accountUuid);
      // Without a mail server, that is what is missing.
      if (isReminded && mail.isSetUp && origin === undefined)
        throw new ServiceError('email_not_set_up', 'remind is given, but NAMEPLATE_API_ORIGIN is not set');
      if (recipient !== undefined) mail.admit(accountUuid, recipient.to);
      const created = await connectLinks.create(accountUuid, domain.uuid, wanted);
      // The domain was deleted since it was found above.
      if (!created) throw notFound('custom domain', request.params.custom_domain_uuid);
      reply.code(201).header('cache-control', 'no-store');
      const answer = createdConnectLinkToWire(created, linkOriginOf(request, { origin, peers }));
      if (recipient !== undefined)
        await instructions.send(recipient, domain, created.link, answer.url, (reason) =>
          request.log.warn({ reason }, 'an e-mail was not sent'),
        );
      if (recipient !== undefined && isReminded && !domain.ready)
        await reminders.add(accountUuid, created.link, recipient);
      return answer;
    },
  );

  app.delete<ItemRequest>(
    `${collection}/:connect_link_uuid`,
    {
      schema: {
        operationId: 'revokeConnectLink',
        summary: 'Revoke a connect link',
        description: 'The page answers 404 from now on.',
        tags,
        params: Type.Object({ ...domainParams.properties, connect_link_uuid: uuidSchema }),
        response: {
          200: refTo(messageSchema, 'A confirmation that names the uuid.'),
          ...errorResponses(403, 404),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { connect_link_uuid: named } = request.params;
      const { uuid: domainUuid } = await domainOf(accountUuid, request.params);
      const link = await connectLinks.revoke(accountUuid, domainUuid, idOf('connect link', named));
      if (!link) throw notFound('connect link', named);
      return { message: `Connect link ${link.uuid} was revoked.` };
    },
  );

  app.get<AccountRequest>(
    brandPath,
    {
      schema: {
        operationId: 'getBrand',
        summary: 'Retrieve the brand',
        description: 'Answers what connect pages show of the account.',
        tags,
        params: accountParams,
        querystring: noQuerySchema,
        response: {
          200: refTo(brandSchema, 'What customers see of the account.'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request) => brands.find(accountOf(request, 'read')),
  );

  app.put<AccountRequest>(
    brandPath,
    {
      schema: {
        operationId: 'updateBrand',
        summary: 'Update the brand',
        description: 'Changes the attributes that are given and keeps the others.',
        tags,
        consumes,
        params: accountParams,
        body: refTo(brandBodySchema),
        response: {
          200: refTo(brandSchema, 'The brand as it is now.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, brandAttributeNames);
      return brands.update(accountUuid, readBrand(body));
    },
  );
}
