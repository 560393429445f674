/**
 * Compresses answers of a kilobyte and more for clients that take it. Source: docs/reference/api.md ("Compression"),
 * RFC 9110 section 12.5.3.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ContentCoding, preferredCoding } from '../core/content-negotiation.ts';
import { addVary } from './vary.ts';

/** Shorter ones hardly get smaller than a packet. */
const leastBytes = 1_024;
/** Above it, more CPU saves hardly a byte. */
const brotliQuality = 4;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Whether an answer is compressed for those who take it. What was created, with a secret at times, is not: its length would tell of it. */
export function isCompressible(reply: FastifyReply, payload: string): boolean {
  return reply.statusCode === 200 && payload.length >= leastBytes && !reply.hasHeader('content-encoding');
}

/** The coding that this client gets a compressible answer in. */
export function codingFor(request: FastifyRequest): ContentCoding {
  return preferredCoding(request.headers['accept-encoding']);
}

/** Covers the routes added afterwards. Call it after the hooks that read answers as text. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !isCompressible(reply, payload)) return payload;
    addVary(reply, 'Accept-Encoding');
    const coding = codingFor(request);
    if (coding === 'identity') return payload;
    reply.header('content-encoding', coding).removeHeader('content-length');
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
    return coding === 'br' ? await brotli(payload, { params }) : await gzipped(payload);
  });
}
