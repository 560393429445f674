/**
 * Makes the one error shape from everything that can go wrong in a request. Source: docs/reference/api.md ("Errors").
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnalyticsAwayError } from '../analytics/engine/failures.ts';
import { isStoreAway } from '../control/failures.ts';
import { errorField } from '../core/error-field.ts';
import { type ErrorCode, quoteValue, ServiceError } from '../core/errors.ts';
import { discardBody } from './body/discard-body.ts';

/** What Fastify itself refuses, in our words. */
const frameworkErrors: Readonly<Record<string, [code: ErrorCode, message: string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'the Content-Type is not supported; allowed: application/json, application/x-www-form-urlencoded, multipart/form-data',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['body_invalid', 'the body is not as long as its Content-Length says'],
  FST_ERR_BAD_URL: ['not_found', 'the request path cannot be decoded'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'a path segment is longer than any id'],
};

/** Answers with an error's status, fields and body. */
export function sendError(reply: FastifyReply, error: ServiceError): FastifyReply {
  return reply
    .code(error.status)
    .headers(error.fields)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: error.message, error_code: error.code });
}

/** Turns whatever was thrown into an error that may be shown; what is unexpected is logged and kept back. */
export function toServiceError(error: unknown, request: FastifyRequest): ServiceError {
  if (error instanceof ServiceError) return error;
  // First, since the cause it quotes could look like the other store's.
  if (error instanceof AnalyticsAwayError) return storeAway('analytics', error, request);
  if (isStoreAway(error)) return storeAway('control', error, request);
  const code = errorField(error, 'code');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const { bodyLimit } = request.routeOptions;
    return new ServiceError('payload_too_large', `the body is larger than ${bodyLimit} bytes`);
  }
  const known = code === undefined ? undefined : frameworkErrors[code];
  if (known) return new ServiceError(...known);
  if (isFramework4xx(error)) {
    return new ServiceError('body_invalid', 'the request body cannot be read');
  }
  request.log.error({ err: error }, 'request failed');
  return new ServiceError(
    'internal_error',
    `Nameplate failed; the log says why under request id ${request.id}`,
  );
}

function storeAway(store: 'analytics' | 'control', error: unknown, request: FastifyRequest): ServiceError {
  request.log.error({ err: error }, `the ${store} store is away or takes no writes`);
  return new ServiceError('unavailable', `the ${store} store is away; try again later`, {
    'retry-after': '1',
  });
}

/** `answerNotFoundPage` returns whether it has answered a request that no route takes. */
export function addErrorHandlers(
  app: FastifyInstance,
  answerNotFoundPage: (request: FastifyRequest, reply: FastifyReply) => boolean = () => false,
): void {
  const methodsOfRoutes = collectRoutes(app);
  app.setErrorHandler((error, request, reply) => {
    const refusal = toServiceError(error, request);
    if (refusal.code === 'payload_too_large') discardBody(request, reply);
    return sendError(reply, refusal);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = methodsOfRoutes(path);
    if (allowed.length === 0 && answerNotFoundPage(request, reply)) return reply;
    if (allowed.length === 0)
      return sendError(reply, new ServiceError('not_found', `there is no route ${quoteValue(path)}`));
    const allow = allowed.join(', ');
    const message = `${request.method} is not allowed on ${quoteValue(path)}; allowed: ${allow}`;
    return sendError(reply, new ServiceError('method_not_allowed', message, { allow }));
  });
}

/** Remembers every route as it is added; answers which methods a path takes. */
function collectRoutes(app: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(
      `^${url
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:[a-z_]+/g, '[^/]+')
        .replaceAll('\\*', '.*')}$`,
    );
    routes.push({ pattern, methods: [method].flat() });
  });
  return (path) =>
    [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
    ].toSorted();
}

/** Fastify marks what the client got wrong with a status of its own. */
function isFramework4xx(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}
