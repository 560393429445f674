/** Puts the API together on Fastify. Source: docs/reference/api.md. */

import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { ServiceError } from '../core/errors.ts';
import { Accounts } from '../features/accounts/account-store.ts';
import { CustomDomains } from '../features/custom-domains/custom-domain-store.ts';
import { countedLimits, features, featureTables } from '../features/features.ts';
import { AccountRequests } from './account-requests.ts';
import { isDiscarding } from './body/discard-body.ts';
import { addBodyParsers, maxBodyBytes } from './body/parsers.ts';
import { BuiltFiles } from './built-files.ts';
import { CallerLimit } from './caller-limit.ts';
import { addCompression } from './compressed-answers.ts';
import { endConnectionsAtStop } from './connection-ends.ts';
import { createPreflight } from './cross-origin.ts';
import { addDashboardRoutes, answerNotFoundPage } from './dashboard/dashboard-routes.ts';
import { addEntityTags } from './entity-tags.ts';
import { addErrorHandlers, sendError, toServiceError } from './error-handler.ts';
import { createGuard } from './guard.ts';
import { GuessLimit } from './guess-limit.ts';
import { addIdempotencyKeys } from './idempotency.ts';
import { OutgoingMail } from './mail/outgoing-mail.ts';
import { NarrowRoutes } from './narrow-access.ts';
import { createOperatorGuard } from './operator-guard.ts';
import type { ApiParts } from './parts.ts';
import { refuseUnknownParameters } from './query-parameters.ts';
import { addReference } from './reference/document.ts';
import { actAsCallers } from './request-actor.ts';
import { addEmbedRoutes } from './routes/embed.ts';
import { addOperationRoutes } from './routes/operations.ts';
import { addTrackerRoutes } from './routes/tracker.ts';
import { withoutCompilers } from './without-compilers.ts';

/** How long a client may take to send its request, and a connection may stay idle, in milliseconds. */
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 72_000;
/** A host name, each byte of it percent-encoded. */
const maxParamLength = 3 * 253;

/** Builds the API; it listens when told to. */
export async function createApi(parts: ApiParts): Promise<FastifyInstance> {
  const { store, authenticator, clock, peers } = parts;
  store.database.audit(featureTables);
  const limit = new CallerLimit(parts.rateLimit, peers);
  const accountRequests = new AccountRequests(store.limits, clock);
  const guard = parts.isForOperator
    ? createOperatorGuard(new Accounts(store))
    : createGuard(
        authenticator,
        limit,
        accountRequests,
        peers,
        new NarrowRoutes(new CustomDomains(store), authenticator),
      );
  // What the router cannot even read never reaches the hooks: their part is done here.
  const answerUnreadable = async (
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
  ): Promise<void> => {
    reply.header('x-request-id', request.id);
    let refusal = error;
    try {
      await guard(request, reply);
    } catch (guardRefusal) {
      refusal = guardRefusal;
    }
    await sendError(reply, toServiceError(refusal, request));
  };
  const loggerInstance: FastifyBaseLogger = parts.logger;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: nextRequestId,
    requestIdHeader: false,
    bodyLimit: maxBodyBytes,
    routerOptions: { maxParamLength },
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    schemaController: withoutCompilers,
    frameworkErrors: (error, request, reply) => void answerUnreadable(request, reply, error),
    clientErrorHandler: refuseMalformed,
  });
  endConnectionsAtStop(app, parts.isRetiring ?? (() => false));
  // Bodies and queries are read by the routes themselves: their errors name the parameter and its value.
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRequest', async (request, reply) => {
    // Pages of our own origin open what is answered: it is what its type says.
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    parts.metrics.observeApiRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    parts.traces?.record(request, reply);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      request.log.info({ method: request.method, route, status: reply.statusCode }, 'request');
    }
  });
  const dashboard = await BuiltFiles.load(parts.dashboardDirectory);
  addErrorHandlers(app, (request, reply) => answerNotFoundPage(dashboard, request, reply));
  addBodyParsers(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('isSession', false);
  if (!parts.isForOperator) app.addHook('onRequest', createPreflight(authenticator, limit));
  app.addHook('onRequest', guard);
  actAsCallers(app, peers);
  addIdempotencyKeys(app, store.idempotencyKeys);
  addEntityTags(app);
  addCompression(app);
  refuseUnknownParameters(app);
  await addReference(app, parts.version);
  addOperationRoutes(app, parts.readiness, parts.metrics);
  addDashboardRoutes(app, dashboard);
  addEmbedRoutes(app, await BuiltFiles.load(parts.embedDirectory));
  addTrackerRoutes(app, new CustomDomains(store), authenticator, parts.tracker);
  // The operator may use the service's own name.
  const reservedHost = parts.isForOperator ? undefined : parts.dns.edgeHostname;
  const common = {
    ...parts,
    limit,
    accountRequests,
    guesses: new GuessLimit(clock),
    countedLimits,
    mail: new OutgoingMail(parts.mailer, clock),
    reservedHost,
  };
  for (const { addRoutes } of features) addRoutes(app, common);
  return app;
}

const processId = randomBytes(8).toString('hex');
let requests = 0;

/** An id that is unique over processes and costs next to nothing; it names a request in answers and in the log. */
function nextRequestId(): string {
  requests += 1;
  return `${processId}-${requests.toString(36)}`;
}

/** Answers bytes that Node's parser could not read as a request, in the same shape as every other error. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isDiscarding(socket)) {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new ServiceError('fields_too_large', 'the request header fields are larger than 16 KiB')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new ServiceError('request_timeout', 'the request did not arrive in time')
        : new ServiceError('request_invalid', 'the request is not well-formed HTTP');
  const body = JSON.stringify({ error: refusal.message, error_code: refusal.code });
  const reason = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' }[
    refusal.status
  ];
  socket.end(
    `HTTP/1.1 ${refusal.status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${nextRequestId()}\r\nConnection: close\r\n\r\n${body}`,
  );
}
