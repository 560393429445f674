/** `/session/oidc`: signing in with an identity provider. Source: docs/reference/openid-connect.md. */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../api/auth.ts';
import type { CallerLimit } from '../../api/caller-limit.ts';
import { type ForwardingPeers, originOf } from '../../api/client.ts';
import { userActor } from '../../api/request-actor.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import { errorResponses, refTo } from '../../api/schemas/common.ts';
import { actingAs } from '../../control/acting.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import { parseLabel } from '../../core/label.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { readEmail, type User } from '../../resources/user.ts';
import { Invitations } from '../people/invitation-store.ts';
import { readInvitation, readQueryString } from '../people/secret-attributes.ts';
import { callbackBodySchema, oidcBodySchema } from '../people/user-schemas.ts';
import { Users } from '../people/user-store.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { Identities } from './identity-store.ts';
import type { OidcIdentity, OidcProvider } from './oidc-provider.ts';
import { userSessionSchema } from './schemas.ts';
import { SealedCookie } from './sealed-cookie.ts';
import { noStore, refuseStrangers } from './signed-out.ts';

type BodyRequest = { Body: RequestBody | null };

export type OidcParts = {
  readonly store: Pick<ControlStore, 'database' | 'clock' | 'secretKeys'>;
  readonly sessions: BrowserSessions;
  readonly authenticator: Authenticator;
  readonly changes: RoutingChanges;
  /** Undefined where none is set up. */
  readonly provider: OidcProvider | undefined;
  readonly limit: CallerLimit;
  readonly peers: ForwardingPeers;
  readonly clock: Clock;
};

const path = '/session/oidc';
const tags = ['Sessions'];
const security: [] = [];
const consumes = ['application/json'];

export function addOidcRoutes(app: FastifyInstance, parts: OidcParts): void {
  const { store, sessions, authenticator, changes, provider, limit, peers, clock } = parts;
  const attempts = new SealedCookie('nameplate_oidc', store.secretKeys, peers, clock);
  const onRequest = [noStore, refuseStrangers(limit, peers)];
  const requireProvider = (): OidcProvider => {
    if (provider) return provider;
    throw new ServiceError('not_found', 'no identity provider is set up; see NAMEPLATE_OIDC_ISSUER');
  };

  app.get(
    path,
    {
      onRequest: noStore,
      schema: {
        operationId: 'getIdentityProvider',
        summary: 'Retrieve the identity provider',
        description: 'Answers the name on the sign-in page’s button; null where no provider is set up.',
        tags,
        security,
        response: {
          200: Type.Object(
            {
              identity_provider: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]),
            },
            { description: 'What people can sign in with beside passwords; null when none is set up.' },
          ),
          ...errorResponses(),
        },
      },
    },
    async () => ({ identity_provider: provider ? { name: provider.name } : null }),
  );

  app.post<BodyRequest>(
    path,
    {
      onRequest,
      schema: {
        operationId: 'beginOidcSignIn',
        summary: 'Begin to sign in with the identity provider',
        description:
          'Open `authorization_url` in the browser that got the cookie of this answer. The provider leads it back to `/sign-in/callback` within 10 minutes. With the secret of an invitation, a person without a user becomes one.',
        tags,
        security,
        consumes,
        body: refTo(oidcBodySchema),
        response: {
          201: Type.Object(
            {
              authorization_url: Type.String({ description: 'The provider’s page, to open in the browser.' }),
            },
            { description: 'The sign-in that has begun.' },
          ),
          ...errorResponses(400, 403, 404, 410, 413, 415, 503),
        },
      },
    },
    async (request, reply) => {
      limit.count(request, reply, null);
      const used = requireProvider();
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['invitation']);
      const invitation = body.attributes.has('invitation') ? readInvitation(body) : undefined;
      // Before the person is sent away for nothing.
      if (invitation !== undefined) await new Invitations(store).findOpen(invitation);
      const { url, attempt } = await used.begin(`${originOf(request, peers)}/sign-in/callback`);
      await attempts.put(request, reply, { ...attempt, ...(invitation === undefined ? {} : { invitation }) });
      reply.code(201);
      return { authorization_url: url };
    },
  );

  app.post<BodyRequest>(
    `${path}/callback`,
    {
      onRequest,
      schema: {
        operationId: 'finishOidcSignIn',
        summary: 'Finish a sign-in with the identity provider',
        description:
          'The person is the user of an earlier sign-in with the same identity, or the one whose email address the provider has verified. The first such sign-in ends the user’s password, second factor and sessions.',
        tags,
        security,
        consumes,
        body: refTo(callbackBodySchema),
        response: {
          201: refTo(userSessionSchema, 'The session that has begun.'),
          ...errorResponses(400, 403, 404, 410, 413, 415, 503),
        },
      },
    },
    async (request, reply) => {
      limit.count(request, reply, null);
      const used = requireProvider();
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['query_string']);
      const query = readQueryString(body);
      const {
        redirectUri = '',
        state = '',
        nonce = '',
        verifier = '',
        invitation,
      } = await attempts.take(request, reply);
      const identity = await used.finish({ redirectUri, state, nonce, verifier }, query);
      const user = await userOf(request, identity, invitation);
      return sessions.beginWithUser(request, reply, user);
    },
  );

  /** The identity's user: by an earlier sign-in, by the email address, or by the invitation. */
  async function userOf(
    request: FastifyRequest,
    identity: OidcIdentity,
    invitation: string | undefined,
  ): Promise<User> {
    const known = (await new Identities(store).findUser(identity)) ?? (await linkByEmail(request, identity));
    if (!known) return link(request, identity, await createInvited(request, identity, invitation));
    if (invitation !== undefined)
      await actingAs(userActor(request, peers, known), () =>
        new Invitations(store).accept(invitation, known),
      );
    return known;
  }

  async function linkByEmail(request: FastifyRequest, identity: OidcIdentity): Promise<User | undefined> {
    const found = await new Users(store).findByEmail(verifiedEmailOf(identity));
    return found && link(request, identity, found.user);
  }

  async function link(request: FastifyRequest, identity: OidcIdentity, user: User): Promise<User> {
    const actor = userActor(request, peers, user);
    const linked = await actingAs(actor, () => new Identities(store).link(identity, user.uuid));
    if (!linked) throw userUnknown(user.email);
    authenticator.forget();
    await makeLive(changes, request);
    return linked;
  }

  /** Accepts the invitation as a new user. Errors: `not_a_user` without one; those of invitations. */
  async function createInvited(
    request: FastifyRequest,
    identity: OidcIdentity,
    invitation: string | undefined,
  ): Promise<User> {
    const email = verifiedEmailOf(identity);
    if (invitation === undefined) throw userUnknown(email);
    const { email: invited } = await new Invitations(store).findOpen(invitation);
    if (invited !== email)
      throw new ServiceError(
        'invitation_for_another',
        `the invitation is for ${quoteValue(invited)}, and the identity provider knows you as ${quoteValue(email)}`,
      );
    const uuid = newUuid();
    const name = parseLabel(identity.name ?? '') ?? email;
    return actingAs(userActor(request, peers, { uuid, email }), () =>
      new Invitations(store).acceptAsNew(invitation, { uuid, name, passwordHash: '' }),
    );
  }
}

/** Errors: `email_unverified`. */
function verifiedEmailOf({ email, isEmailVerified }: OidcIdentity): string {
  const read = readEmail(email ?? '');
  if (read.ok && isEmailVerified) return read.value;
  throw new ServiceError(
    'email_unverified',
    email === undefined
      ? 'the identity provider does not tell your email address'
      : `the identity provider has not verified that ${quoteValue(email)} is your email address`,
  );
}

function userUnknown(email: string): ServiceError {
  return new ServiceError(
    'not_a_user',
    `there is no user ${quoteValue(email)}; open the link of an invitation to become one`,
  );
}
