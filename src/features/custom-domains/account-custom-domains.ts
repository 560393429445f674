/** `/api/v1/accounts/:account_uuid/custom_domains`: the custom domains of all upstreams, to be read. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import type { Query } from '../../api/query.ts';
import { errorResponses, pageSchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { ControlStore } from '../../control/store.ts';
import type { DnsRecords } from '../../core/custom-domain.ts';
import { customDomainAnswers } from './answers.ts';
import { listCustomDomains } from './list.ts';
import { customDomainQuerySchema, customDomainSchema } from './wire.ts';

type ListRequest = { Params: { account_uuid: string }; Querystring: Query };
type ItemRequest = { Params: { account_uuid: string; custom_domain_uuid: string } };

const collection = '/api/v1/accounts/:account_uuid/custom_domains';
const tags = ['Custom domains'];

export function addAccountCustomDomainRoutes(
  app: FastifyInstance,
  store: Pick<ControlStore, 'customDomains' | 'certificates'>,
  records: DnsRecords,
): void {
  const { customDomains } = store;
  const answers = customDomainAnswers(store, records);

  app.get<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'listAccountCustomDomains',
        summary: 'List an account’s custom domains',
        tags,
        params: Type.Object({ account_uuid: uuidSchema }),
        querystring: customDomainQuerySchema,
        response: {
          200: pageSchema(customDomainSchema, 'A page of custom domains.'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      return listCustomDomains(request, reply, customDomains, answers, { accountUuid });
    },
  );

  app.get<ItemRequest>(
    `${collection}/:custom_domain_uuid`,
    {
      schema: {
        operationId: 'getAccountCustomDomain',
        summary: 'Retrieve an account’s custom domain',
        tags,
        params: Type.Object({ account_uuid: uuidSchema, custom_domain_uuid: uuidSchema }),
        response: { 200: refTo(customDomainSchema, 'The custom domain.'), ...errorResponses(404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const { custom_domain_uuid: named } = request.params;
      const domain = await customDomains.findInAccount(accountUuid, idOf('custom domain', named));
      if (!domain) throw notFound('custom domain', named);
      return answers.one(domain);
    },
  );
}
