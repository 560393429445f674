/** `/api/v1/me/passkeys` and `/session/passkey`. Source: docs/reference/passkeys.md. */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import type { CallerLimit } from '../../api/caller-limit.ts';
import { type ForwardingPeers, originOf } from '../../api/client.ts';
import { idOf, notFound, userSessionOf } from '../../api/guard.ts';
import { errorResponses, messageSchema, noQuerySchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { readRequired, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { userResource } from '../../resources/user.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { Passwords } from '../sessions/passwords.ts';
import { userSessionSchema } from '../sessions/schemas.ts';
import { SealedCookie } from '../sessions/sealed-cookie.ts';
import { noStore, refuseStrangers } from '../sessions/signed-out.ts';
import {
  checkRegistration,
  checkSignIn,
  credentialIdOf,
  registrationOptions,
  signInOptions,
} from './passkey-ceremonies.ts';
import {
  ceremonySchema,
  credentialBodySchema,
  passkeyBodySchema,
  passkeySchema,
  passkeyToWire,
} from './passkey-schemas.ts';
import { Passkeys } from './passkey-store.ts';
import { readSecret } from './secret-attributes.ts';
import { currentPasswordBodySchema } from './user-schemas.ts';

type BodyRequest = { Body: RequestBody | null };
type ItemRequest = { Params: { passkey_uuid: string } };

export type PasskeyParts = {
  readonly store: Pick<ControlStore, 'database' | 'clock' | 'secretKeys'>;
  readonly sessions: BrowserSessions;
  readonly passwords: Passwords;
  readonly limit: CallerLimit;
  readonly peers: ForwardingPeers;
  readonly clock: Clock;
};

const kind = 'passkey';
const collection = '/api/v1/me/passkeys';
const signInPath = '/session/passkey';
const consumes = [...bodyMediaTypes];

export function addPasskeyRoutes(app: FastifyInstance, parts: PasskeyParts): void {
  const { store, passwords, peers, clock } = parts;
  const passkeys = new Passkeys(store);
  const challenges = new SealedCookie('nameplate_new_passkey', store.secretKeys, peers, clock);
  const tags = ['Users'];

  app.get(
    collection,
    {
      schema: {
        operationId: 'listPasskeys',
        summary: 'List your passkeys',
        description: 'Each signs you in without a password and a code.',
        tags,
        querystring: noQuerySchema,
        response: {
          200: Type.Array(refTo(passkeySchema), { description: 'The oldest is first.' }),
          ...errorResponses(400, 403),
        },
      },
    },
    async (request) => (await passkeys.list(userSessionOf(request).user.uuid)).map(passkeyToWire),
  );

  app.post<BodyRequest>(
    `${collection}/options`,
    {
      schema: {
        operationId: 'beginPasskey',
        summary: 'Begin to register a passkey',
        description:
          'Answers what `navigator.credentials.create` takes. The browser that gets the cookie of this answer has 10 minutes to register.',
        tags,
        consumes,
        body: refTo(currentPasswordBodySchema),
        response: { 201: ceremonySchema, ...errorResponses(400, 403, 413, 415) },
      },
    },
    async (request, reply) => {
      const { user } = userSessionOf(request);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['current_password']);
      await passwords.confirm(request, user, readSecret(body, 'current_password'));
      const existing = await passkeys.list(user.uuid);
      const options = await registrationOptions(originOf(request, peers), user, existing);
      await challenges.put(request, reply, { challenge: options.challenge, user: user.uuid });
      reply.code(201);
      return { options };
    },
  );

  app.post<BodyRequest>(
    collection,
    {
      schema: {
        operationId: 'createPasskey',
        summary: 'Register a passkey',
        description: 'From now on, the passkey signs you in, on the host that it was registered on.',
        tags,
        consumes,
        body: refTo(passkeyBodySchema),
        response: {
          201: refTo(passkeySchema, 'The passkey registered.'),
          ...errorResponses(400, 403, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const { user } = userSessionOf(request);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['name', 'credential']);
      const name = readRequired(body, userResource.attributes.name);
      const credential = readSecret(body, 'credential');
      const { challenge = '', user: beganAs } = await challenges.take(request, reply);
      if (beganAs !== user.uuid)
        throw new ServiceError('sign_in_expired', 'another user began to register this passkey; begin again');
      const checked = await checkRegistration(originOf(request, peers), challenge, credential);
      const passkey = await passkeys.add(user.uuid, { ...checked, name });
      if (!passkey) throw notFound('user', user.uuid);
      reply.code(201);
      return passkeyToWire(passkey);
    },
  );

  app.delete<ItemRequest>(
    `${collection}/:passkey_uuid`,
    {
      schema: {
        operationId: 'deletePasskey',
        summary: 'Delete one of your passkeys',
        description: 'It signs nobody in any more. Sessions that it began stay.',
        tags,
        params: Type.Object({ passkey_uuid: uuidSchema }),
        response: { 200: refTo(messageSchema, 'A confirmation.'), ...errorResponses(403, 404) },
      },
    },
    async (request) => {
      const { user } = userSessionOf(request);
      const { passkey_uuid: named } = request.params;
      const removed = await passkeys.remove(user.uuid, idOf(kind, named));
      if (!removed) throw notFound(kind, named);
      return { message: `The passkey ${quoteValue(removed.name)} no longer signs you in.` };
    },
  );
}

/** Signing in with a passkey. */
export function addPasskeySignInRoutes(app: FastifyInstance, parts: PasskeyParts): void {
  const { store, sessions, limit, peers, clock } = parts;
  const challenges = new SealedCookie('nameplate_passkey', store.secretKeys, peers, clock);
  const onRequest = [noStore, refuseStrangers(limit, peers)];
  const tags = ['Sessions'];
  const security: [] = [];

  app.post<BodyRequest>(
    `${signInPath}/options`,
    {
      onRequest,
      schema: {
        operationId: 'beginPasskeySignIn',
        summary: 'Begin to sign in with a passkey',
        description:
          'Answers what `navigator.credentials.get` takes. The browser that gets the cookie of this answer has 10 minutes to sign in.',
        tags,
        security,
        consumes: ['application/json'],
        response: { 201: ceremonySchema, ...errorResponses(400, 403, 413, 415) },
      },
    },
    async (request, reply) => {
      limit.count(request, reply, null);
      refuseUnknownAttributes(request.body ?? emptyBody, []);
      const options = await signInOptions(originOf(request, peers));
      await challenges.put(request, reply, { challenge: options.challenge, begunAt: String(clock.now()) });
      reply.code(201);
      return { options };
    },
  );

  app.post<BodyRequest>(
    signInPath,
    {
      onRequest,
      schema: {
        operationId: 'signInWithPasskey',
        summary: 'Sign in with a passkey',
        description:
          'A passkey is both factors: the authenticator has verified the person, so no password and no code are asked for.',
        tags,
        security,
        consumes: ['application/json'],
        body: refTo(credentialBodySchema),
        response: {
          201: refTo(userSessionSchema, 'The session that has begun.'),
          ...errorResponses(400, 403, 413, 415),
        },
      },
    },
    async (request, reply) => {
      limit.count(request, reply, null);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['credential']);
      const credential = readSecret(body, 'credential');
      const id = credentialIdOf(credential);
      const { challenge = '', begunAt = '0' } = await challenges.take(request, reply);
      const found = await new Passkeys(store).find(id);
      if (!found) throw refused();
      const counter = await checkSignIn(originOf(request, peers), challenge, credential, found.passkey);
      if (counter === undefined) throw refused();
      if (!(await new Passkeys(store).use(found.passkey, counter, Number(begunAt)))) throw refused();
      return sessions.beginWithUser(request, reply, found.user);
    },
  );
}

/** One answer for all: it doesn't tell which passkeys there are. */
function refused(): ServiceError {
  return new ServiceError('passkey_refused', 'the passkey is unknown here, or its signature is not valid');
}
