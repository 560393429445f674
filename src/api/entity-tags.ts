/**
 * `ETag` of what is read, `If-None-Match`, and `If-Match` of updates. Source: docs/reference/api.md ("Entity tags"),
 * RFC 9110 sections 8.8.3 and 13.1.
 *
 * The tag of a resource is its version, which `updated_at` tells, and a checksum of the answer. An update is held to the
 * version only: what checks of our own change meanwhile is no reason to refuse it.
 */
import { createHash } from 'node:crypto';
import { type TObject, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../core/errors.ts';
import { codingFor, isCompressible } from './compressed-answers.ts';
import { addVary } from './vary.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `updated_at` of the resource that is answered. */
    answeredVersion: string | null;
  }
}

/** The header fields of an update, for the API reference. */
export const ifMatchSchema: TObject = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'Update only the resource with this `ETag`; otherwise the answer is 412.' }),
  ),
});

/** Tags the answers to GET of the routes added afterwards, and answers 304 when the client has them. */
export function addEntityTags(app: FastifyInstance): void {
  app.decorateRequest('answeredVersion', null);
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    request.answeredVersion = versionIn(payload);
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isTagged(request, reply) || typeof payload !== 'string') return done(null, payload);
    const tag = String(
      reply.getHeader('etag') ?? tagOf(request.answeredVersion, payload, formOf(request, reply, payload)),
    );
    reply.header('etag', tag);
    // A HEAD has no body to save.
    if (request.method === 'HEAD' || !isHeld(request.headers['if-none-match'], tag))
      return done(null, payload);
    if (isCompressible(reply, payload)) addVary(reply, 'Accept-Encoding');
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}

/**
 * What an update is held to: call it with the stored resource before changing it. Compares strongly: a weak entity tag
 * is never the right one. Errors: `precondition_failed`.
 */
export function expectationOf(request: FastifyRequest): (current: { readonly updatedAt: number }) => void {
  const ifMatch = request.headers['if-match'];
  if (ifMatch === undefined || ifMatch.trim() === '*') return () => {};
  const expected = new Set(tagsIn(ifMatch).map((tag) => /^"([0-9a-z]+)\./.exec(tag)?.[1]));
  return ({ updatedAt }) => {
    if (expected.has(updatedAt.toString(36))) return;
    throw new ServiceError(
      'precondition_failed',
      'the resource is not what If-Match names: it was changed; read it again',
    );
  };
}

/** The entity tags in a field, weak ones with their `W/`. */
export function tagsIn(field: string): readonly string[] {
  return field.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

/** What everybody may read says itself that it is worth a tag: by how long it may be kept. */
function isTagged({ method, caller }: FastifyRequest, reply: FastifyReply): boolean {
  const isRead = (method === 'GET' || method === 'HEAD') && reply.statusCode === 200;
  return isRead && (caller !== null || reply.hasHeader('cache-control'));
}

function versionIn(payload: unknown): string | null {
  const isResource = typeof payload === 'object' && payload !== null && 'updated_at' in payload;
  return isResource && typeof payload.updated_at === 'string' ? payload.updated_at : null;
}

function tagOf(version: string | null, payload: string, form: string): string {
  const checksum = createHash('sha256').update(payload).digest('base64url').slice(0, 22) + form;
  return version === null ? `"${checksum}"` : `"${Date.parse(version).toString(36)}.${checksum}"`;
}

/** Each form of an answer has a strong tag of its own (RFC 9110 section 8.8.3.3). */
function formOf(request: FastifyRequest, reply: FastifyReply, payload: string): string {
  const coding = isCompressible(reply, payload) ? codingFor(request) : 'identity';
  return coding === 'identity' ? '' : `-${coding}`;
}

/** Compares weakly: a proxy between may have compressed the answer. */
export function isHeld(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).some((one) => one.replace(/^W\//, '') === tag);
}
