/** The API reference: an OpenAPI 3.1 document made from the routes' own schemas, and a page to browse it. */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import {
  accessTokenBodySchema,
  accessTokenSchema,
  createdAccessTokenSchema,
} from './schemas/access-token.ts';
import { accountSchema } from './schemas/account.ts';
import { errorSchema, messageSchema, paginationSchema } from './schemas/common.ts';
import { customCertificateBodySchema, customCertificateSchema } from './schemas/custom-certificate.ts';
import { customDomainBodySchemas, customDomainSchema, dnsRecordSchema } from './schemas/custom-domain.ts';
import { goalBodySchema, goalSchema } from './schemas/goal.ts';
import { redirectBodySchemas, redirectSchema } from './schemas/redirect.ts';
import { segmentBodySchemas, segmentSchema } from './schemas/segment.ts';
import { sessionBodySchema, sessionSchema } from './schemas/session.ts';
import { upstreamBodySchemas, upstreamSchema } from './schemas/upstream.ts';

/**
 * The page runs its own scripts and nothing else's. No `upgrade-insecure-requests`: the API is served in clear text
 * on a private address by default.
 */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const components: readonly TSchema[] = [
  errorSchema,
  messageSchema,
  paginationSchema,
  accountSchema,
  accessTokenSchema,
  createdAccessTokenSchema,
  accessTokenBodySchema,
  sessionSchema,
  sessionBodySchema,
  redirectSchema,
  redirectBodySchemas.create,
  redirectBodySchemas.update,
  upstreamSchema,
  upstreamBodySchemas.create,
  upstreamBodySchemas.update,
  customCertificateSchema,
  customCertificateBodySchema,
  dnsRecordSchema,
  customDomainSchema,
  customDomainBodySchemas.create,
  customDomainBodySchemas.update,
  goalSchema,
  goalBodySchema,
  segmentSchema,
  segmentBodySchemas.create,
  segmentBodySchemas.update,
];

/** Registers the document; routes added afterwards are part of it. */
export async function addReference(app: FastifyInstance, version: string): Promise<void> {
  for (const schema of components) app.addSchema(schema);
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
        description:
          'Custom domains, upstreams, redirects, certificates and analytics of an account. Errors are `{error, error_code}`; every answer carries `X-Request-Id`. Browsers may sign in (`POST /session`) and use the cookie of the session in place of the token; requests that change something then need its `csrf_token` in `X-CSRF-Token`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      // Not the cookie of a session: nobody could type it in, and a browser that has it sends it by itself.
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'np_…' } } },
      security: [{ token: [] }],
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: contentSecurityPolicy,
    uiConfig: { layout: 'BaseLayout', deepLinking: true, tryItOutEnabled: true, persistAuthorization: false },
    theme: { title: 'Nameplate API' },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
