/**
 * `/api/v1/accounts/:account_uuid/invitations`, for owners, and `/session/invitation`, for those who got the link.
 * Source: docs/reference/people.md ("Invitations").
 */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import type { CallerLimit } from '../../api/caller-limit.ts';
import type { ForwardingPeers } from '../../api/client.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import { invitationEmail } from '../../api/mail/invitation-email.ts';
import type { OutgoingMail } from '../../api/mail/outgoing-mail.ts';
import { EmailError } from '../../api/mail/smtp-mailer.ts';
import { userActor } from '../../api/request-actor.ts';
import { errorResponses, messageSchema, noQuerySchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import { actingAs } from '../../control/acting.ts';
import type { ControlStore } from '../../control/store.ts';
import { readerOf } from '../../core/accept-language.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import { type Invitation, invitationResource } from '../../resources/invitation.ts';
import { readNew, readRequired, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { userResource } from '../../resources/user.ts';
import { Accounts } from '../accounts/account-store.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { Passwords } from '../sessions/passwords.ts';
import { userSessionSchema } from '../sessions/schemas.ts';
import { noStore, refuseStrangers } from '../sessions/signed-out.ts';
import {
  createdInvitationSchema,
  invitationBodySchema,
  invitationListSchema,
  invitationToWire,
  openInvitationSchema,
  revokedInvitationMessage,
} from './invitation-schemas.ts';
import { Invitations } from './invitation-store.ts';
import { readInvitation, readNewPassword } from './secret-attributes.ts';
import { acceptanceBodySchema, invitationSecretBodySchema } from './user-schemas.ts';

type AccountRequest = { Params: { account_uuid: string }; Body: RequestBody | null };
type ItemRequest = { Params: { account_uuid: string; invitation_uuid: string } };
type BodyRequest = { Body: RequestBody | null };
type Store = Pick<ControlStore, 'database' | 'clock'>;

const kind = 'invitation';
const collection = '/api/v1/accounts/:account_uuid/invitations';
const tags = ['People'];
const accountParams = Type.Object({ account_uuid: uuidSchema });
const consumes = [...bodyMediaTypes];
/** The secret stands in the body. */
const security: [] = [];

export function addInvitationRoutes(
  app: FastifyInstance,
  store: Store,
  mail: OutgoingMail,
  origin: string | undefined,
): void {
  const accounts = new Accounts(store);
  const invitations = new Invitations(store);
  /** The owner has the link in any case. */
  const send = async (
    invitation: Invitation,
    secret: string,
    { headers, log }: Pick<FastifyRequest, 'headers' | 'log'>,
  ): Promise<void> => {
    if (!mail.isSetUp || origin === undefined) return;
    const { accountUuid, email } = invitation;
    const account = await accounts.find(accountUuid);
    const expiresAt = formatTimestamp(invitation.expiresAt).slice(0, 16).replace('T', ' ');
    const url = `${origin}/invitation#${secret}`;
    const { language } = readerOf(headers['accept-language']);
    try {
      mail.admit(accountUuid, email);
      await mail.send(accountUuid, invitationEmail(email, account?.name ?? '', url, expiresAt, language));
    } catch (error) {
      const reason = error instanceof EmailError ? error.detail : error;
      log.warn({ reason }, 'an invitation was not sent by e-mail');
    }
  };

  app.get<AccountRequest>(
    collection,
    {
      schema: {
        operationId: 'listInvitations',
        summary: 'List open invitations',
        description: 'For owners. Answers a bare array, newest first, without the secrets.',
        tags,
        params: accountParams,
        querystring: noQuerySchema,
        response: { 200: invitationListSchema, ...errorResponses(400, 403, 404) },
      },
    },
    async (request) => (await invitations.listOpen(accountOf(request, 'people'))).map(invitationToWire),
  );

  app.post<AccountRequest>(
    collection,
    {
      schema: {
        operationId: 'createInvitation',
        summary: 'Invite a person',
        description:
          'For owners. This answer is the only one that contains the secret. Where the service has a mail server, the link is also e-mailed to the address; that it fails, or that it is one e-mail too many, is only logged. It works once, for seven days.',
        tags,
        consumes,
        params: accountParams,
        body: refTo(invitationBodySchema),
        response: {
          201: refTo(createdInvitationSchema, 'The invitation created, with its secret.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'people');
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, invitationResource.names);
      const { email, role } = readNew(invitationResource, body);
      const { invitation, secret } = await invitations.create(accountUuid, email, role);
      reply.code(201).header('cache-control', 'no-store');
      void send(invitation, secret, request);
      return { ...invitationToWire(invitation), secret };
    },
  );

  app.delete<ItemRequest>(
    `${collection}/:invitation_uuid`,
    {
      schema: {
        operationId: 'revokeInvitation',
        summary: 'Revoke an invitation',
        description: 'For owners. The link stops working.',
        tags,
        params: Type.Object({ account_uuid: uuidSchema, invitation_uuid: uuidSchema }),
        response: { 200: refTo(messageSchema, 'A confirmation.'), ...errorResponses(403, 404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'people');
      const { invitation_uuid: named } = request.params;
      const revoked = await invitations.revoke(accountUuid, idOf(kind, named));
      if (!revoked) throw notFound(kind, named);
      return { message: revokedInvitationMessage(revoked) };
    },
  );
}

/** What a browser without a session does with an invitation's link. */
export function addAcceptanceRoutes(
  app: FastifyInstance,
  store: Store,
  sessions: BrowserSessions,
  passwords: Passwords,
  limit: CallerLimit,
  peers: ForwardingPeers,
): void {
  const accounts = new Accounts(store);
  const invitations = new Invitations(store);
  const onRequest = [noStore, refuseStrangers(limit, peers)];
  const bodyOf = (request: FastifyRequest<BodyRequest>, names: readonly string[]): RequestBody => {
    const body = request.body ?? emptyBody;
    refuseUnknownAttributes(body, names);
    return body;
  };

  app.post<BodyRequest>(
    '/session/invitation',
    {
      onRequest,
      schema: {
        operationId: 'openInvitation',
        summary: 'Read an invitation',
        description:
          'Answers what an invitation is for. A used, revoked or expired one answers 410 `invitation_ended`.',
        tags,
        security,
        consumes: ['application/json'],
        body: refTo(invitationSecretBodySchema),
        response: {
          200: refTo(openInvitationSchema, 'What the invitation is for.'),
          ...errorResponses(400, 403, 404, 410, 413, 415),
        },
      },
    },
    async (request, reply) => {
      // Counted before it is known to be wrong: nobody opens many.
      limit.count(request, reply, null);
      const invitation = await invitations.findOpen(readInvitation(bodyOf(request, ['invitation'])));
      const account = await accounts.find(invitation.accountUuid);
      return {
        account_name: account?.name ?? '',
        email: invitation.email,
        role: invitation.role,
        expires_at: formatTimestamp(invitation.expiresAt),
      };
    },
  );

  app.post<BodyRequest>(
    '/session/invitation/acceptance',
    {
      onRequest,
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation as a new user, and sign in',
        description:
          'Creates a user with the email address of the invitation and signs in. If a user with this address has this password, the answer is 400 `email_taken`: sign in and accept as that user.',
        tags,
        security,
        consumes: ['application/json'],
        body: refTo(acceptanceBodySchema),
        response: {
          201: refTo(userSessionSchema, 'The session that has begun.'),
          ...errorResponses(400, 403, 404, 410, 413, 415),
        },
      },
    },
    async (request, reply) => {
      limit.count(request, reply, null);
      const body = bodyOf(request, ['invitation', 'name', 'password']);
      const secret = readInvitation(body);
      const { email } = await invitations.findOpen(secret);
      const name = readRequired(body, userResource.attributes.name);
      const password = readNewPassword(body, [email, name]);
      const uuid = newUuid();
      const user = await passwords.choosing(request, email, password, (passwordHash) =>
        actingAs(userActor(request, peers, { uuid, email }), () =>
          invitations.acceptAsNew(secret, { uuid, name, passwordHash }),
        ),
      );
      return sessions.beginWithUser(request, reply, user);
    },
  );
}
