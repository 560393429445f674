/**
 * `Idempotency-Key`: a POST that is sent again with the same key isn't carried out again, and gets the first answer.
 * Source: docs/reference/api.md ("Idempotency keys"), draft-ietf-httpapi-idempotency-key-header.
 */
import { createHash, hkdfSync } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IdempotencyKeys, StoredAnswer } from '../control/idempotency-keys.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseSecretKey, type SecretKey, seal, unseal } from '../secrets/secret-key.ts';
import { bearerSecretOf } from './auth.ts';
import { errorResponses } from './schemas/common.ts';

type Claim = { readonly id: string; readonly accountUuid: string; readonly key: SecretKey };

declare module 'fastify' {
  interface FastifyRequest {
    /** The idempotency key that the request has taken. */
    idempotency: Claim | null;
  }
}

const fieldName = 'idempotency-key';
const keyPattern = /^[\x21-\x7e]{1,255}$/;
/** POST routes that only read. */
const questions = /\/(?:query|funnel|retention|journeys|rules\/replay|funnels\/:\w+)$/;

/** Covers the routes added afterwards, and describes the field on them. Call it when requests have their callers. */
export function addIdempotencyKeys(app: FastifyInstance, keys: IdempotencyKeys): void {
  app.decorateRequest('idempotency', null);
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'POST' || !schema || !isCovered(url)) return;
    schema.headers = Type.Object({ [fieldName]: Type.Optional(fieldSchema) });
    schema.response = { ...errorResponses(409, 422), ...responsesOf(schema.response) };
  });
  app.addHook('preHandler', async (request, reply) => {
    const field = request.headers[fieldName];
    const { url } = request.routeOptions;
    if (field === undefined || request.method !== 'POST' || url === undefined || !isCovered(url)) return;
    const claim = claimOf(request, String(field));
    const outcome = await keys.begin(claim.id, claim.accountUuid, hashOf(request));
    if (outcome === 'begun') {
      request.idempotency = claim;
      return;
    }
    if (outcome === 'another request')
      throw new ServiceError(
        'idempotency_key_reused',
        `the Idempotency-Key ${quoteValue(field)} was sent with another request in the last 24 hours; send a new key`,
      );
    if (outcome === 'under way')
      throw new ServiceError(
        'idempotency_key_in_use',
        `the request with the Idempotency-Key ${quoteValue(field)} is under way, or was interrupted; if this goes on, look whether it was carried out`,
        { 'retry-after': '1' },
      );
    if (outcome === 'dropped')
      throw new ServiceError(
        'idempotency_answer_dropped',
        `the request with the Idempotency-Key ${quoteValue(field)} was carried out, and is not again; its answer was dropped, as the account has more of them than its limit "idempotency_bytes"`,
      );
    if (outcome.location !== null) reply.header('location', outcome.location);
    const body = unseal(claim.key, { keyId: claim.key.id, text: outcome.sealedBody }, claim.id);
    await reply
      .code(outcome.status)
      .headers({ 'cache-control': 'no-store', 'idempotency-replayed': 'true' })
      .type('application/json; charset=utf-8')
      .serializer(String)
      .send(body);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { idempotency: claim } = request;
    const { statusCode: status } = reply;
    // After a failure of ours it isn't known whether the request was carried out: the key stays taken.
    if (!claim || status >= 500) return payload;
    request.idempotency = null;
    try {
      if (status >= 400 || typeof payload !== 'string') await keys.release(claim.id);
      else
        await keys.finish(
          claim.id,
          claim.accountUuid,
          answerOf(claim, status, reply.getHeader('location'), payload),
        );
    } catch (error) {
      // The answer is as good as any; whoever sends the request again is told that it was interrupted.
      request.log.warn({ err: error }, 'the answer to a request with Idempotency-Key was not stored');
    }
    return payload;
  });
}

function answerOf({ id, key }: Claim, status: number, location: unknown, payload: string): StoredAnswer {
  const sealedBody = seal(key, payload, id).text;
  return { status, location: typeof location === 'string' ? location : null, sealedBody };
}

const fieldSchema = Type.String({
  minLength: 1,
  maxLength: 255,
  description:
    'A text of your own, such as a UUID. The request is carried out once in 24 hours; sent again with the same key and body, it gets the first answer.',
});

function isCovered(url: string): boolean {
  return url.startsWith('/api/v1/') && !questions.test(url);
}

function responsesOf(response: unknown): object {
  return typeof response === 'object' && response !== null ? response : {};
}

/** Errors: `idempotency_key_invalid`. */
function claimOf({ caller, headers, isSession }: FastifyRequest, field: string): Claim {
  if (!keyPattern.test(field))
    throw new ServiceError(
      'idempotency_key_invalid',
      `Idempotency-Key ${quoteValue(field)} is invalid; allowed: 1 to 255 visible ASCII characters, once`,
    );
  const secret = bearerSecretOf(headers.authorization);
  if (caller?.kind !== 'token' || isSession || secret === undefined)
    throw new ServiceError('idempotency_key_invalid', 'Idempotency-Key needs an access token, not a session');
  const id = createHash('sha256').update(`${caller.token.uuid}\n${field}`).digest('hex');
  const derived = Buffer.from(hkdfSync('sha256', secret, id, 'nameplate idempotent answer v1', 32));
  const key = parseSecretKey(derived.toString('base64'));
  if (!key) throw new Error('32 bytes are no key');
  return { id, accountUuid: caller.accountUuid, key };
}

/** Of what must be the same when a key is sent again. Errors: `body_invalid`. */
function hashOf({ url, body }: FastifyRequest): string {
  return createHash('sha256').update(`${url}\n`).update(bytesOf(body)).digest('hex');
}

function bytesOf(body: unknown): string | Buffer {
  if (Buffer.isBuffer(body)) return body;
  try {
    return JSON.stringify(body ?? null, (_, value: unknown) =>
      value instanceof Map || value instanceof Set ? [...value] : value,
    );
  } catch {
    throw new ServiceError(
      'body_invalid',
      'the body is nested too deeply for a request with Idempotency-Key',
    );
  }
}
