/** `/api/v1/me/second_factor`. Source: docs/reference/people.md ("Second factor"). */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../../api/auth.ts';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { userSessionOf } from '../../api/guard.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import { errorResponses, messageSchema, refTo } from '../../api/schemas/common.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { totpUri } from '../../secrets/totp.ts';
import type { Passwords } from '../sessions/passwords.ts';
import type { SecondFactors } from './second-factor-store.ts';
import { readSecret } from './secret-attributes.ts';
import { codeBodySchema, currentPasswordBodySchema } from './user-schemas.ts';

type BodyRequest = { Body: RequestBody | null };

const path = '/api/v1/me/second_factor';
const tags = ['Users'];
const consumes = [...bodyMediaTypes];
const recoveryCodesSchema = Type.Object(
  { recovery_codes: Type.Array(Type.String()) },
  { description: 'Codes for a lost phone; each works once. In no other answer.' },
);

export function addSecondFactorRoutes(
  app: FastifyInstance,
  secondFactors: SecondFactors,
  passwords: Passwords,
  authenticator: Authenticator,
  changes: RoutingChanges,
): void {
  app.post<BodyRequest>(
    path,
    {
      schema: {
        operationId: 'beginSecondFactor',
        summary: 'Begin to set up a second factor',
        description:
          'Answers a new secret for an authenticator app. It counts once you have sent a code of it with `PUT`; until then, signing in takes the password alone.',
        tags,
        consumes,
        body: refTo(currentPasswordBodySchema),
        response: {
          201: Type.Object(
            {
              secret: Type.String({ description: 'Base32, to type into an authenticator app.' }),
              uri: Type.String({ description: 'The same as an `otpauth:` URI, for a QR code.' }),
            },
            { description: 'The secret, in no other answer.' },
          ),
          ...errorResponses(400, 403, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const { user } = userSessionOf(request);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['current_password']);
      await passwords.confirm(request, user, readSecret(body, 'current_password'));
      const secret = await secondFactors.begin(user.uuid);
      reply.code(201);
      return { secret, uri: totpUri(secret, user.email) };
    },
  );

  app.put<BodyRequest>(
    path,
    {
      schema: {
        operationId: 'confirmSecondFactor',
        summary: 'Turn the second factor on with its first code',
        description:
          'From now on, signing in takes a code. Keep the recovery codes: they are not shown again.',
        tags,
        consumes,
        body: refTo(codeBodySchema),
        response: {
          200: recoveryCodesSchema,
          ...errorResponses(400, 403, 413, 415),
        },
      },
    },
    async (request) => {
      const { user } = userSessionOf(request);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['code']);
      const codes = await secondFactors.confirm(user.uuid, readSecret(body, 'code').replace(/\s/g, ''));
      authenticator.forget();
      await makeLive(changes, request);
      return { recovery_codes: codes };
    },
  );

  app.post<BodyRequest>(
    `${path}/recovery_codes`,
    {
      schema: {
        operationId: 'renewRecoveryCodes',
        summary: 'Replace the recovery codes',
        description: 'Answers ten new ones; those before stop working.',
        tags,
        consumes,
        body: refTo(currentPasswordBodySchema),
        response: { 201: recoveryCodesSchema, ...errorResponses(400, 403, 413, 415) },
      },
    },
    async (request, reply) => {
      const { user } = userSessionOf(request);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['current_password']);
      await passwords.confirm(request, user, readSecret(body, 'current_password'));
      const codes = await secondFactors.renewRecoveryCodes(user.uuid);
      reply.code(201);
      return { recovery_codes: codes };
    },
  );

  app.delete<BodyRequest>(
    path,
    {
      schema: {
        operationId: 'removeSecondFactor',
        summary: 'Remove the second factor',
        description: 'From now on, signing in takes the password alone.',
        tags,
        consumes,
        body: refTo(currentPasswordBodySchema),
        response: { 200: refTo(messageSchema, 'A confirmation.'), ...errorResponses(400, 403, 413, 415) },
      },
    },
    async (request) => {
      const { user } = userSessionOf(request);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['current_password']);
      await passwords.confirm(request, user, readSecret(body, 'current_password'));
      await secondFactors.remove(user.uuid);
      authenticator.forget();
      await makeLive(changes, request);
      return { message: 'The second factor and its recovery codes were removed.' };
    },
  );
}
