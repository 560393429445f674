/**
 * Takes long bodies on the routes that use it, also with `Content-Encoding: gzip`.
 * Source: RFC 9110 section 8.4, docs/reference/rules.md ("Reading and replacing"), docs/reference/limits.md ("Shares").
 *
 * A few kilobytes can unpack to the limit of the route. So a body is unpacked only once all of it has arrived and its account has a
 * place, which it keeps until the answer is made: whoever holds back the last byte holds no more than was sent. A body that is long as
 * it is sent, or doesn't say how long it is, is read only once its account has a place for that, and keeps it as long.
 */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { ServiceError } from '../../core/errors.ts';
import { FairPool } from '../../core/fair-pool.ts';
import { maxBodyBytes } from './parsers.ts';

const placesToUnpack = 4;
const placesToArrive = 8;

/** What is unpacked, or waits for it. */
export const unpacking: FairPool = new FairPool(placesToUnpack);
/** Bodies beyond what other routes take. */
export const arriving: FairPool = new FairPool(placesToArrive);

const releases = new WeakMap<FastifyRequest, (() => void)[]>();

/** For the options of a route. Its `bodyLimit` holds for the bytes that are sent, and for those that they unpack to. */
export const takesLongBodies: Required<Pick<RouteShorthandOptions, 'preParsing' | 'onSend'>> = {
  preParsing: async (request: FastifyRequest, reply: FastifyReply, payload: Readable) => {
    // Also of a client that leaves before its answer.
    reply.raw.once('close', () => releaseAll(request));
    if (mayBeLong(request)) await takePlace(arriving, request);
    if (request.headers['content-encoding']?.trim().toLowerCase() !== 'gzip') return payload;
    // The parsers refuse codings: for them there is none any more.
    delete request.headers['content-encoding'];
    const sent = await collect(payload, request);
    await takePlace(unpacking, request);
    const unpacked: Readable & { receivedEncodedLength?: number } = Readable.from(sent).pipe(createGunzip());
    unpacked.receivedEncodedLength = sent.reduce((sum, chunk) => sum + chunk.length, 0);
    return unpacked;
  },
  onSend: async (request: FastifyRequest) => {
    releaseAll(request);
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

function mayBeLong({ headers, routeOptions }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = Number(headers['content-length'] ?? 0);
  return length > maxBodyBytes && length <= routeOptions.bodyLimit;
}

/** Resolves when the request has a place. Errors: `too_many_requests_under_way`, `body_invalid`. */
async function takePlace(pool: FairPool, request: FastifyRequest): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const hold = (): Promise<void> =>
      new Promise<void>((release) => {
        releases.set(request, [...(releases.get(request) ?? []), release]);
        resolve();
      });
    pool.run(request.caller?.accountUuid ?? '', hold).catch(reject);
  });
  if (!request.raw.socket.destroyed) return;
  // It left while it waited.
  releaseAll(request);
  throw new ServiceError('body_invalid', 'the body ended early');
}

function releaseAll(request: FastifyRequest): void {
  for (const release of releases.get(request) ?? []) release();
}
