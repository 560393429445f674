/** What users change about themselves, below `/api/v1/me`. Source: docs/reference/people.md ("Users"). */

import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../../api/auth.ts';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { userSessionOf } from '../../api/guard.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import { errorResponses, messageSchema, refTo } from '../../api/schemas/common.ts';
import type { ControlStore } from '../../control/store.ts';
import { readRequired, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { userResource } from '../../resources/user.ts';
import { Accounts } from '../accounts/account-store.ts';
import type { Passwords } from '../sessions/passwords.ts';
import { Invitations } from './invitation-store.ts';
import { membershipSchema, membershipsToWire } from './member-schemas.ts';
import { Memberships } from './membership-store.ts';
import { readInvitation, readNewPassword, readSecret } from './secret-attributes.ts';
import {
  invitationSecretBodySchema,
  passwordBodySchema,
  profileBodySchema,
  userSchema,
  userToWire,
} from './user-schemas.ts';
import { Users } from './user-store.ts';

type BodyRequest = { Body: RequestBody | null };

const tags = ['Users'];
const consumes = [...bodyMediaTypes];

export function addMeRoutes(
  app: FastifyInstance,
  store: Pick<ControlStore, 'database' | 'clock'>,
  passwords: Passwords,
  authenticator: Authenticator,
  changes: RoutingChanges,
): void {
  app.put<BodyRequest>(
    '/api/v1/me',
    {
      schema: {
        operationId: 'updateMe',
        summary: 'Change your name',
        description: 'Needs the session of a user.',
        tags,
        consumes,
        body: refTo(profileBodySchema),
        response: { 200: refTo(userSchema, 'The user as it is now.'), ...errorResponses(400, 403, 413, 415) },
      },
    },
    async (request) => {
      const { user } = userSessionOf(request);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['name']);
      const name = readRequired(body, userResource.attributes.name);
      const renamed = await new Users(store).rename(user.uuid, name);
      authenticator.forget();
      return userToWire(renamed ?? user);
    },
  );

  app.put<BodyRequest>(
    '/api/v1/me/password',
    {
      schema: {
        operationId: 'changePassword',
        summary: 'Change your password',
        description: 'Ends all your other sessions. Needs the session of a user.',
        tags,
        consumes,
        body: refTo(passwordBodySchema),
        response: { 200: refTo(messageSchema, 'A confirmation.'), ...errorResponses(400, 403, 413, 415) },
      },
    },
    async (request) => {
      const { user, uuid } = userSessionOf(request);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['current_password', 'password']);
      const current = readSecret(body, 'current_password');
      const password = readNewPassword(body, [user.email, user.name]);
      await passwords.confirm(request, user, current);
      const hash = await new Users(store).hashPassword(user.email, password, user.uuid);
      await new Users(store).setPassword(user.uuid, hash, uuid);
      authenticator.forget();
      await makeLive(changes, request);
      return { message: 'Your password was changed, and your other sessions have ended.' };
    },
  );

  app.post<BodyRequest>(
    '/api/v1/me/memberships',
    {
      schema: {
        operationId: 'joinAccount',
        summary: 'Accept an invitation as a signed-in user',
        description:
          'The invitation has to be for your email address; otherwise the answer is 403 `invitation_for_another`. A used, revoked or expired one answers 410 `invitation_ended`.',
        tags,
        consumes,
        body: refTo(invitationSecretBodySchema),
        response: {
          201: refTo(membershipSchema, 'The membership that has begun.'),
          ...errorResponses(400, 403, 404, 410, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const { user } = userSessionOf(request);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['invitation']);
      const secret = readInvitation(body);
      const { accountUuid } = await new Invitations(store).findOpen(secret);
      await new Invitations(store).accept(secret, user);
      authenticator.forget();
      await makeLive(changes, request);
      const memberships = await new Memberships(store).listOf(user.uuid);
      const [joined] = membershipsToWire(memberships, await new Accounts(store).findMany([accountUuid]));
      reply.code(201);
      return joined;
    },
  );
}
