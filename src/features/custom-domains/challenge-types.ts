/** `GET …/custom_domains/challenge_types`. Source: docs/reference/domains.md ("Custom domains"). */
import { type TObject, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { accountOf } from '../../api/guard.ts';
import { errorResponses, noQuerySchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { ResourceWords } from '../../kernel/resource-words.ts';
import type { customDomainDefinitions } from '../../resources/custom-domain.ts';

export const challengeTypesSchema: TObject = Type.Object(
  {
    offered: Type.Array(Type.Union([Type.Literal('http01'), Type.Literal('dns01')]), {
      description: 'What `challenge_type` may be: `dns01` where a zone is set up for challenges.',
    }),
  },
  { $id: 'ChallengeTypes' },
);

export function addChallengeTypesRoute(
  app: FastifyInstance,
  words: ResourceWords<typeof customDomainDefinitions>,
  { zone }: { readonly zone: string | undefined },
): void {
  app.get<{ Params: { account_uuid: string } }>(
    `${words.path}/challenge_types`,
    {
      schema: {
        operationId: 'getChallengeTypes',
        summary: 'Retrieve how custom domains can be validated',
        description:
          'What `challenge_type` of a custom domain may be here. `dns01` needs a zone for challenges.',
        tags: [words.tag.name],
        params: Type.Object({ account_uuid: uuidSchema }),
        querystring: noQuerySchema,
        response: { 200: refTo(challengeTypesSchema, 'The challenge types.'), ...errorResponses(400, 404) },
      },
    },
    async (request) => {
      accountOf(request, 'read');
      return { offered: zone === undefined ? ['http01'] : ['http01', 'dns01'] };
    },
  );
}
