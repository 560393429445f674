/** `/session/password_reset`: choosing another password by a link in an e-mail. Source: docs/reference/people.md ("A forgotten password"). */

import type { FastifyInstance } from 'fastify';
import { mailboxOf, maxPerMailbox } from '../../api/mail/outgoing-mail.ts';
import { EmailError, type Mailer } from '../../api/mail/smtp-mailer.ts';
import { RateLimit } from '../../api/rate-limit.ts';
import { userActor } from '../../api/request-actor.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { errorResponses, messageSchema, refTo } from '../../api/schemas/common.ts';
import { actingAs } from '../../control/acting.ts';
import { readerOf } from '../../core/accept-language.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Language } from '../../core/languages.ts';
import { hourMs } from '../../core/time.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import { readRequired, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { userResource } from '../../resources/user.ts';
import { readNewPassword, readSecret } from '../people/secret-attributes.ts';
import { Users } from '../people/user-store.ts';
import { noStore, refuseStrangers } from '../sessions/signed-out.ts';
import { resetEmail } from './reset-email.ts';
import { isTokenShaped, PasswordResets } from './reset-store.ts';
import { resetBodySchema, resetOfferSchema, resetRequestBodySchema } from './schemas.ts';

type BodyRequest = { Body: RequestBody | null };

const path = '/session/password_reset';
const tags = ['Sessions'];
/** The token stands in the body. */
const security: [] = [];
const consumes = ['application/json'];

export function addPasswordResetRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { store, authenticator, changes, limit, peers, clock, mailer, origin } = parts;
  const resets = new PasswordResets(store, clock);
  const perMailbox = new RateLimit(maxPerMailbox, clock, hourMs);
  const onRequest = [noStore, refuseStrangers(limit, peers)];

  const mail = async (to: string, by: Mailer, linkOrigin: string, language: Language): Promise<void> => {
    const begun = await resets.begin(to);
    if (begun.length > 0) await by.send(resetEmail(to, begun, linkOrigin, language));
  };

  app.get(
    path,
    {
      onRequest: noStore,
      schema: {
        operationId: 'getPasswordReset',
        summary: 'Retrieve whether passwords can be reset',
        description: 'They can where the service has a mail server.',
        tags,
        security,
        response: { 200: refTo(resetOfferSchema, 'Whether to offer it.'), ...errorResponses() },
      },
    },
    async () => ({ offered: mailer !== undefined && origin !== undefined }),
  );

  app.post<BodyRequest>(
    path,
    {
      onRequest,
      schema: {
        operationId: 'requestPasswordReset',
        summary: 'Have a link to choose a new password e-mailed',
        description:
          'The answer, and how long it takes, is the same whether or not there is a user with this address and a password. A mailbox gets 5 e-mails an hour; what is asked for beyond is not sent. The link works once, for 30 minutes.',
        tags,
        security,
        consumes,
        body: refTo(resetRequestBodySchema),
        response: {
          202: refTo(messageSchema, 'The request was taken.'),
          ...errorResponses(400, 403, 413, 415),
        },
      },
    },
    async (request, reply) => {
      limit.count(request, reply, null);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['email']);
      const email = readRequired(body, userResource.attributes.email);
      if (!mailer || origin === undefined)
        throw new ServiceError(
          'email_not_set_up',
          'no e-mail can be sent: NAMEPLATE_SMTP_URL is not set; ask the operator for a new password',
        );
      const { language } = readerOf(request.headers['accept-language']);
      // Once the answer is out, so that its time doesn't tell whether there is a user.
      if (perMailbox.take(mailboxOf(email)).allowed)
        reply.raw.once('close', () => {
          mail(email, mailer, origin, language).catch((error: unknown) =>
            error instanceof EmailError
              ? request.log.warn({ reason: error.detail }, 'an e-mail was not sent')
              : request.log.error({ err: error }, 'a password reset failed'),
          );
        });
      reply.code(202);
      return { message: 'If a user signs in with this address and a password, a link was sent to it.' };
    },
  );

  app.put<BodyRequest>(
    path,
    {
      onRequest,
      schema: {
        operationId: 'resetPassword',
        summary: 'Choose a new password with the token of a link',
        description:
          'Ends all sessions of the user. Signing in takes the second factor as before. A token that was used, has expired, or is older than the password answers 400 `token_invalid`.',
        tags,
        security,
        consumes,
        body: refTo(resetBodySchema),
        response: { 200: refTo(messageSchema, 'A confirmation.'), ...errorResponses(400, 403, 413, 415) },
      },
    },
    async (request, reply) => {
      limit.count(request, reply, null);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, ['token', 'password']);
      const token = readSecret(body, 'token').trim();
      if (!isTokenShaped(token))
        throw new ServiceError(
          'token_invalid',
          'token is not that of a link; allowed: "nr_" and 43 base64url characters',
        );
      const user = await resets.userOf(token);
      const password = readNewPassword(body, [user.email, user.name]);
      const passwordHash = await new Users(store).hashPassword(user.email, password, user.uuid);
      await actingAs(userActor(request, peers, user), () => resets.use(token, passwordHash));
      authenticator.forget();
      await makeLive(changes, request);
      return { message: 'Your password was changed, and all your sessions have ended. Sign in with it.' };
    },
  );
}
