/**
 * The OpenAPI 3.1 document, made from the routes' own schemas. The dashboard's build has the page that shows it.
 * Source: docs/reference/api.md ("The reference page").
 */

import swagger from '@fastify/swagger';
import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { features } from '../../features/features.ts';
import { describeWebhooks } from '../../features/webhooks/described-events.ts';
import { answerFields, errorSchema, messageSchema, paginationSchema } from '../schemas/common.ts';
import { describeAnswerFields } from './answer-fields.ts';
import { describeErrors } from './error-answers.ts';

const components: readonly TSchema[] = [
  errorSchema,
  messageSchema,
  paginationSchema,
  ...features.flatMap(({ schemas }) => schemas),
];
const queries: readonly TSchema[] = features.flatMap((feature) => feature.queries ?? []);

const introduction = `Manages the custom domains, upstreams, redirects and certificates of an account, and answers what was counted.

Every request carries an access token: \`Authorization: Bearer np_…\`. Bodies are JSON, forms or multipart forms. Times are UTC with milliseconds, ids are UUIDs.

A failed request answers \`{"error": "…", "error_code": "…"}\`: a sentence that names the parameter and its value, and a code that doesn’t change. Every answer carries \`X-Request-Id\`.

Browsers can sign in (\`POST /session\`) and send the session’s cookie instead of the token. Requests that change something then need its \`csrf_token\` in \`X-CSRF-Token\`.`;

/** Registers the document; routes added afterwards are part of it. */
export async function addReference(app: FastifyInstance, version: string): Promise<void> {
  for (const schema of [...components, ...queries]) app.addSchema(schema);
  await app.register(swagger, {
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, index) =>
        typeof $id === 'string' ? $id : `schema-${index}`,
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Nameplate API',
        version,
        description: introduction,
        contact: { name: 'The operator of this installation' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This installation' }],
      tags: features.flatMap(({ tags = [] }) => tags),
      // Not the session's cookie: nobody can type it in, and a browser that has it sends it anyway.
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'np_…',
            description:
              'An access token of the account. Scope `read` lets a request read, `write` lets it change things too.',
          },
        },
      },
      security: [{ token: [] }],
    },
    transformObject: (made) =>
      'openapiObject' in made
        ? { ...describeAnswerFields(made.openapiObject), webhooks: describeWebhooks('Webhooks') }
        : made.swaggerObject,
    transform: ({ schema, url, route }) => ({
      schema: describeOperation(schema, route.method === 'GET'),
      url,
    }),
  });
  // It is the same as long as the program runs, and takes a tenth of a second to make.
  let document: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache');
    return document;
  });
}

/**
 * Adds what a route's schema leaves out: the error codes behind each status, and the entity tags of what is read (entity-tags.ts).
 */
function describeOperation(schema: FastifySchema, isRead: boolean): FastifySchema {
  const fields = [...namesIn(schema.querystring), ...namesIn(schema.body), ...(schema.body ? ['body'] : [])];
  const answers = Object.entries<object>(Object(schema.response)).map(([status, answer]) =>
    Number(status) < 400
      ? [status, isRead && status === '200' && !schema.security ? withEntityTag(answer) : answer]
      : [status, { ...answer, description: describeErrors(Number(status), fields) }],
  );
  return {
    ...schema,
    response: Object.fromEntries(answers),
  };
}

function withEntityTag(answer: object): object {
  // Of files, which say their types, there are none.
  if ('content' in answer) return answer;
  const fields = 'headers' in answer ? answer.headers : {};
  return { ...answer, headers: { ...answerFields.etag, ...Object(fields) } };
}

/** Names of the query parameters or body attributes that a schema, or the component it refers to, has. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const id = '$ref' in schema ? String(schema.$ref).slice(0, -1) : undefined;
  const found = id === undefined ? schema : components.find(({ $id }) => $id === id);
  return Object.keys(found && 'properties' in found ? Object(found.properties) : {});
}
