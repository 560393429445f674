/** `GET …/custom_domains/traffic`. Source: docs/reference/domains.md ("Traffic"). */
import { type TObject, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { noTraffic } from '../../analytics/reports/domain-traffic.ts';
import { accountOf } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import type { Query } from '../../api/query.ts';
import { page as aboutPages } from '../../api/reference/descriptions.ts';
import { errorResponses, pageSchema, uuidSchema } from '../../api/schemas/common.ts';
import { listQuerySchema } from '../../api/schemas/resource.ts';
import { readListQuery } from '../../kernel/resource-routes.ts';
import type { ResourceWords } from '../../kernel/resource-words.ts';
import type { customDomainDefinitions } from '../../resources/custom-domain.ts';
import type { CustomDomainLists } from './lists.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const domainTrafficSchema: TObject = Type.Object(
  {
    custom_domain_uuid: uuidSchema,
    visitors: count('Unique visitors in the last seven whole UTC days.'),
    visitors_before: count('The same in the seven days before.'),
    requests: count('Requests in the last seven whole UTC days, those of crawlers included.'),
    requests_before: count('The same in the seven days before.'),
    errors: count('Of the requests, those answered with a status of 500 and above.'),
  },
  { $id: 'DomainTraffic' },
);

export function addCustomDomainTrafficRoute(
  app: FastifyInstance,
  words: ResourceWords<typeof customDomainDefinitions>,
  lists: CustomDomainLists,
): void {
  app.get<{ Params: { account_uuid: string }; Querystring: Query }>(
    `${words.path}/traffic`,
    {
      schema: {
        operationId: 'listCustomDomainTraffic',
        summary: 'List what an account’s custom domains had in the last week',
        description: `${aboutPages} Takes what the list of custom domains takes, and answers the numbers of the same ones in the same order.`,
        tags: [words.tag.name],
        params: Type.Object({ account_uuid: uuidSchema }),
        querystring: listQuerySchema(words.resource, words.sortFields),
        response: {
          200: pageSchema(domainTrafficSchema, 'A page of custom domains’ numbers.'),
          ...errorResponses(400, 404, 503),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const { page, query } = readListQuery(words, request.query);
      const listed = await lists.list({ ...query, accountUuid });
      const uuids = listed.entities.map(({ uuid }) => uuid);
      const counted = listed.traffic ?? (await lists.trafficOf(accountUuid, uuids));
      const data = uuids.map((uuid) => {
        const { visitors, visitorsBefore, requests, requestsBefore, errors } = counted.get(uuid) ?? noTraffic;
        return {
          custom_domain_uuid: uuid,
          visitors,
          visitors_before: visitorsBefore,
          requests,
          requests_before: requestsBefore,
          errors,
        };
      });
      return { data, pagination: paginate(request, reply, page, listed.count) };
    },
  );
}
