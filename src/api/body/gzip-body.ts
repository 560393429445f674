/**
 * Takes `Content-Encoding: gzip` on the routes that use it.
 * Source: RFC 9110 section 8.4, docs/reference/rules.md ("Reading and replacing").
 */
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';

/**
 * Inflates the body while it arrives. The route's `bodyLimit` holds for the inflated bytes as well as for those sent, so a
 * small body can't unpack to more.
 */
export const inflateBody: preParsingAsyncHookHandler = async (
  request: FastifyRequest,
  _reply: unknown,
  payload: Readable,
) => {
  if (request.headers['content-encoding']?.trim().toLowerCase() !== 'gzip') return payload;
  // The parsers refuse codings: for them there is none any more.
  delete request.headers['content-encoding'];
  const inflated: Readable & { receivedEncodedLength?: number } = payload.pipe(createGunzip());
  inflated.receivedEncodedLength = 0;
  payload.on('data', (chunk: Buffer) => {
    inflated.receivedEncodedLength = (inflated.receivedEncodedLength ?? 0) + chunk.length;
  });
  payload.once('error', (error) => inflated.destroy(error));
  return inflated;
};
