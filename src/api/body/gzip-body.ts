/**
 * Takes `Content-Encoding: gzip` on the routes that use it.
 * Source: RFC 9110 section 8.4, docs/reference/rules.md ("Reading and replacing"), docs/reference/limits.md ("Shares").
 *
 * A few kilobytes can unpack to the limit of the route. So a body is unpacked only once all of it has arrived and its account has a
 * place, which it keeps until the answer is made: whoever holds back the last byte holds no more than was sent.
 */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { ServiceError } from '../../core/errors.ts';
import { FairPool } from '../../core/fair-pool.ts';

const places = 4;

/** What is unpacked, or waits for it. */
export const unpacking: FairPool = new FairPool(places);

const releases = new WeakMap<FastifyRequest, () => void>();

/** For the options of a route. Its `bodyLimit` holds for the bytes that are sent, and for those that they unpack to. */
export const takesGzip: Required<Pick<RouteShorthandOptions, 'preParsing' | 'onSend'>> = {
  preParsing: async (request: FastifyRequest, _reply: FastifyReply, payload: Readable) => {
    if (request.headers['content-encoding']?.trim().toLowerCase() !== 'gzip') return payload;
    // The parsers refuse codings: for them there is none any more.
    delete request.headers['content-encoding'];
    const sent = await collect(payload, request);
    await takePlace(request);
    const unpacked: Readable & { receivedEncodedLength?: number } = Readable.from(sent).pipe(createGunzip());
    unpacked.receivedEncodedLength = sent.reduce((sum, chunk) => sum + chunk.length, 0);
    return unpacked;
  },
  onSend: async (request: FastifyRequest) => {
    releases.get(request)?.();
  },
};

/** Errors: `payload_too_large`, `body_invalid`. The payload is left as it is, so that its rest can be discarded. */
function collect(payload: Readable, request: FastifyRequest): Promise<readonly Buffer[]> {
  const { bodyLimit } = request.routeOptions;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = (error?: ServiceError): void => {
      payload.off('data', take).off('end', done).off('close', cut).off('error', cut);
      if (error) reject(error);
      else resolve(chunks);
    };
    const refuse = (): void =>
      done(new ServiceError('payload_too_large', `the body is larger than ${bodyLimit} bytes`));
    const cut = (): void => done(new ServiceError('body_invalid', 'the body ended early'));
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > bodyLimit) refuse();
    };
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) refuse();
    else payload.on('data', take).on('end', done).on('close', cut).on('error', cut);
  });
}

/** Resolves when the request has a place. Errors: `too_many_requests_under_way`. */
function takePlace(request: FastifyRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const hold = (): Promise<void> =>
      new Promise<void>((release) => {
        releases.set(request, release);
        resolve();
      });
    unpacking.run(request.caller?.accountUuid ?? '', hold).catch(reject);
  });
}
